import { useState } from 'react';
import { testInWords } from '../../../../shared/agent-test-words.ts';
import type { AgentTestOutcome } from '../../../../shared/agent-tests.ts';
import { assertNever } from '../../../../shared/assert-never.ts';
import { call } from '../../api/daemon.ts';
import { problemAsText } from '../../state/reason.ts';

export interface TestResult {
  readonly lines: readonly string[];
  readonly tone: 'good' | 'login' | 'bad';
  /** What a report of it would need. */
  readonly copied: string;
}

/** Tries an agent; what came of it stays until the next try. */
export function useAgentTest(agent: string) {
  const [isRunning, setRunning] = useState(false);
  const [result, setResult] = useState<TestResult | null>(null);
  async function test() {
    if (isRunning) return;
    setRunning(true);
    setResult(null);
    const answer = await call('agent.test', { agent });
    setRunning(false);
    if (!answer.ok) {
      const { message, nextStep } = answer.problem;
      setResult({ lines: [message, nextStep], tone: 'bad', copied: problemAsText(answer.problem) });
      return;
    }
    const lines = testInWords(answer.value);
    setResult({ lines, tone: toneOf(answer.value), copied: lines.join('\n') });
  }
  return { isRunning, result, test };
}

function toneOf(outcome: AgentTestOutcome): TestResult['tone'] {
  switch (outcome.outcome) {
    case 'agent_answered':
      return outcome.session.state === 'opened' ? 'good' : 'login';
    case 'command_found':
      return 'good';
    case 'agent_test_failed':
    case 'unknown_agent':
      return 'bad';
    default:
      return assertNever(outcome);
  }
}
