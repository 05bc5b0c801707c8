/** What this window has answered, so that an answer from elsewhere can be told apart from its own. */
const answered = new Set<string>();

export function markAnsweredHere(approvalId: string): void {
  answered.add(approvalId);
}

export function isAnsweredHere(approvalId: string): boolean {
  return answered.has(approvalId);
}
