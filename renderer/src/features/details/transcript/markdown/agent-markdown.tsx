import { lazy, Suspense, useDeferredValue } from 'react';
import { visibleText } from '../../../../../../shared/visible-text.ts';
import { AgentWords } from '../../../../components/agent-words.tsx';
import { lazyPart } from '../../../../state/lazy-part.ts';
import { CutText } from '../cut-text.tsx';
import type { Match } from '../search/find-matches.ts';
import { isTooLongForMarkdown } from './markdown-limits.ts';

/** Large, and not needed before the first message is read. */
const message = lazyPart(() => import('./markdown-message.tsx'));
/** Without it the words are still there. */
const MarkdownMessage = lazy(() => message().catch(() => ({ default: AgentWords })));

/** What an agent said, with its headings, lists and code, and nothing that could act. */
export function AgentMarkdown({ text, reveal }: { text: string; reveal: Match | null }) {
  // While it is being written it is drawn when there is time, not with each piece that comes.
  const shown = useDeferredValue(text.trim());
  if (isTooLongForMarkdown(shown)) {
    return <CutText text={shown} part="text" reveal={reveal?.at ?? null} />;
  }
  return (
    <Suspense fallback={<AgentWords text={shown} />}>
      <MarkdownMessage text={visibleText(shown)} />
    </Suspense>
  );
}
