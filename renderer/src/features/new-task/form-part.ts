import type { Catalog, StartInput } from '../../../../shared/contract.ts';
import type { StartRefusal } from './start-task.ts';

/** What a field of the form needs to know, and how it says what was typed. */
export interface FormPart {
  readonly input: StartInput;
  readonly catalog: Catalog;
  readonly refusal: StartRefusal;
  readonly change: (changed: Partial<StartInput>) => void;
}
