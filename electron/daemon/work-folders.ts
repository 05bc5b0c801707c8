import { createHash } from 'node:crypto';
import type { PreparedFolder } from './dispatcher/dispatch-context.ts';
import type { Project, Task } from './store/store.ts';
import { changesLeftBehind, prepareWorkFolder } from './workers/worktrees/prepare-work-folder.ts';
import { projectOf } from './workers/worktrees/project-of.ts';
import {
  removeLeftWorktrees,
  removeWorktreeIfUntouched,
} from './workers/worktrees/remove-worktree.ts';

/** The project that a folder belongs to: its repository, or the folder itself. The id is derived from its path. */
export async function projectOfFolder(folder: string): Promise<Project> {
  const { root, name } = await projectOf(folder);
  return { id: projectIdOf(root), name, folder: root };
}

/** Of a project by its top folder. */
export function projectIdOf(root: string): string {
  return createHash('sha256').update(root).digest('hex').slice(0, 16);
}

/** Where a claimed task works: a worktree of its own, or the folder in place. */
export async function folderForTask(home: string, task: Task): Promise<PreparedFolder> {
  const prepared = await prepareWorkFolder({
    home,
    folder: task.folder,
    taskId: task.id,
    start: task.generation,
    shape: task.shape,
    kind: task.kind,
  });
  if (prepared.outcome === 'failed') return prepared;
  const { workFolder, worktree, notes } = prepared;
  return {
    outcome: 'ready',
    workFolder,
    branch: worktree?.branch ?? null,
    notes,
    lateNote: async () => (worktree === null ? null : changesLeftBehind(worktree)),
    discardIfUntouched: async () => {
      if (worktree !== null) await removeWorktreeIfUntouched(worktree);
    },
  };
}

/** Clears what starts of a reclaimed task left behind, unless somebody would miss it. */
export async function clearLeftFolders(home: string, task: Task): Promise<void> {
  if (task.kind === 'send') return;
  const { id: taskId, folder, generation: lastStart } = task;
  await removeLeftWorktrees({ home, folder, taskId, lastStart });
}
