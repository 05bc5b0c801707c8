import { memo, type ReactElement } from 'react';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { AgentWords } from '../../../../components/agent-words.tsx';
import { ALLOWED, ELEMENTS } from './markdown-elements.tsx';
import { isPlainBlock } from './markdown-limits.ts';
import { readableBlocks } from './readable-blocks.ts';
import { safeTree } from './safe-tree.ts';

/** A message block by block: while it grows, only its last block is read again. */
export default function MarkdownMessage({ text }: { text: string }) {
  return (
    <div className="markdown">
      {readableBlocks(text).map((block, index) => (
        <div key={index} data-part={`block ${index}`}>
          <Block text={block} />
        </div>
      ))}
    </div>
  );
}

const Block = memo(function Block({ text }: { text: string }) {
  if (isPlainBlock(text)) return <AgentWords text={text} />;
  return asMarkdown(text) ?? <AgentWords text={text} />;
});

/** Null for what cannot be read. It has no state, so it can be called, and what it throws stays here. */
function asMarkdown(text: string): ReactElement | null {
  try {
    return Markdown({
      children: text,
      remarkPlugins: [remarkGfm],
      rehypePlugins: [safeTree],
      allowedElements: ALLOWED,
      unwrapDisallowed: true,
      components: ELEMENTS,
      // Links and images decide for themselves, and say what they do not follow.
      urlTransform: (url) => url,
    });
  } catch {
    return null;
  }
}
