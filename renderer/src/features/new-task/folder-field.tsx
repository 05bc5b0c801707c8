import { isInWindow } from '../../api/daemon.ts';
import { ActionButton } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { pickFolder } from '../../state/person-actions.ts';
import type { NamedChoiceProps } from './choice-fields.tsx';

const RECENT_SHOWN = 4;

export function FolderField({ value, catalog, problem, choose }: NamedChoiceProps) {
  const recent = catalog.recentFolders.filter((folder) => folder !== value).slice(0, RECENT_SHOWN);
  async function browse() {
    const folder = await pickFolder();
    if (folder !== null) choose(folder);
  }
  return (
    <Field
      label="Folder"
      problem={problem}
      explanation={
        recent.length === 0 ? (
          'The repository or folder to work in.'
        ) : (
          <span className="flex min-w-0 items-baseline gap-x-2">
            <span className="shrink-0">Recent</span>
            {recent.map((folder) => (
              <button
                key={folder}
                type="button"
                title={folder}
                onClick={() => choose(folder)}
                className="min-w-0 truncate rounded-sm text-ink-2 underline decoration-line-strong underline-offset-2 hover:text-ink"
              >
                {lastPart(folder)}
              </button>
            ))}
          </span>
        )
      }
    >
      {(control) => (
        <div className="flex gap-2">
          <input
            {...control}
            type="text"
            value={value}
            placeholder="/path/to/a/repository"
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => choose(event.target.value)}
            className="field h-8"
          />
          {isInWindow() && <ActionButton act={browse}>Choose…</ActionButton>}
        </div>
      )}
    </Field>
  );
}

function lastPart(folder: string): string {
  return folder.split(/[\\/]/).filter(Boolean).at(-1) ?? folder;
}
