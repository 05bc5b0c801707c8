import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { markdownBlocks } from '../../renderer/src/features/details/transcript/markdown/markdown-blocks.ts';
import MarkdownMessage from '../../renderer/src/features/details/transcript/markdown/markdown-message.tsx';
import { markdownText } from '../../renderer/src/features/details/transcript/markdown/markdown-text.ts';

const shown = (text: string) => renderToStaticMarkup(createElement(MarkdownMessage, { text }));

/** What a browser would make of it, of every element its name and where it could lead. */
function elements(html: string) {
  return [...html.matchAll(/<([a-z]\w*)([^>]*)>/g)].map(([, name, attributes = '']) => ({
    name,
    leads: [...attributes.matchAll(/\s(?:href|src|srcset|action|style|id|on\w+)="[^"]*"/g)].map(
      ([attribute]) => attribute.trim(),
    ),
  }));
}

describe('the markdown of a message', () => {
  it('becomes headings, lists, code, tables and ticks', () => {
    const html = shown(
      [
        '# Title',
        '- one\n- **two**',
        '```ts\nconst a = 1;\n```',
        '| a | b |\n| - | -: |\n| 1 | 2 |',
        '- [x] done\n- [ ] not yet',
        '> quoted ~~wrong~~ `code`',
      ].join('\n\n'),
    );
    for (const part of [
      '<p dir="auto" class="markdown-heading">Title</p>',
      '<strong>two</strong>',
      'const a = 1;',
      '<table>',
      // No class that the agent, or whoever reads its markdown, would like it to have.
      '<ul>\n<li dir="auto"><span data-beside="">',
      '☑ ',
      '☐ ',
      '<blockquote dir="auto">',
      '<del>wrong</del>',
    ]) {
      expect(html).toContain(part);
    }
    expect(html).not.toMatch(/<(h\d|input)/);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<iframe src="https://x.org"></iframe>',
    'text <b onclick="x()">bold</b> text',
    '<form action="https://x.org"><input name=a></form>',
    '<style>body{display:none}</style>',
  ])('shows %s as the text that it is', (html) => {
    const escaped = html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    expect(shown(html)).toContain(escaped.replaceAll('"', '&quot;'));
    expect(elements(shown(html)).flatMap(({ leads }) => leads)).toEqual([]);
  });

  it('leads to the web alone, and says where', () => {
    const html = shown('[read this](https://example.org/a?b=1)');
    expect(html).toContain('href="https://example.org/a?b=1"');
    expect(html).toContain('(https://example.org/a?b=1)');
    expect(html).toContain('rel="noreferrer"');
  });

  it('says it once where the words are the address', () => {
    const html = shown('See https://example.org/a and <https://example.org/b>.');
    expect(html.match(/href=/g)).toHaveLength(2);
    expect(html).not.toContain('(https');
  });

  it.each([
    [
      'defined below',
      '[read this][guide], [Guide][] and [GUIDE].\n\nMore.\n\n[guide]: https://x.org/a',
    ],
    [
      'defined above',
      '[guide]: <https://x.org/a> "Title"\n\nMore.\n\n[guide] [guide][guide] [guide][]',
    ],
    [
      'and a list between',
      '[one][guide]\n\n- [guide]\n\n- [two][guide]\n\n[guide]: https://x.org/a',
    ],
  ])('leads to what is defined in another block: %s', (_where, text) => {
    const html = shown(text);
    expect(html.match(/href="https:\/\/x\.org\/a"/g)).toHaveLength(3);
    expect(html).toContain('(https://x.org/a)');
    expect(html).not.toMatch(/\]:|Title|\[/);
  });

  it('defines nothing where code or a sentence says it, and nothing deceptive', () => {
    const inCode = '[guide]\n\n```\n\n[guide]: https://x.org\n```';
    expect(shown(inCode)).toContain('[guide]');
    expect(shown(inCode)).not.toContain('href=');
    expect(shown('[guide]\n\nIn a sentence\n[guide]: https://x.org/a')).toContain('>[guide]<');
    const sentence = '[1]: https://x.org/a shows the defect.';
    expect(shown(`${sentence}\n\nAs in [1].`).match(/shows the defect/g)).toHaveLength(1);
    for (const address of [
      'javascript:alert(1)',
      'fleetboard://task/1',
      'https://g\u043e\u043ed.org',
    ]) {
      const html = shown(`[press][it]\n\n[it]: ${address}`);
      expect(html).not.toContain('href=');
      expect(html).toMatch(/press.*data-beside/);
    }
    expect(shown('![pixel][it]\n\n[it]: https://tracker.org/p.png')).not.toMatch(/<img|src=/);
  });

  it('shows the address of words that name another', () => {
    expect(shown('[https://good.org](https://evil.org)')).toContain('(https://evil.org/)');
    expect(shown('[good.org](https://g\u043e\u043ed.org)')).not.toContain('href=');
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html;base64,AAAA',
    'vbscript:x',
    'file:///etc/passwd',
    'fleetboard://task/1',
    'vscode://file/x',
    'https://user:password@evil.org',
    '//evil.org',
    '/settings',
  ])('does not lead to %s, and shows it', (address) => {
    const html = shown(`[press](<${address}>)`);
    expect(html).not.toContain('href=');
    expect(html).toContain('press');
    expect(html).toMatch(/data-beside/);
  });

  it('never fetches an image, and shows its words and its address', () => {
    const html = shown('![a chart](https://tracker.org/pixel.png) ![](data:image/png;base64,AAAA)');
    expect(html).not.toMatch(/<img|src=/);
    expect(html).toContain('a chart');
    expect(html).toContain('(https://tracker.org/pixel.png)');
    expect(html).toContain('(data:image/png;base64,AAAA)');
  });

  it('shows what would hide or reorder it, also where it is written as an entity', () => {
    expect(shown('a&#x202e;b `c\u202ed` &zwnj;')).toMatch(/a⟨U\+202E⟩b.*c⟨U\+202E⟩d.*⟨U\+200C⟩/s);
  });

  it('takes no names for elements from the agent', () => {
    const html = shown('note[^1]\n\n[^1]: a footnote\n\n# heading {#root}');
    expect(elements(html).flatMap(({ leads }) => leads)).toEqual([]);
  });

  it.each([
    ['quotes', '> '.repeat(4_000)],
    ['lists', '- '.repeat(4_000)],
    ['emphasis', '*a _b '.repeat(1_300)],
    ['brackets', '['.repeat(8_000)],
    [
      'lists in lists',
      Array.from({ length: 40 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
    ],
    ['one word', 'x'.repeat(1_000_000)],
  ])('shows %s without end as they came', (_name, text) => {
    const html = shown(text);
    expect(elements(html).length).toBeLessThan(1_000);
    expect(html).not.toMatch(/<blockquote|<ul/);
  });

  it('is made of nothing but what is allowed, whatever is written', () => {
    const pieces = fc.constantFrom(
      ...['[', ']', '(', ')', '!', '<', '>', 'a', ' ', '\n', '`', '*', '_', '"', '&#58;', '|', '-'],
      ...['javascript:', 'https://x.org', '<script>', '<img src=x onerror=y>', '[^1]', '[^1]:'],
      ...['\n\n', '[a]: ', '[a]'],
    );
    const allowed =
      /^(p|div|bdi|span|a|ul|ol|li|blockquote|section|pre|code|hr|br|em|strong|del|sup|table|thead|tbody|tr|th|td)$/;
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (words) => {
        for (const { name, leads } of elements(shown(words.join('')))) {
          expect(name).toMatch(allowed);
          for (const lead of leads) expect(lead).toMatch(/^(href="https:\/\/|style="text-align:)/);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('the blocks of a message', () => {
  it('are the message, and all but the last stay the same while it grows', () => {
    const line = fc.constantFrom(
      '',
      'text',
      '- item',
      '  more',
      '```',
      '> quote',
      '# head',
      '~~~~',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.nat(), (lines, cut) => {
        const text = lines.join('\n');
        const blocks = markdownBlocks(text);
        expect(blocks.join('')).toBe(text);
        // Line by line: half a line may still become one that goes on with what is before it.
        const whole = lines.slice(0, cut % (lines.length + 1)).map((each) => `${each}\n`);
        const begun = markdownBlocks(whole.join('').slice(0, text.length));
        expect(blocks.slice(0, Math.max(0, begun.length - 1))).toEqual(begun.slice(0, -1));
      }),
    );
  });

  it('do not cut code or a list at its blank lines', () => {
    expect(markdownBlocks('```\na\n\nb\n```\n\nafter')).toEqual(['```\na\n\nb\n```\n\n', 'after']);
    expect(markdownBlocks('1. a\n\n2. b\n\n   more\n\nafter')).toHaveLength(2);
  });
});

describe('what a block reads as', () => {
  it('is its words without the marks around them', () => {
    expect(markdownText('Some **bold** `code` [words](https://x.org)')).toBe(
      'Some bold code words',
    );
    expect(markdownText('[it]: https://x.org\n\n[words][it]')).toBe('words');
    expect(markdownText('- one\n- two').split('\0')).toEqual(['one', 'two']);
  });
});
