import { requiredFactWords } from '../../../../shared/pull-words.ts';
import type { FailedFact } from '../../../../shared/pulls.ts';
import { AgentText } from '../../components/agent-text.tsx';

/** One line for each. */
export function failedFactsAsText(failed: readonly FailedFact[]): string {
  return failed
    .map(({ fact, expected, found }) => `${fact}: expected ${expected}, found ${found}`)
    .join('\n');
}

/** Each fact that did not hold, with what was expected and what the forge said. */
export function FailedFacts({ failed }: { failed: readonly FailedFact[] }) {
  return (
    <table className="w-full table-fixed text-start text-xs">
      <caption className="pb-1.5 text-start font-medium text-failed-ink">
        {failed.length === 1 ? 'One fact does' : `${failed.length} facts do`} not hold. Nothing was
        started or changed.
      </caption>
      <thead className="text-ink-3">
        <tr>
          <th scope="col" className="w-28 py-1 pe-3 font-normal">
            Fact
          </th>
          <th scope="col" className="py-1 pe-3 font-normal">
            Expected
          </th>
          <th scope="col" className="py-1 font-normal">
            Found
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {failed.map(({ fact, expected, found }) => (
          <tr key={fact} data-fact={fact} className="align-top">
            <th scope="row" className="py-1 pe-3 font-medium">
              {requiredFactWords(fact)}
            </th>
            <td className="py-1 pe-3">
              <Value text={expected} />
            </td>
            <td className="py-1 text-failed-ink">
              <Value text={found} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Commits can be compared digit by digit. */
function Value({ text }: { text: string }) {
  const isCommit = /^[0-9a-f]{40,64}$/.test(text);
  return (
    <span className={isCommit ? 'font-mono text-2xs break-all' : 'break-words'}>
      <AgentText text={text} />
    </span>
  );
}
