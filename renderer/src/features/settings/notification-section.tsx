import { Section } from '../../components/screen.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { countByProject } from '../board/counts.ts';

/** Which projects are silenced, and how that is done. */
export function NotificationSection({ silenced }: { silenced: readonly string[] }) {
  const tally = useFleet((fleet) => fleet.board.tally);
  const projects = countByProject({ tally });
  const names = projects.filter(({ id }) => silenced.includes(id)).map(({ name }) => name);
  const others = silenced.length - names.length;
  return (
    <Section title="Notifications">
      <p>
        {silenced.length === 0
          ? 'Every project tells you when something needs you, while the window has no focus.'
          : `Silenced: ${[...names, ...(others > 0 ? [`${others} without cards`] : [])].join(', ')}.`}
      </p>
      <p className="text-ink-3">
        To silence a project, write{' '}
        <code className="readable font-mono text-xs">
          {'"projects": { "/path/to/it": { "notify": false } }'}
        </code>{' '}
        into the configuration file.
      </p>
    </Section>
  );
}
