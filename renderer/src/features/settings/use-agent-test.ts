import { useState } from 'react';
import { testInWords } from '../../../../shared/agent-test-words.ts';
import type { AgentTestOutcome } from '../../../../shared/agent-tests.ts';
import { assertNever } from '../../../../shared/assert-never.ts';
import { call } from '../../api/daemon.ts';

export interface TestResult {
  readonly lines: readonly string[];
  readonly tone: 'good' | 'login' | 'bad';
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
      setResult({ lines: [answer.problem.message, answer.problem.nextStep], tone: 'bad' });
      return;
    }
    setResult({ lines: testInWords(answer.value), tone: toneOf(answer.value) });
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
