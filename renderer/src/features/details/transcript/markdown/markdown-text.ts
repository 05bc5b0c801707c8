import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visibleText } from '../../../../../../shared/visible-text.ts';
import { isPlainBlock } from './markdown-limits.ts';

const reader = unified().use(remarkParse).use(remarkGfm);

/** Stands between what is not on one line, so that nothing is found across it. */
export const BETWEEN = '\0';

/** The words of a block as they are shown, without what makes them markdown. */
export function markdownText(block: string): string {
  if (isPlainBlock(block)) return block.trim();
  try {
    return visibleWords(reader.parse(block));
  } catch {
    return block.trim();
  }
}

/** A definition is drawn as nothing. */
function wordsOfEach(nodes: readonly Nodes[]): readonly string[] {
  return nodes.filter(({ type }) => type !== 'definition').map(visibleWords);
}

function visibleWords(node: Nodes): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'code':
    case 'html':
      return visibleText(node.value);
    case 'image':
    case 'imageReference':
      return visibleText(node.alt ?? '');
    case 'break':
      return BETWEEN;
    case 'paragraph':
    case 'heading':
    case 'tableCell':
    case 'emphasis':
    case 'strong':
    case 'delete':
    case 'link':
    case 'linkReference':
      return node.children.map(visibleWords).join('');
    default:
      return 'children' in node ? wordsOfEach(node.children).join(BETWEEN) : '';
  }
}
