import { describe, expect, it } from 'vitest';
import { parseFilter, suggestionsFor } from '../../renderer/src/state/filter-words.ts';
import { EMPTY_LANES, orderLanes } from '../../renderer/src/state/lane-order.ts';
import { cardRow } from '../helpers/board-rows.ts';
import { rowsOnBoard, runRow } from '../helpers/run-rows.ts';

describe('a filter', () => {
  it('is words and tokens, in any order and case', () => {
    expect(parseFilter('Fix agent:Claude "the login" project:"my app" state:done agent:x')).toEqual(
      {
        words: ['fix', 'the login'],
        agents: ['claude', 'x'],
        projects: ['my app'],
        states: ['done'],
      },
    );
  });

  it('asks for nothing with a token that has no value yet, and takes unknown tokens as words', () => {
    expect(parseFilter('agent: project:"')).toEqual({
      words: [],
      agents: [],
      projects: [],
      states: [],
    });
    expect(parseFilter('http://x').words).toEqual(['http://x']);
  });

  const board = rowsOnBoard(
    [
      cardRow({ id: 'a', agent: 'claude', projectName: 'my app', title: 'Fix the login' }),
      cardRow({
        id: 'b',
        agent: 'codex',
        projectName: 'my app',
        status: 'held',
        state: 'awaiting',
      }),
      cardRow({ id: 'c', agent: 'codex', projectName: 'site', title: 'agent claude' }),
    ],
    [
      runRow({
        id: 'run',
        agent: 'claude',
        status: 'ended',
        state: 'failed',
        endReason: 'stalled',
      }),
    ],
  );
  it.each([
    ['agent:claude', ['a', 'run']],
    ['agent:claude agent:codex project:"my app"', ['a', 'b']],
    ['state:awaiting', ['b']],
    ['state:held', ['b']],
    ['state:stalled', ['run']],
    ['agent:cod claude', ['c']],
    ['agent:', ['a', 'b', 'c', 'run']],
  ])('%s shows %j', (text, ids) => {
    const shown = orderLanes(board, { text, projectId: null }, EMPTY_LANES);
    expect(Object.values(shown).flat().sort()).toEqual(ids);
  });
});

describe('what a filter suggests', () => {
  const values = { agent: ['claude', 'codex'], project: ['my app'], state: ['done', 'failed'] };
  const tokens = (text: string) => suggestionsFor(text, values).map(({ token }) => token);

  it.each([
    ['', ['agent:', 'project:', 'state:']],
    ['fix a', ['agent:']],
    ['fix', []],
    ['agent:c', ['agent:claude', 'agent:codex']],
    ['agent:codex', []],
    ['state:', ['state:done', 'state:failed']],
    ['project:"my', ['project:"my app"']],
    ['project:"my a', ['project:"my app"']],
    ['other:', []],
  ])('for %j is %j', (text, suggested) => {
    expect(tokens(text)).toEqual(suggested);
  });

  it('stands in place of the last word only', () => {
    expect(suggestionsFor('fix "a b" agent:co', values)).toEqual([
      { token: 'agent:codex', text: 'fix "a b" agent:codex ' },
    ]);
  });
});
