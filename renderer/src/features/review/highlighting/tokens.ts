import type { createLowlight } from 'lowlight';

/** A piece of a line in one colour; `look` null is plain. */
export interface Token {
  readonly text: string;
  /** Such as `keyword`. */
  readonly look: string | null;
}

type Tree = ReturnType<ReturnType<typeof createLowlight>['highlight']>;
type Node = Tree['children'][number];

/** Cuts a coloured text into its lines. The innermost colour of a piece is the one that shows. */
export function tokensByLine(tree: Tree): readonly (readonly Token[])[] {
  const lines: Token[][] = [[]];
  function add(text: string, look: string | null) {
    text.split('\n').forEach((part, index) => {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ text: part, look });
    });
  }
  function walk(node: Node, look: string | null) {
    if (node.type === 'text') add(node.value, look);
    if (node.type !== 'element') return;
    const own = lookOf(node.properties.className);
    for (const child of node.children) walk(child, own ?? look);
  }
  for (const node of tree.children) walk(node, null);
  return lines;
}

function lookOf(classNames: unknown): string | null {
  const first: unknown = Array.isArray(classNames) ? classNames[0] : classNames;
  return typeof first === 'string' && first.startsWith('hljs-') ? first.slice(5) : null;
}
