import {
  factsAgeWords,
  isOver,
  pullLine,
  pullNews,
  pullNumber,
} from '../../../../shared/pull-words.ts';
import type { RunPull } from '../../../../shared/pulls.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { useTimeText } from '../../state/clock.ts';
import { PullMark } from './pull-mark.tsx';

/** Where the pull request stands, in one quiet line of the run's row. */
export function PullLine({ pull }: { pull: RunPull }) {
  const age = useTimeText((now) => factsAgeWords(pull, now));
  const news = pullNews(pull);
  const why = isOver(pull.status) ? '' : (pull.trouble?.message ?? '');
  const said = [age, ...news, why].filter((part) => part !== '');
  return (
    <p
      data-pull={pull.status}
      title={[pullLine(pull), age, why].filter((part) => part !== '').join(' · ')}
      className="truncate text-xs text-ink-3"
    >
      <span className="sr-only">Pull request </span>
      {pullNumber(pull) ?? 'Pull request'} <PullMark pull={pull} />
      {said.map((part) => (
        <span key={part} className={part === why ? 'text-failed-ink' : ''}>
          {' · '}
          <AgentText text={part} />
        </span>
      ))}
    </p>
  );
}
