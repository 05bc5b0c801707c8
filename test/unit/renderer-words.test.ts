import { describe, expect, it } from 'vitest';
import {
  countByProject,
  needsYouCount,
  workersAtWork,
} from '../../renderer/src/features/board/counts.ts';
import {
  describeAgent,
  describeProfile,
} from '../../renderer/src/features/new-task/choice-words.ts';
import { describeAge, describeDuration } from '../../shared/durations.ts';
import { cardRow } from '../helpers/board-rows.ts';
import { attemptRow, rowsOnBoard, runRow } from '../helpers/run-rows.ts';

describe('durations', () => {
  it.each([
    [59_999, 'now', '59s'],
    [60_000, '1m', '1m'],
    [252_000, '4m', '4m 12s'],
    [3_600_000 * 3 + 60_000 * 20, '3h', '3h 20m'],
    [86_400_000 * 2 + 3_600_000, '2d', '2d 1h'],
  ])('%i ms', (ms, age, duration) => {
    expect(describeAge(ms)).toBe(age);
    expect(describeDuration(ms)).toBe(duration);
  });

  it('do not run below zero when clocks disagree', () => {
    expect(describeDuration(-5_000)).toBe('0s');
    expect(describeAge(-5_000)).toBe('now');
  });
});

describe('the words for an agent', () => {
  const agent = {
    id: 'gemini',
    protocol: 'acp' as const,
    commandLine: 'gemini --acp',
    builtIn: false,
    asks: 'always' as const,
    note: 'Asks before it edits.',
    found: true,
    foundAt: null,
  };

  it('are its note when it asks', () => {
    expect(describeAgent(agent)).toEqual({ text: 'Asks before it edits.', isWarning: false });
  });

  it('warn when it is not there, cannot be made to ask, or is not known', () => {
    expect(describeAgent({ ...agent, found: false }).text).toContain(
      '"gemini" was not found on PATH',
    );
    expect(describeAgent({ ...agent, found: false }).isWarning).toBe(true);
    expect(describeAgent({ ...agent, asks: 'never' }).isWarning).toBe(true);
    expect(describeAgent({ ...agent, asks: 'unknown' }).isWarning).toBe(true);
  });
});

describe('the words for a profile', () => {
  const profile = { id: 'x', builtIn: true, commands: [], paths: ['**'], toolBudget: 1 };

  it('do not promise commands that no pattern allows', () => {
    expect(describeProfile({ ...profile, allow: ['switch_mode'] }).text).toContain('switch mode');
    const words = describeProfile({ ...profile, allow: ['read', 'execute'] }).text;
    expect(words).toBe('May read without asking, at most 1 time. Asks for the rest.');
  });

  it('say that it asks about everything when its budget is nothing', () => {
    const words = describeProfile({ ...profile, allow: ['read'], toolBudget: 0 }).text;
    expect(words).toBe('Asks you about everything.');
  });
});

describe('counts', () => {
  const me = '127.0.0.1:7455';
  const running = { status: 'running', state: 'working' } as const;
  const question = {
    approvalId: 'approval',
    title: '',
    toolKind: 'execute' as const,
    subject: '',
    reason: '',
    options: [],
    askedAt: 0,
  };
  const cards = [
    cardRow({ id: 'a', ...running }),
    cardRow({ id: 'b', ...running, projectId: 'other', projectName: 'another' }),
    cardRow({ id: 'send', ...running, kind: 'send' }),
    cardRow({ id: 'asks', status: 'running', state: 'awaiting', question }),
    cardRow({ id: 'theirs', ...running, ownerDaemon: '127.0.0.1:7460' }),
    cardRow({ id: 'failed', status: 'failed', state: 'failed' }),
  ];
  const asking = attemptRow({ ordinal: 1, state: 'awaiting' });
  const checked = attemptRow({ ordinal: 1, phase: 'settled' });
  const rows = rowsOnBoard(cards, [
    runRow({ id: 'run' }),
    runRow({ id: 'run that asks', state: 'awaiting', attempts: [asking] }),
    runRow({ id: 'run that checks', attempts: [checked] }),
    runRow({ id: 'exhausted', status: 'ended', state: 'failed', attempts: [] }),
    runRow({ id: 'passed', status: 'ended', state: 'done', attempts: [] }),
  ]);

  it('of workers leave out what does not fill the cap of this daemon', () => {
    expect(workersAtWork(rows, null, me)).toEqual({ workers: 3, projects: 2 });
    expect(workersAtWork(rows, 'other', me)).toEqual({ workers: 1, projects: 1 });
  });

  it('of what needs a person go by project', () => {
    expect(needsYouCount(rows, null)).toBe(4);
    expect(needsYouCount(rows, 'other')).toBe(0);
    expect(countByProject(rows).map(({ name, needsYou }) => [name, needsYou])).toEqual([
      ['another', 0],
      ['project', 4],
    ]);
  });
});
