import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Redactor } from '../../electron/daemon/workers/redaction.ts';
import { readTranscript } from '../../electron/daemon/workers/transcripts/read-transcript.ts';
import { transcriptFile } from '../../electron/daemon/workers/transcripts/transcript-file.ts';
import { TranscriptWriter } from '../../electron/daemon/workers/transcripts/transcript-writer.ts';
import type { TranscriptEntry } from '../../shared/transcripts.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const MEBIBYTE = 1024 * 1024;
const SECRET = 'sk-aaab-secret';
let folder: ReturnType<typeof temporaryFolder>;
let file: string;
let told: { entry: TranscriptEntry; offset: number }[];

beforeEach(async () => {
  folder = temporaryFolder('transcripts');
  file = path.join(folder.path, 'transcripts', 'one.jsonl');
  const { mkdirSync } = await import('node:fs');
  mkdirSync(path.dirname(file));
  told = [];
});
afterEach(() => {
  vi.useRealTimers();
  folder.remove();
});

const write = () =>
  new TranscriptWriter(file, new Redactor({ KEY: SECRET }, {}), (entry, offset) =>
    told.push({ entry, offset }),
  );
const read = (from = 0, limit = 500) => readTranscript(folder.path, 'one', from, limit);
const message = (text: string, at = 1): TranscriptEntry => ({ type: 'message', at, text });
const note = (text: string): TranscriptEntry => ({ type: 'note', at: 1, text });
const tool = (status: 'in_progress' | 'completed', output: string, at = 1): TranscriptEntry => ({
  type: 'tool',
  at,
  toolCallId: 'build',
  title: 'Build',
  kind: 'execute',
  status,
  command: null,
  output,
  diffs: [],
  locations: [],
});

describe('writing a transcript', () => {
  it('merges chunks of a kind, and tells what it wrote with its offset', async () => {
    const writer = write();
    for (const text of ['Hel', 'lo ', 'you']) writer.append(message(text));
    writer.append({ type: 'thought', at: 2, text: 'hm' });
    writer.append({ type: 'output', at: 3, stream: 'stdout', text: 'a' });
    writer.append({ type: 'output', at: 3, stream: 'stderr', text: 'b' });
    writer.append(note('end'));
    writer.close();
    const { entries, complete } = await read();
    expect(entries.map(({ entry }) => entry)).toEqual([
      { type: 'message', at: 1, text: 'Hello you' },
      { type: 'thought', at: 2, text: 'hm' },
      { type: 'output', at: 3, stream: 'stdout', text: 'a' },
      { type: 'output', at: 3, stream: 'stderr', text: 'b' },
      { type: 'note', at: 1, text: 'end' },
    ]);
    expect(complete).toBe(true);
    expect(told).toEqual(entries.map(({ entry, offset }) => ({ entry, offset })));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('shows a chunk after a moment in which nothing followed', () => {
    vi.useFakeTimers();
    const writer = write();
    writer.append(message('so far'));
    expect(told).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(told.map(({ entry }) => entry)).toEqual([message('so far')]);
    writer.close();
  });

  it('writes long text in pieces of 16 KiB', async () => {
    const writer = write();
    for (let sent = 0; sent < 64; sent += 1) writer.append(message('x'.repeat(1024)));
    writer.close();
    const lengths = (await read()).entries.map(({ entry }) => 'text' in entry && entry.text.length);
    expect(lengths).toEqual([16384, 16384, 16384, 16384]);
  });

  it('keeps one report per second of a tool that repeats itself, and the last', async () => {
    vi.useFakeTimers();
    const writer = write();
    writer.append(tool('in_progress', '1', 1_000));
    writer.append(tool('in_progress', '12', 1_100));
    writer.append(tool('in_progress', '123', 1_200));
    vi.advanceTimersByTime(1_000);
    writer.append(tool('in_progress', '1234', 1_300));
    writer.append(tool('completed', '12345', 1_400));
    writer.close();
    vi.useRealTimers();
    const outputs = (await read()).entries.map(({ entry }) => 'output' in entry && entry.output);
    expect(outputs).toEqual(['1', '123', '12345']);
  });

  it('never takes names for text', async () => {
    const writer = new TranscriptWriter(
      file,
      new Redactor({ A: 'message', B: 'in_progress', C: 'execute' }, {}),
      () => {},
    );
    writer.append(tool('in_progress', 'execute'));
    writer.append(message('a message'));
    writer.close();
    expect((await read()).entries.map(({ entry }) => entry)).toMatchObject([
      { kind: 'execute', status: 'in_progress', output: '[redacted]' },
      { type: 'message', text: 'a [redacted]' },
    ]);
  });

  it('has no secret in any entry, in whatever pieces and at whatever pace it came', () => {
    vi.useFakeTimers();
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(SECRET, 'sk-', 'a', 'aa', 'word ', '\n'), { maxLength: 8 }),
        fc.infiniteStream(fc.nat({ max: 5 })),
        fc.infiniteStream(fc.boolean()),
        (words, sizes, pauses) => {
          told = [];
          const writer = write();
          let rest = words.join('');
          while (rest !== '') {
            const size = 1 + (sizes.next().value ?? 0);
            writer.append(message(rest.slice(0, size)));
            rest = rest.slice(size);
            if (pauses.next().value === true) vi.advanceTimersByTime(100);
          }
          writer.close();
          const texts = told.map(({ entry }) => ('text' in entry ? entry.text : ''));
          expect(texts.join('')).toBe(words.join('').replaceAll(SECRET, '[redacted]'));
        },
      ),
    );
  });

  it('stays within its size, says so once, and keeps what was asked and how it ended', async () => {
    const writer = write();
    const line = 'y'.repeat(16 * 1024);
    for (let sent = 0; sent < 1_000; sent += 1) writer.append(message(line));
    for (let plans = 0; plans < 10_000; plans += 1) {
      writer.append({ type: 'plan', at: 2, entries: [{ content: line, status: 'pending' }] });
    }
    writer.append({ type: 'prompt', at: 3, text: 'and now?' });
    writer.append({ type: 'ended', at: 4, outcome: 'done', text: '' });
    writer.close();
    expect(statSync(file).size).toBeLessThan(8.6 * MEBIBYTE);
    const last = await read(told.length - 2);
    expect(last.entries.map(({ entry }) => entry.type)).toEqual(['prompt', 'ended']);
    expect(told.filter(({ entry }) => entry.type === 'note')).toHaveLength(1);
    expect(told.some(({ entry }) => entry.type === 'plan')).toBe(true);
  });

  it('cuts long strings and huge entries', async () => {
    const writer = write();
    writer.append(note('n'.repeat(MEBIBYTE)));
    writer.append({
      type: 'tool',
      at: 1,
      toolCallId: 'edit',
      title: 'Edit',
      kind: 'edit',
      status: 'completed',
      command: null,
      output: '',
      diffs: Array.from({ length: 2_000 }, () => ({
        path: '/a',
        oldText: null,
        newText: 'd'.repeat(64 * 1024),
      })),
      locations: [],
    });
    writer.close();
    expect(statSync(file).size).toBeLessThan(MEBIBYTE / 2);
    expect((await read()).entries).toMatchObject([
      { entry: { text: `${'n'.repeat(64 * 1024)}…` } },
      { entry: { toolCallId: 'edit', status: 'completed' } },
    ]);
  });
});

