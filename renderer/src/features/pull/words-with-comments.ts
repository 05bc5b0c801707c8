import { commentsToSend, type ReviewDraft } from '../../state/review-draft.ts';

/** Everything that was written about a run, as one text: the line of each comment is named in it. */
export function wordsWithComments(draft: ReviewDraft): string {
  const comments = commentsToSend(draft).map(
    ({ path, side, line, text }) =>
      `- ${path}, line ${line}${side === 'old' ? ' before the change' : ''}: ${text}`,
  );
  const words = draft.words.trim();
  return [
    ...(words === '' ? [] : [words]),
    ...(comments.length === 0 ? [] : [comments.join('\n')]),
  ].join('\n\n');
}
