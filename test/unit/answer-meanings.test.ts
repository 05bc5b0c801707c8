import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../electron/daemon/loops/run-rules.ts';
import { allowForRunMeaning, answeredWord, answerMeaning } from '../../shared/answer-meanings.ts';
import { approvalOptionSchema } from '../../shared/board.ts';
import type { Approval } from '../../shared/contract.ts';
import { toolKindSchema } from '../../shared/tasks.ts';

describe('what an answer means', () => {
  it('has words of its own for each kind, which never promise more than was asked for', () => {
    const kinds = approvalOptionSchema.shape.kind.options;
    expect(new Set(kinds.map(answerMeaning)).size).toBe(kinds.length);
    expect(new Set(kinds.map(answeredWord)).size).toBe(kinds.length);
    for (const kind of kinds) {
      expect(answerMeaning(kind).includes('once')).toBe(kind.endsWith('_once'));
      expect(answerMeaning(kind).includes('up to the agent')).toBe(kind.endsWith('_always'));
    }
  });

  it('says of an answer for the run what its rule will be', () => {
    for (const toolKind of toolKindSchema.options) {
      for (const command of ['make', null]) {
        const rule = ruleOf({ toolKind, command } as Approval, 'rule');
        const words = allowForRunMeaning({ toolKind, command });
        expect(words.includes('exactly this command')).toBe(rule !== null && rule.subject !== null);
        expect(words.includes(`every "${toolKind}"`)).toBe(rule !== null && rule.subject === null);
        expect(words.includes('none is written')).toBe(rule === null);
      }
    }
  });
});
