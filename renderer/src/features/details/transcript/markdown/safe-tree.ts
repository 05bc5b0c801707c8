import type { Element, Nodes, Root } from 'hast';
import { visibleText } from '../../../../../../shared/visible-text.ts';

/** Deeper than anybody writes; drawing it costs more than reading it. */
const DEEPEST = 24;

/** The only properties that an element of an agent's may bring along. */
const KEPT_PROPERTIES = ['href', 'src', 'alt', 'start', 'align', 'checked'] as const;

/**
 * The last word on what an agent's markdown becomes: HTML is text, text shows what would hide or reorder it, also where
 * it was written as an entity, and no element has a name, a style or a role of the agent's choice.
 *
 * @throws when it is nested too deeply
 */
export function safeTree() {
  return (root: Root): void => {
    const open: { readonly node: Nodes; readonly depth: number }[] = [{ node: root, depth: 0 }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { node, depth } = next;
      if (depth > DEEPEST) throw new RangeError('Nested too deeply to be read.');
      if (!('children' in node)) continue;
      if (node.type === 'element') keepProperties(node);
      node.children = node.children.map((child) =>
        child.type === 'raw' || child.type === 'text'
          ? { type: 'text', value: visibleText(child.value) }
          : child,
      ) as typeof node.children;
      for (const child of node.children) open.push({ node: child, depth: depth + 1 });
    }
  };
}

function keepProperties(element: Element): void {
  element.properties = Object.fromEntries(
    KEPT_PROPERTIES.flatMap((name) => {
      const value = element.properties[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
