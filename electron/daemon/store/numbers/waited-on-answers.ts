export interface ClosedQuestion {
  readonly askedAt: number;
  readonly closedAt: number;
}

/** How long at least one of the questions was open between two times; several at once count once. */
export function waitedOnAnswers(
  questions: readonly ClosedQuestion[],
  startedAt: number,
  settledAt: number,
): number {
  let waitedMs = 0;
  let countedUntil = startedAt;
  for (const { askedAt, closedAt } of questions.toSorted((a, b) => a.askedAt - b.askedAt)) {
    const from = Math.max(askedAt, countedUntil);
    const until = Math.min(closedAt, settledAt);
    if (until <= from) continue;
    waitedMs += until - from;
    countedUntil = until;
  }
  return waitedMs;
}
