import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_IN_PROFILES } from '../../electron/daemon/workers/profiles/built-in-profiles.ts';
import { judge, type ToolRequest } from '../../electron/daemon/workers/profiles/judge.ts';
import { type Profile, profileSchema } from '../../shared/configuration.ts';
import type { TaskShape } from '../../shared/tasks.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let work: string;

beforeAll(() => {
  folder = temporaryFolder('profiles');
  work = path.join(folder.path, 'work');
  mkdirSync(path.join(work, 'src', 'deep'), { recursive: true });
  mkdirSync(path.join(folder.path, 'outside', 'inner'), { recursive: true });
  writeFileSync(path.join(folder.path, 'outside', 'file'), '');
  symlinkSync(path.join(folder.path, 'outside', 'inner'), path.join(work, 'away'));
  symlinkSync(path.join(work, 'src', 'deep'), path.join(work, 'near'));
  symlinkSync(path.join(folder.path, 'nowhere'), path.join(work, 'dangling'));
});
afterAll(() => folder.remove());

const OPTIONS: ToolRequest['options'] = [
  { optionId: 'never', name: 'No', kind: 'reject_once' },
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Once', kind: 'allow_once' },
];

function judged(
  profile: Profile,
  request: Partial<ToolRequest>,
  shape: TaskShape = 'ship',
  answered = 0,
) {
  return judge(
    { profile, shape, workFolder: work, answered },
    { toolKind: 'other', command: null, locations: [], options: OPTIONS, ...request },
  );
}

const { careful, standard, trusting } = BUILT_IN_PROFILES as Record<string, Profile> & {
  careful: Profile;
  standard: Profile;
  trusting: Profile;
};
const ALLOWED = { decision: 'allow', optionId: 'once' };
const isAllowed = (...judging: Parameters<typeof judged>) =>
  judged(...judging).decision === 'allow';

describe('tool kinds', () => {
  it.each([
    ['read', true, true, true],
    ['search', true, true, true],
    ['think', true, true, true],
    ['edit', false, true, true],
    ['move', false, true, true],
    ['fetch', false, true, true],
    ['delete', false, false, true],
    ['switch_mode', false, false, true],
    ['other', false, false, true],
  ] as const)('%s: careful %s, standard %s, trusting %s', (toolKind, ...expected) => {
    const request = { toolKind, locations: ['src/file.ts'] };
    expect([careful, standard, trusting].map((profile) => isAllowed(profile, request))).toEqual(
      expected,
    );
  });

  it('are answered for this time only, by the kind of the option', () => {
    expect(judged(standard, { toolKind: 'think' })).toEqual(ALLOWED);
    const options = OPTIONS.filter(({ kind }) => kind !== 'allow_once');
    expect(judged(standard, { toolKind: 'think', options })).toMatchObject({
      decision: 'ask',
      reason: expect.stringContaining('just this once'),
    });
  });

  it('are answered until the tool budget is used up', () => {
    expect(isAllowed(standard, { toolKind: 'think' }, 'ship', 299)).toBe(true);
    expect(judged(standard, { toolKind: 'think' }, 'ship', 300)).toMatchObject({
      decision: 'ask',
      reason: expect.stringContaining('budget of 300'),
    });
  });

  it('that change something are never answered for a scout', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('edit', 'delete', 'move', 'execute' as const),
        fc.constantFrom(null, 'ls'),
        (toolKind, command) => {
          const request = { toolKind, command, locations: ['a'] } as Partial<ToolRequest>;
          expect(isAllowed(trusting, request, 'scout')).toBe(false);
        },
      ),
    );
    expect(isAllowed(trusting, { toolKind: 'read', command: 'rm a' }, 'scout')).toBe(false);
    expect(isAllowed(careful, { toolKind: 'read', locations: ['a'] }, 'scout')).toBe(true);
  });
});

