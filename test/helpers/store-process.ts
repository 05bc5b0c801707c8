import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A program beside this file, run as a process of its own. It reports and obeys by messages. */
export class StoreProcess {
  readonly #child: ChildProcess;

  constructor(
    program:
      | 'holds-the-lock'
      | 'claims-everything'
      | 'opens-files'
      | 'enqueues'
      | 'leaves-it-open'
      | 'closes-it',
    ...args: string[]
  ) {
    const path = fileURLToPath(new URL(`store-process-${program}.ts`, import.meta.url));
    this.#child = fork(path, args, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [],
    });
  }

  async message<Message>(): Promise<Message> {
    const [message] = await once(this.#child, 'message');
    return message as Message;
  }

  tell(word: string): void {
    this.#child.send(word);
  }

  /** Resolves with its exit code when it came to its end by itself. */
  async ended(): Promise<number | null> {
    const [code] = await once(this.#child, 'exit');
    return code as number | null;
  }

  /** Resolves when the process is gone. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill();
    await gone;
  }
}
