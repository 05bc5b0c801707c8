import { Tabs } from 'radix-ui';
import { describeAttemptOutcome } from '../../../../shared/run-words.ts';
import type { RunAttemptDetails, RunCard } from '../../../../shared/runs.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { Button } from '../../components/button.tsx';
import { checkWords } from '../../components/check-result.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ProblemWords } from '../../components/problem-words.tsx';
import { Scrollable } from '../../components/scrollable.tsx';
import { openTask } from '../../state/navigation.ts';
import { Transcript } from '../details/transcript/transcript.tsx';
import { useTabWithSearch } from '../details/use-tab-with-search.ts';

interface AttemptInFullProps {
  readonly run: RunCard;
  readonly attempt: RunAttemptDetails;
}

/** The prompt that an attempt got, what its agent did with it, and what its check printed. */
export function AttemptInFull({ run, attempt }: AttemptInFullProps) {
  const { ordinal, outcome, sessionId } = attempt;
  const [tab, setTab] = useTabWithSearch('transcript');
  return (
    <section aria-label={`Attempt ${ordinal}`} className="flex min-h-0 flex-1 flex-col">
      {outcome !== null && outcome !== 'passed' && (
        <div className="readable max-h-[30%] shrink-0 overflow-y-auto px-5 pt-2 text-xs">
          {attempt.error === null ? (
            <p className="text-ink-2">{describeAttemptOutcome(outcome)}</p>
          ) : (
            <ProblemWords problem={attempt.error} />
          )}
        </div>
      )}
      <Tabs.Root value={tab} onValueChange={setTab} className="flex min-h-0 flex-1 flex-col">
        <div className="flex shrink-0 items-center gap-1 px-3 py-1.5">
          <Tabs.List aria-label={`Attempt ${ordinal}`} className="flex gap-0.5">
            <Part value="transcript">Transcript</Part>
            <Part value="prompt">Prompt</Part>
            <Part value="check">Check</Part>
          </Tabs.List>
          {attempt.phase !== 'planned' && (
            <Button
              look="quiet"
              size="small"
              className="ms-auto"
              onClick={() => openTask(attempt.taskId)}
            >
              Task
            </Button>
          )}
        </div>
        <Tabs.Content
          value="transcript"
          className="flex min-h-0 flex-1 flex-col border-t border-line outline-offset-[-2px]"
        >
          {sessionId === null ? (
            <p className="px-5 py-3 text-ink-3">
              {attempt.settledAt === null
                ? 'Nothing yet. It begins when a worker starts.'
                : 'No worker was started, so there is nothing to read.'}
            </p>
          ) : (
            <Transcript key={sessionId} sessionId={sessionId} revision={run.revision} />
          )}
        </Tabs.Content>
        <Tabs.Content
          value="prompt"
          className="flex min-h-0 flex-1 flex-col border-t border-line outline-offset-[-2px]"
        >
          <Words label={`Prompt of attempt ${ordinal}`} text={attempt.prompt} />
        </Tabs.Content>
        <Tabs.Content
          value="check"
          className="flex min-h-0 flex-1 flex-col border-t border-line outline-offset-[-2px]"
        >
          <CheckOutput run={run} attempt={attempt} />
        </Tabs.Content>
      </Tabs.Root>
    </section>
  );
}

function Part({ value, children }: { value: string; children: string }) {
  return (
    <Tabs.Trigger
      value={value}
      className="h-6 rounded-md px-2 text-xs text-ink-3 hover:text-ink data-[state=active]:bg-chosen data-[state=active]:font-medium data-[state=active]:text-ink"
    >
      {children}
    </Tabs.Trigger>
  );
}

function CheckOutput({ run, attempt }: AttemptInFullProps) {
  const result = checkWords(attempt);
  if (attempt.checkOutput === null || result === null) {
    return (
      <p className="px-5 py-3 text-ink-3">
        {attempt.phase === 'settled' ? 'The check is running.' : 'The check has not run.'}
      </p>
    );
  }
  return (
    <>
      <p className="flex items-center gap-3 px-5 py-2 font-mono text-xs text-ink-2">
        <span className="min-w-0 flex-1 break-words">
          <AgentText text={run.check} />
        </span>
        <span className={attempt.checkExitCode === 0 ? 'text-done-ink' : 'text-failed-ink'}>
          {result}
        </span>
        <CopyButton text={attempt.checkOutput} />
      </p>
      <Words
        label={`Output of the check of attempt ${attempt.ordinal}`}
        text={attempt.checkOutput === '' ? 'It printed nothing.' : attempt.checkOutput}
        isOutput
      />
    </>
  );
}

interface WordsProps {
  readonly label: string;
  readonly text: string;
  readonly isOutput?: boolean;
}

function Words({ label, text, isOutput = false }: WordsProps) {
  return (
    <Scrollable label={label} className="readable min-h-0 flex-1 px-5 py-2">
      <p className={`break-words whitespace-pre-wrap ${isOutput ? 'font-mono text-xs' : ''}`}>
        <AgentText text={text} />
      </p>
    </Scrollable>
  );
}
