import * as fc from 'fast-check';
import { QueueModel } from './queue-model.ts';
import { RANDOM_STEPS } from './random-step.ts';
import type { Step } from './steps.ts';

/** Steps of a history. */
export const LONGEST = 120;
/** Half of the time a step speaks of a task that one of the last few did: what goes wrong is often said of one task in a row. */
const RECENT = 4;
const MOST_KINDS = 3;
const MOST_CANDIDATES = 30;
const WEIGHTS = RANDOM_STEPS.reduce((sum, [weight]) => sum + weight, 0);

/** Any list of steps. Makes a history that went wrong shorter and its steps simpler. */
const anySteps = fc.array(
  fc.oneof(...RANDOM_STEPS.map(([weight, arbitrary]) => ({ weight, arbitrary }))),
);

/**
 * Histories that get somewhere. Drawn blindly, nearly every step would speak of a task that is not there or not in
 * that state; so of a kind of step a few are drawn until the model says that one would do something, and after that another kind.
 */
class GuidedHistory extends fc.Arbitrary<Step[]> {
  override generate(random: fc.Random): fc.Value<Step[]> {
    const model = new QueueModel();
    const steps: Step[] = [];
    for (let left = random.nextInt(1, LONGEST); left > 0; left -= 1) {
      const step = guidedStep(model, steps, random);
      if (model.isPossible(step)) model.apply(step);
      steps.push(step);
    }
    return new fc.Value(steps, undefined);
  }

  override canShrinkWithoutContext(steps: unknown): steps is Step[] {
    return anySteps.canShrinkWithoutContext(steps);
  }

  override shrink(steps: Step[], context: unknown): fc.Stream<fc.Value<Step[]>> {
    return anySteps.shrink(steps, context);
  }
}

export const randomHistory: fc.Arbitrary<Step[]> = new GuidedHistory();

function guidedStep(model: QueueModel, earlier: readonly Step[], random: fc.Random): Step {
  const recent = earlier.slice(-RECENT).flatMap((step) => ('task' in step ? [step.task] : []));
  let blind: Step | undefined;
  for (let kinds = MOST_KINDS; kinds > 0; kinds -= 1) {
    const arbitrary = randomKind(random);
    const isWanted = WANTED[random.nextInt(0, WANTED.length - 1)] ?? changesSomething;
    const staysClose = random.nextInt(1, 2) === 1;
    for (let left = MOST_CANDIDATES; left > 0; left -= 1) {
      const step = arbitrary.generate(random, undefined).value;
      blind ??= step;
      const isFar = 'task' in step && !isInsert(step) && !recent.includes(step.task);
      if (!isOfWhatIsThere(model, step) || (staysClose && isFar)) continue;
      if (isWanted(model, step)) return step;
    }
  }
  return blind ?? { do: 'oldReclaim' };
}

/** What is wanted of a step, as often as it stands here: mostly an effect, else a refusal, best of work under way. */
const WANTED = [changesSomething, changesSomething, changesSomething, isOfWorkUnderWay, isAny];

function changesSomething(model: QueueModel, step: Step): boolean {
  const { queue } = model;
  const copy = model.copy();
  copy.apply(step);
  return copy.queue.changes > queue.changes || copy.queue.now !== queue.now;
}

function isOfWorkUnderWay({ queue }: QueueModel, step: Step): boolean {
  const task = 'task' in step ? queue.tasks.get(step.task) : undefined;
  return task === undefined || task.claimedAt !== null;
}

function isAny(): boolean {
  return true;
}

/** Speaks of a task or a question that is there; to insert a task, of one that is not. */
function isOfWhatIsThere(model: QueueModel, step: Step): boolean {
  if ('questionsAgo' in step) return model.questionIndex(step.task, step.questionsAgo) >= 0;
  if (!('task' in step)) return true;
  return model.queue.tasks.has(step.task) !== isInsert(step);
}

function isInsert(step: Step): boolean {
  return step.do === 'enqueue' || step.do === 'oldInsert';
}

function randomKind(random: fc.Random): fc.Arbitrary<Step> {
  let left = random.nextInt(1, WEIGHTS);
  for (const [weight, arbitrary] of RANDOM_STEPS) {
    left -= weight;
    if (left <= 0) return arbitrary;
  }
  throw new Error('The weights do not add up.');
}
