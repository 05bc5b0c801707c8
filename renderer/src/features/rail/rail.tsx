import type { ReactNode } from 'react';
import { visibleText } from '../../../../shared/visible-text.ts';
import { Icon, type IconName } from '../../components/icon.tsx';
import { type Screen, useFleet } from '../../state/fleet-store.ts';
import { filterBoard, showScreen } from '../../state/navigation.ts';
import { countByProject, type ProjectCount } from '../board/counts.ts';
import { DaemonsMark } from './daemons-mark.tsx';

export function Rail() {
  const liveSessions = useFleet((fleet) => fleet.board.liveSessions.size);
  return (
    <nav
      aria-label="Fleetboard"
      className="rail flex min-h-0 flex-col border-e border-line bg-sunk"
    >
      <p className="flex h-12 shrink-0 items-center gap-2.5 px-4 font-semibold">
        <Icon name="board" className="text-accent" />
        <span className="rail-word">Fleetboard</span>
      </p>
      <Projects />
      <div className="space-y-px border-t border-line p-2">
        <ScreenItem screen="sessions" icon="sessions" label="Sessions">
          <span className="rail-word ms-auto ps-1 text-2xs text-ink-3">{liveSessions}</span>
        </ScreenItem>
        <ScreenItem screen="daemons" icon="daemon" label="Daemons">
          <DaemonsMark />
        </ScreenItem>
        <ScreenItem screen="numbers" icon="numbers" label="Numbers" />
        <ScreenItem screen="settings" icon="settings" label="Settings" />
      </div>
    </nav>
  );
}

function Projects() {
  const tally = useFleet((fleet) => fleet.board.tally);
  const projects = countByProject({ tally });
  return (
    <div className="min-h-0 flex-1 space-y-px overflow-y-auto px-2 pb-2">
      <ProjectItem
        project={null}
        needsYou={projects.reduce((sum, each) => sum + each.needsYou, 0)}
      />
      {projects.map((project) => (
        <ProjectItem key={project.id} project={project} needsYou={project.needsYou} />
      ))}
    </div>
  );
}

function ProjectItem({ project, needsYou }: { project: ProjectCount | null; needsYou: number }) {
  const id = project?.id ?? null;
  const name = project === null ? 'All projects' : visibleText(project.name).trim() || 'No name';
  const isCurrent = useFleet((fleet) => fleet.screen === 'board' && fleet.filter.projectId === id);
  return (
    <RailItem
      label={name}
      isCurrent={isCurrent}
      mark={
        project === null ? (
          <Icon name="all" />
        ) : (
          <span
            aria-hidden="true"
            className="inline-flex size-4 shrink-0 items-center justify-center rounded-sm bg-chosen text-[9px] leading-none font-semibold text-ink-2 uppercase"
          >
            {[...name.replace(/[^\p{L}\p{N}]/gu, '')].slice(0, 2).join('')}
          </span>
        )
      }
      onPress={() => {
        showScreen('board');
        filterBoard({ projectId: id });
      }}
    >
      {needsYou > 0 && (
        <span className="rail-word ms-auto ps-1 text-2xs font-medium text-awaiting-ink">
          {needsYou}
          <span className="sr-only"> need you</span>
        </span>
      )}
    </RailItem>
  );
}

interface ScreenItemProps {
  readonly screen: Screen;
  readonly icon: IconName;
  readonly label: string;
  readonly children?: ReactNode;
}

function ScreenItem({ screen, icon, label, children }: ScreenItemProps) {
  const isCurrent = useFleet((fleet) => fleet.screen === screen);
  return (
    <RailItem
      label={label}
      isCurrent={isCurrent}
      mark={<Icon name={icon} />}
      onPress={() => showScreen(screen)}
    >
      {children}
    </RailItem>
  );
}

interface RailItemProps {
  readonly label: string;
  readonly isCurrent: boolean;
  readonly mark: ReactNode;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function RailItem({ label, isCurrent, mark, onPress, children }: RailItemProps) {
  return (
    <button
      type="button"
      aria-current={isCurrent ? 'page' : undefined}
      title={label}
      onClick={onPress}
      className={`relative flex h-7 w-full items-center gap-2.5 rounded-md px-2 text-start motion-safe:transition-colors motion-safe:duration-100 ${isCurrent ? 'bg-chosen font-medium text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink'}`}
    >
      {mark}
      <span className="rail-word min-w-0 truncate">{label}</span>
      {children}
    </button>
  );
}
