import type { Catalog } from '../../../../shared/contract.ts';
import { describeDuration } from '../../../../shared/durations.ts';
import { Screen, Section } from '../../components/screen.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { KeySettingsSection } from '../keys/key-settings-section.tsx';
import { describeAgent, describeProfile } from '../new-task/choice-words.ts';
import { ConfigurationProblems } from './configuration-problems.tsx';
import { LIMIT_WORDS } from './limit-words.ts';
import { NotificationSection } from './notification-section.tsx';

/** What config.json comes to. It is changed in an editor and takes effect when it is saved. */
export function SettingsScreen() {
  const catalog = useFleet((fleet) => fleet.catalog);
  if (catalog === null) {
    return (
      <Screen title="Settings">
        <Skeleton label="Reading…" lines={8} />
      </Screen>
    );
  }
  return (
    <Screen title="Settings">
      <Section title="Configuration file">
        <p className="font-mono text-xs break-all">{catalog.configurationFile}</p>
        <p className="text-ink-3">Edit it and save: changes take effect at once.</p>
        {catalog.configurationProblems.length > 0 && (
          <div className="rounded-md bg-awaiting-wash px-3 py-2">
            <p className="mb-1 font-medium text-awaiting-ink">Not applied</p>
            <ConfigurationProblems problems={catalog.configurationProblems} />
          </div>
        )}
      </Section>
      <KeySettingsSection />
      <NotificationSection silenced={catalog.silencedProjects} />
      <Section title="Agents">
        <ul className="divide-y divide-line">
          {catalog.agents.map((agent) => {
            const words = describeAgent(agent);
            return (
              <Entry
                key={agent.id}
                name={agent.id}
                side={agent.found ? (agent.builtIn ? 'built in' : 'found') : 'not found'}
                words={words.text}
                isWarning={words.isWarning}
                code={agent.commandLine}
              />
            );
          })}
        </ul>
      </Section>
      <Section title="Profiles">
        <ul className="divide-y divide-line">
          {catalog.profiles.map((profile) => (
            <Entry
              key={profile.id}
              name={profile.id}
              side={profile.builtIn ? 'built in' : 'yours'}
              words={describeProfile(profile).text}
              code={restrictionsOf(profile)}
            />
          ))}
        </ul>
      </Section>
      <Section title="Limits">
        <ul className="divide-y divide-line">
          {LIMIT_WORDS.map(({ name, words }) => (
            <Entry
              key={name}
              name={`dispatch.${name}`}
              side={
                name.endsWith('Ms')
                  ? describeLimit(catalog.limits[name])
                  : String(catalog.limits[name])
              }
              words={words}
            />
          ))}
        </ul>
      </Section>
    </Screen>
  );
}

interface EntryProps {
  readonly name: string;
  readonly side: string;
  readonly words: string;
  readonly isWarning?: boolean;
  readonly code?: string;
}

function Entry({ name, side, words, isWarning = false, code = '' }: EntryProps) {
  return (
    <li className="py-2">
      <p className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 truncate font-medium">{name}</span>
        <span className="shrink-0 text-ink-2">{side}</span>
      </p>
      <p className={`text-xs ${isWarning ? 'text-awaiting-ink' : 'text-ink-3'}`}>{words}</p>
      {code !== '' && <p className="font-mono text-2xs break-all text-ink-3">{code}</p>}
    </li>
  );
}

/** Commands that need no question, and the paths that edits are kept to; nothing when it is the usual. */
function restrictionsOf({ commands, paths }: Catalog['profiles'][number]): string {
  const isEverywhere = paths.length === 1 && paths[0] === '**';
  return [
    ...(commands.length === 0 ? [] : [`commands ${commands.join(', ')}`]),
    ...(isEverywhere ? [] : [`paths ${paths.join(', ')}`]),
  ].join('; ');
}

function describeLimit(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : describeDuration(ms);
}
