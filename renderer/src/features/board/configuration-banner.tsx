import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { showScreen } from '../../state/navigation.ts';
import {
  ConfigurationProblems,
  configurationProblemsAsText,
} from '../settings/configuration-problems.tsx';

/** Quiet, but there until config.json is right: parts of it are not applied. */
export function ConfigurationBanner() {
  const catalog = useFleet((fleet) => fleet.catalog);
  const isOnSettings = useFleet((fleet) => fleet.screen === 'settings');
  if (catalog === null || catalog.configurationProblems.length === 0 || isOnSettings) return null;
  const count = catalog.configurationProblems.length;
  return (
    <section
      aria-label="Configuration problems"
      className="flex max-h-40 shrink-0 items-start gap-3 overflow-y-auto border-b border-line bg-awaiting-wash py-2 pe-3 ps-5"
    >
      <Icon name="warning" className="mt-0.5 size-4 text-awaiting-ink" />
      <div className="readable min-w-0 flex-1 space-y-1">
        <p className="font-medium text-awaiting-ink">
          {count === 1 ? 'One entry' : `${count} entries`} of config.json could not be applied
        </p>
        <ConfigurationProblems problems={catalog.configurationProblems} />
      </div>
      <CopyButton text={configurationProblemsAsText(catalog.configurationProblems)} />
      <Button look="quiet" size="small" onClick={() => showScreen('settings')}>
        Open settings
      </Button>
    </section>
  );
}