describe('reading a transcript', () => {
  it('leaves out a line that a crash tore, and cuts it off before it goes on', async () => {
    const before = write();
    before.append(note('one'));
    before.append(note('two'));
    before.close();
    appendFileSync(file, '{"type":"note","at":1,"te');
    expect(await read()).toMatchObject({ next: 2, complete: true });

    const after = write();
    after.append(note('three'));
    after.close();
    expect(told.at(-1)).toMatchObject({ offset: 2, entry: { text: 'three' } });
    const { entries } = await read();
    expect(entries.map(({ offset, entry }) => [offset, 'text' in entry && entry.text])).toEqual([
      [0, 'one'],
      [1, 'two'],
      [2, 'three'],
    ]);
    expect(readFileSync(file, 'utf8').endsWith('\n')).toBe(true);
  });

  it('goes on from where a page ended, whoever wrote meanwhile', async () => {
    const writer = write();
    for (let number = 0; number < 25; number += 1) writer.append(note(String(number)));
    const seen: string[] = [];
    let from = 0;
    for (let page = await read(from, 10); ; page = await read(from, 10)) {
      for (const { entry } of page.entries) if ('text' in entry) seen.push(entry.text);
      from = page.next;
      if (page.complete) break;
    }
    writer.append(note('25'));
    writer.close();
    const rest = await read(from);
    expect(rest.entries).toMatchObject([{ offset: 25, entry: { text: '25' } }]);
    expect(seen).toEqual(Array.from({ length: 25 }, (_, number) => String(number)));
    expect((await read(3, 2)).entries.map(({ offset }) => offset)).toEqual([3, 4]);
    expect(await read(1_000)).toEqual({ entries: [], next: 1_000, complete: true });
  });

  it('leaves out lines that it does not understand, and keeps their offsets', async () => {
    const known = JSON.stringify(note('known'));
    writeFileSync(file, `${known}\nno json\n{"type":"telepathy"}\n${known}\n`);
    const { entries, next } = await read();
    expect(entries.map(({ offset }) => offset)).toEqual([0, 3]);
    expect(next).toBe(4);
  });

  it('is empty where there is none', async () => {
    const nothing = { entries: [], next: 0, complete: true };
    expect(await readTranscript(folder.path, 'other', 0, 10)).toEqual(nothing);
    expect(await readTranscript(folder.path, '../../etc/passwd', 0, 10)).toEqual(nothing);
    expect(() => transcriptFile(folder.path, '../one')).toThrow('session id');
  });
});
