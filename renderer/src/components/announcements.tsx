import { useAnnouncements } from '../state/announcements.ts';

/** What changes, for somebody who cannot see it. It is always there, because a region is only heard from then on. */
export function Announcements() {
  const { id, words } = useAnnouncements();
  return (
    <div aria-live="polite" data-announcements="" className="sr-only">
      <p key={id}>{words}</p>
    </div>
  );
}
