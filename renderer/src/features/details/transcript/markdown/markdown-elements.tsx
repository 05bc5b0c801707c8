import type { ComponentProps, ReactNode } from 'react';
import type { Components } from 'react-markdown';
import { visibleText } from '../../../../../../shared/visible-text.ts';
import { Scrollable } from '../../../../components/scrollable.tsx';
import { saysWhereItLeads, shortened, webAddress } from './where-it-leads.ts';

/** Everything that markdown may become. What is not in here is its text. */
export const ALLOWED = [
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'hr', 'br'],
  ...['ul', 'ol', 'li', 'input', 'em', 'strong', 'del', 'sup', 'a', 'img'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
] as const;

type Part<Name extends keyof React.JSX.IntrinsicElements> = ComponentProps<Name>;

/** A heading of a message is none of the window: those who go from heading to heading would meet it among its own. */
function Heading({ children }: { children?: ReactNode }) {
  return (
    <p dir="auto" className="markdown-heading">
      {children}
    </p>
  );
}

/** Says where it leads unless its words do. Whatever is no address of the web is words and address, and leads nowhere. */
function Link({ href = '', children }: Part<'a'>) {
  if (href.startsWith('#')) return children;
  const words = textOf(children);
  const address = webAddress(href);
  const shown = shortened(visibleText(address ?? href));
  const isPlain = saysWhereItLeads(words, address ?? href.replace(/^mailto:/, ''));
  return (
    <>
      {address === null ? (
        <bdi>{children}</bdi>
      ) : (
        <a
          href={address}
          title={address}
          target="_blank"
          rel="noreferrer"
          className="text-accent underline decoration-line-strong underline-offset-2 hover:decoration-accent"
        >
          <bdi>{children}</bdi>
        </a>
      )}
      {!isPlain && (
        <bdi data-beside="" className="text-ink-3">
          {' '}
          ({shown})
        </bdi>
      )}
    </>
  );
}

function textOf(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(textOf).join('');
  return typeof node === 'string' ? node : '';
}

export const ELEMENTS: Components = {
  h1: ({ children }) => <Heading>{children}</Heading>,
  h2: ({ children }) => <Heading>{children}</Heading>,
  h3: ({ children }) => <Heading>{children}</Heading>,
  h4: ({ children }) => <Heading>{children}</Heading>,
  h5: ({ children }) => <Heading>{children}</Heading>,
  h6: ({ children }) => <Heading>{children}</Heading>,
  p: ({ children }) => <p dir="auto">{children}</p>,
  li: ({ children }) => <li dir="auto">{children}</li>,
  blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
  th: ({ children, style }) => (
    <th dir="auto" style={style}>
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td dir="auto" style={style}>
      {children}
    </td>
  ),
  code: ({ children }) => (
    <code>
      <bdi>{children}</bdi>
    </code>
  ),
  pre: ({ children }) => (
    <Scrollable label="Code" isOneOfMany className="markdown-code">
      <pre>{children}</pre>
    </Scrollable>
  ),
  table: ({ children }) => (
    <Scrollable label="Table" isOneOfMany className="markdown-table">
      <table>{children}</table>
    </Scrollable>
  ),
  a: Link,
  // Nothing is fetched: who asks for an image is told who looks, and when.
  img: ({ src = '', alt = '' }) => (
    <bdi>
      <span className="text-ink-3">Image: </span>
      {visibleText(alt)}
      <span data-beside="" className="text-ink-3">
        {' '}
        ({shortened(visibleText(String(src)))})
      </span>
    </bdi>
  ),
  input: ({ checked = false }) => (
    <span data-beside="">
      <span aria-hidden="true">{checked ? '☑ ' : '☐ '}</span>
      <span className="sr-only">{checked ? 'done: ' : 'to do: '}</span>
    </span>
  ),
};
