import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { EditorConfiguration } from '../../../shared/configuration.ts';
import type { OpenEditorOutcome } from '../../../shared/outcomes.ts';
import { findCommand } from '../workers/agents/find-command.ts';

interface Editor {
  readonly command: string;
  readonly args: readonly string[];
}

/** Editors that open a folder in a window of their own, in the order in which they are looked for. */
const KNOWN_EDITORS = ['code', 'codium', 'cursor', 'zed', 'subl', 'idea'];

/** Opens a folder in the configured editor, or in one that is installed. Resolves once it has started. */
export async function openInEditor(
  folder: string,
  configured: EditorConfiguration,
): Promise<OpenEditorOutcome> {
  if (!existsSync(folder)) {
    return failed(`The folder ${folder} is no longer there.`, 'Its run was merged or discarded.');
  }
  const { command, args } = configured;
  const editor = command === undefined ? installedEditor(folder) : { command, args };
  if (editor === undefined) {
    return failed(
      `None of ${KNOWN_EDITORS.join(', ')} is on PATH.`,
      'Name yours in config.json: "editor": { "command": "…" }.',
    );
  }
  const child = spawn(editor.command, [...editor.args, folder], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  return new Promise((resolve) => {
    child.once('spawn', () => {
      child.unref();
      resolve({ outcome: 'editor_opened', command: editor.command });
    });
    child.once('error', (error) => {
      const next = 'Correct "editor" in config.json; its command must be on PATH.';
      resolve(failed(`"${editor.command}" could not be started: ${error.message}.`, next));
    });
  });
}

function installedEditor(folder: string): Editor | undefined {
  const command = KNOWN_EDITORS.find(
    (name) => findCommand(name, folder, process.env.PATH) !== null,
  );
  return command === undefined ? undefined : { command, args: [] };
}

function failed(message: string, nextStep: string): OpenEditorOutcome {
  return { outcome: 'editor_failed', problem: { code: 'editor_failed', message, nextStep } };
}
