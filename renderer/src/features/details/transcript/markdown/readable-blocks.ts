import { markdownBlocks } from './markdown-blocks.ts';
import { isPlainBlock } from './markdown-limits.ts';

/** Such as `[guide]: https://example.org "The guide"`. With anything else behind the address it is a sentence. */
const DEFINITION =
  /^ {0,3}\[(?!\^)([^[\]\\]{1,200})\]:[ \t]*(?:<[^<>\n]*>|[^\s<]\S*)(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*$/;
const LABEL = /\[([^[\]\\]{1,200})\]/g;

/**
 * The blocks of a message as they can be read one by one: what a block refers to and another one defines stands before
 * it, where it is drawn as nothing.
 */
export function readableBlocks(text: string): readonly string[] {
  const blocks = markdownBlocks(text);
  const definitions = definitionsIn(blocks);
  return definitions.size === 0
    ? blocks
    : blocks.map((block) => withDefinitions(block, definitions));
}

/** By label. The first one counts, and only what a block begins with: later it could be part of anything. */
function definitionsIn(blocks: readonly string[]): ReadonlyMap<string, string> {
  const definitions = new Map<string, string>();
  for (const block of blocks) {
    for (const line of block.split('\n')) {
      const label = DEFINITION.exec(line)?.[1];
      if (label === undefined) break;
      const key = keyOf(label);
      if (!definitions.has(key)) definitions.set(key, line.trim());
    }
  }
  return definitions;
}

function withDefinitions(block: string, definitions: ReadonlyMap<string, string>): string {
  const used = new Set<string>();
  for (const [, label = ''] of block.matchAll(LABEL)) {
    const definition = definitions.get(keyOf(label));
    if (definition !== undefined && !block.includes(definition)) used.add(definition);
  }
  if (used.size === 0) return block;
  const readable = `${[...used].join('\n')}\n\n${block}`;
  return isPlainBlock(readable) ? block : readable;
}

function keyOf(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}
