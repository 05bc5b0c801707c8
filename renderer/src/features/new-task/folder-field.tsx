import { isInWindow } from '../../api/daemon.ts';
import { ActionButton } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { pickFolder } from '../../state/person-actions.ts';
import type { FormPart } from './form-part.ts';
import { problemAt } from './form-refusal.tsx';

const RECENT_SHOWN = 4;

export function FolderField({ input, catalog, refusal, change }: FormPart) {
  const recent = catalog.recentFolders
    .filter((folder) => folder !== input.folder)
    .slice(0, RECENT_SHOWN);
  async function choose() {
    const folder = await pickFolder();
    if (folder !== null) change({ folder });
  }
  return (
    <Field
      label="Folder"
      problem={problemAt(refusal, 'folder')}
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
                onClick={() => change({ folder })}
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
            value={input.folder}
            placeholder="/path/to/a/repository"
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => change({ folder: event.target.value })}
            className="field h-8"
          />
          {isInWindow() && <ActionButton act={choose}>Choose…</ActionButton>}
        </div>
      )}
    </Field>
  );
}

function lastPart(folder: string): string {
  return folder.split(/[\\/]/).filter(Boolean).at(-1) ?? folder;
}