describe('paths', () => {
  /** Where a walk leads, link by link. */
  const followed = (parts: readonly string[]): string => {
    const links = new Map([
      [path.join(work, 'away'), path.join(folder.path, 'outside', 'inner')],
      [path.join(work, 'near'), path.join(work, 'src', 'deep')],
      [path.join(work, 'dangling'), path.join(folder.path, 'nowhere')],
    ]);
    return parts.reduce((at, part) => {
      const next = path.join(at, part);
      return links.get(next) ?? next;
    }, work);
  };
  const isInside = (place: string) => place.startsWith(`${work}${path.sep}`);

  const inside = () => [
    'file',
    './src/../file',
    path.join(work, 'src', 'deep', 'new', 'file'),
    'near/file',
    `file://${work}/file`,
  ];
  const outside = () => [
    '..',
    '../file',
    'src/../../file',
    '/etc/passwd',
    path.join(folder.path, 'outside', 'file'),
    'away/file',
    'away',
    'away/../file',
    'near/../../../outside/file',
    'dangling',
    'dangling/file',
    'file:///etc/passwd',
    'https://example.invalid/file',
    '~/file',
    '$HOME/file',
    `${work}-next/file`,
    'a\0b',
    'x'.repeat(5_000),
  ];

  it('inside the work folder are answered', () => {
    for (const location of inside()) {
      expect([location, judged(standard, { toolKind: 'edit', locations: [location] })]).toEqual([
        location,
        ALLOWED,
      ]);
    }
  });

  it('outside of it, or that lead who knows where, are asked about, reads too', () => {
    for (const location of outside()) {
      for (const toolKind of ['read', 'search', 'edit', 'move'] as const) {
        const locations = ['file', location];
        expect([location, isAllowed(trusting, { toolKind, locations })]).toEqual([location, false]);
      }
    }
  });

  it('that are missing, the folder itself, or of git are asked about when something is written', () => {
    for (const locations of [[], ['.'], [work], ['.git/config'], ['src/.GIT/hooks/x']]) {
      expect(isAllowed(trusting, { toolKind: 'delete', locations })).toBe(false);
    }
    expect(isAllowed(trusting, { toolKind: 'read', locations: [] })).toBe(true);
    expect(isAllowed(trusting, { toolKind: 'read', locations: ['.', '.git/config'] })).toBe(true);
  });

  it('must fit the patterns of the profile when something is written', () => {
    const profile = profileSchema.parse({
      allow: ['edit'],
      paths: ['src/**', '*.md', '**/*.test.ts'],
    });
    const fits = (location: string) =>
      isAllowed(profile, { toolKind: 'edit', locations: [location] });
    expect(['src/a', 'src/deep/b', 'README.md', 'a.test.ts', 'x/y/a.test.ts'].map(fits)).toEqual(
      Array(5).fill(true),
    );
    expect(['srcs/a', 'docs/README.md', 'a.ts', 'READMExmd'].map(fits)).toEqual(
      Array(4).fill(false),
    );
  });

  it('never lead outside, whatever they are made of', () => {
    const part = fc.constantFrom('..', '.', 'src', 'deep', 'away', 'near', 'dangling', 'new', '');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.boolean(), (parts, isAbsolute) => {
        const location = isAbsolute ? `${work}/${parts.join('/')}` : parts.join('/');
        if (!isAllowed(standard, { toolKind: 'edit', locations: [location] })) return;
        // Whether a program takes `link/..` for the link's own folder or follows the link first, it stays inside.
        const straight = followed(path.relative(work, path.resolve(work, location)).split('/'));
        expect([straight, followed(parts)].map(isInside)).toEqual([true, true]);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('commands', () => {
  const profile = profileSchema.parse({
    commands: ['npm test*', 'git diff', 'a * b * c', 'make x && make y'],
  });
  const runs = (command: string) => isAllowed(profile, { toolKind: 'execute', command });

  it('are answered by whole-line patterns', () => {
    const covered = ['npm test', 'npm test -- unit', ' git diff ', 'a 1 b 2 c', 'make x && make y'];
    expect(covered.map(runs)).toEqual(covered.map(() => true));
    const others = ['npm tes', 'xnpm test', 'git diff --stat', 'a b c', 'make x && make z', ''];
    expect(others.map(runs)).toEqual(others.map(() => false));
    expect(isAllowed(profile, { toolKind: 'execute', command: null })).toBe(false);
    expect(isAllowed(careful, { toolKind: 'execute', command: 'ls' })).toBe(false);
  });

  it('that the agent calls something else are judged as commands', () => {
    for (const toolKind of ['read', 'search', 'think', 'other'] as const) {
      expect(isAllowed(careful, { toolKind, command: 'cat a; rm a' })).toBe(false);
    }
    expect(isAllowed(profile, { toolKind: 'read', command: 'git diff' })).toBe(true);
  });

  it('in a folder outside are asked about', () => {
    const request = { toolKind: 'execute', command: 'git diff' } as const;
    expect(isAllowed(profile, { ...request, locations: ['src'] })).toBe(true);
    expect(isAllowed(profile, { ...request, locations: ['/'] })).toBe(false);
  });

  it('that are chained are never covered by a wildcard', () => {
    const operator = fc.constantFrom(
      ';',
      '&',
      '&&',
      '|',
      '||',
      '`',
      '$(',
      '${',
      '>',
      '<',
      '\n',
      '\r',
      '(',
      ')',
      '\0',
    );
    const text = fc.string({ unit: 'grapheme-ascii', maxLength: 20 });
    fc.assert(
      fc.property(text, operator, text, (before, sign, after) => {
        const command = `npm test ${before}${sign}${after}`;
        expect(runs(command)).toBe(false);
        expect(isAllowed(trusting, { toolKind: 'execute', command })).toBe(false);
      }),
    );
  });

  it('are judged quickly, however long', () => {
    const stars = profileSchema.parse({ commands: [`${'* '.repeat(30)}x`] });
    const startedAt = performance.now();
    isAllowed(stars, { toolKind: 'execute', command: ' '.repeat(4_000) });
    isAllowed(stars, { toolKind: 'execute', command: 'a '.repeat(1_000_000) });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
