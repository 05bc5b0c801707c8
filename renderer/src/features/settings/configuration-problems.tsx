import type { ConfigurationProblem } from '../../../../shared/configuration.ts';
import { AgentText } from '../../components/agent-text.tsx';

/** One line for each, to be copied. */
export function configurationProblemsAsText(problems: readonly ConfigurationProblem[]): string {
  return problems
    .map(({ path, expected, found }) => `config.json ${path}: expected ${expected}, found ${found}`)
    .join('\n');
}

/** Where it is, what was expected there, and what was found. */
export function ConfigurationProblems({ problems }: { problems: readonly ConfigurationProblem[] }) {
  return (
    <ul className="space-y-1 text-xs">
      {problems.map(({ path, expected, found }) => (
        <li key={`${path} ${expected} ${found}`} className="break-words text-ink-2">
          <AgentText text={path} className="me-2 font-mono text-2xs text-ink" />
          expected {expected}, found <AgentText text={found} className="font-mono text-2xs" />
        </li>
      ))}
    </ul>
  );
}
