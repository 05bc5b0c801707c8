import type { Settings } from '../../../../shared/settings.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Copyable } from '../../components/copyable.tsx';
import { Section } from '../../components/screen.tsx';
import { ConfigurationProblems, configurationProblemsAsText } from './configuration-problems.tsx';

export function FileSection({ file, problems }: Pick<Settings, 'file' | 'problems'>) {
  return (
    <Section title="Configuration file">
      <p className="flex items-center gap-2">
        <AgentText text={file} className="min-w-0 flex-1 font-mono text-xs break-all" />
        <CopyButton text={file} label="Copy path" />
      </p>
      <p className="text-ink-3">
        What is saved here is written there; what you change there shows here at once. Its comments
        stay.
      </p>
      {problems.length > 0 && (
        <div className="rounded-md bg-awaiting-wash px-3 py-2">
          <Copyable text={configurationProblemsAsText(problems)}>
            <p className="mb-1 font-medium text-awaiting-ink">Not applied</p>
            <ConfigurationProblems problems={problems} />
          </Copyable>
        </div>
      )}
    </Section>
  );
}
