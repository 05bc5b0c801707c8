import { useState } from 'react';
import type { Settings } from '../../../../shared/settings.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { Copyable } from '../../components/copyable.tsx';
import { Section } from '../../components/screen.tsx';
import {
  type WriteRefusal,
  writeRefusalInLine,
  writeSettings,
} from '../../state/settings-store.ts';

/** Which projects tell when something needs a person. */
export function NotificationSection({ projects }: { projects: Settings['projects'] }) {
  return (
    <Section title="Notifications">
      <p className="text-ink-3">
        A project tells you when something in it needs you, while the window has no focus.
        {projects.length === 0 && ' Projects appear here once work was started in them.'}
      </p>
      <ul className="divide-y divide-line">
        {projects.map((project) => (
          <ProjectToggle key={project.folder} project={project} />
        ))}
      </ul>
    </Section>
  );
}

function ProjectToggle({ project }: { project: Settings['projects'][number] }) {
  const { folder, notify } = project;
  /** As pressed, until it is written or refused. */
  const [pressed, setPressed] = useState<boolean | null>(null);
  const [isSaved, setSaved] = useState(false);
  const [refusal, setRefusal] = useState<WriteRefusal | null>(null);
  async function choose(wanted: boolean) {
    if (pressed !== null) return;
    setPressed(wanted);
    const path = ['projects', folder, 'notify'];
    const refused = await writeSettings([{ path, value: wanted ? null : false }]);
    setPressed(null);
    setSaved(refused === null);
    setRefusal(refused);
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-2">
      <label className="flex min-w-0 flex-1 items-start gap-2">
        <input
          type="checkbox"
          checked={pressed ?? notify}
          aria-disabled={pressed !== null}
          onChange={(event) => void choose(event.target.checked)}
          className="checkbox mt-0.75"
        />
        <span className="min-w-0">
          <AgentText text={lastPart(folder)} className="block truncate font-medium" />
          <AgentText text={folder} className="block font-mono text-2xs break-all text-ink-3" />
        </span>
      </label>
      <span role="status" className="text-xs text-ink-3 empty:hidden">
        {isSaved && 'Saved'}
      </span>
      {refusal !== null && (
        <div role="alert" className="mt-1 w-full ps-5.5 text-xs text-failed-ink">
          <Copyable text={writeRefusalInLine(refusal)}>{writeRefusalInLine(refusal)}</Copyable>
        </div>
      )}
    </li>
  );
}

function lastPart(folder: string): string {
  return folder.split(/[\\/]/).filter(Boolean).at(-1) ?? folder;
}
