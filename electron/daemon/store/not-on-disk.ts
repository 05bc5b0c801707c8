import { StoreUnavailable } from './store-unavailable.ts';

/**
 * What was written is committed, and everybody sees it; but the disk refused to say that it would outlive a loss of
 * power. For a person that is a failure to be told. What only this machine needs may go on with the result.
 */
export class NotOnDisk extends StoreUnavailable {
  readonly result: unknown;

  constructor(result: unknown, cause: unknown) {
    super(
      {
        code: 'database_not_on_disk',
        message: `The disk did not confirm what was written (${cause instanceof Error ? cause.message : String(cause)}). It was done all the same, and holds as long as this machine has power.`,
        nextStep: 'Check the disk and its quota. Each change asks it again until it obeys.',
      },
      cause,
    );
    this.name = 'NotOnDisk';
    this.result = result;
  }
}
