import { useState } from 'react';
import { testInWords } from '../../../../shared/agent-test-words.ts';
import { call } from '../../api/daemon.ts';

export interface TestResult {
  readonly lines: readonly string[];
  readonly isGood: boolean;
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
      setResult({ lines: [answer.problem.message, answer.problem.nextStep], isGood: false });
      return;
    }
    const { value } = answer;
    setResult({
      lines: testInWords(value),
      isGood:
        value.outcome === 'command_found' ||
        (value.outcome === 'agent_answered' && value.session.state === 'opened'),
    });
  }
  return { isRunning, result, test };
}
