export interface QueuedTask {
  readonly id: string;
  readonly project: string;
}

export type ClaimedTask = QueuedTask & { readonly generation: number };

/** The way of a task as both the store and the bare floor offer it to the runner. Each call is one transaction. */
export interface QueueContender {
  enqueue(task: QueuedTask): Promise<unknown> | unknown;
  /** The oldest task, under a cap that one at a time does not reach. */
  claim(project: string): Promise<ClaimedTask | undefined> | ClaimedTask | undefined;
  markRunning(task: ClaimedTask): Promise<unknown> | unknown;
  complete(task: ClaimedTask): Promise<unknown> | unknown;
  close(): void;
}
