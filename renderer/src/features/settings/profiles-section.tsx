import { useState } from 'react';
import type { Catalog } from '../../../../shared/contract.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/screen.tsx';
import { describeProfile } from '../new-task/choice-words.ts';
import { EditEntry } from './edit-entry.tsx';
import { ProfileForm } from './profile-form.tsx';
import { RemoveEntry } from './remove-entry.tsx';

type Profile = Catalog['profiles'][number];

export function ProfilesSection({ profiles }: { profiles: readonly Profile[] }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Section title="Profiles">
      <p className="text-ink-3">What work may do without asking you.</p>
      <ul className="divide-y divide-line">
        {profiles.map((profile) => (
          <ProfileRow key={profile.id} profile={profile} />
        ))}
      </ul>
      <Button size="small" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
        Add a profile
      </Button>
      {isAdding && (
        <ProfileForm
          profile={null}
          takenNames={profiles.map(({ id }) => id)}
          close={() => setAdding(false)}
        />
      )}
    </Section>
  );
}

function ProfileRow({ profile }: { profile: Profile }) {
  const { id, builtIn } = profile;
  const [isEdited, setEdited] = useState(false);
  const restrictions = restrictionsOf(profile);
  return (
    <li className="py-2" data-profile={id}>
      <div className="flex items-center gap-2">
        <p className="flex min-w-0 flex-1 items-baseline gap-2">
          <AgentText text={id} className="truncate font-medium" />
          <span className="shrink-0 text-xs text-ink-3">{builtIn ? 'built in' : 'yours'}</span>
        </p>
        <EditEntry id={id} isEdited={isEdited} toggle={() => setEdited(!isEdited)} />
        {!builtIn && <RemoveEntry place={['profiles', id]} section="Profiles" />}
      </div>
      <p className="text-xs text-ink-3">{describeProfile(profile).text}</p>
      {restrictions !== '' && (
        <AgentText text={restrictions} className="block font-mono text-2xs break-all text-ink-3" />
      )}
      {isEdited && <ProfileForm profile={profile} takenNames={[]} close={() => setEdited(false)} />}
    </li>
  );
}

/** Commands that need no question, and the paths that edits are kept to; nothing when it is the usual. */
function restrictionsOf({ commands, paths }: Profile): string {
  const isEverywhere = paths.length === 1 && paths[0] === '**';
  return [
    ...(commands.length === 0 ? [] : [`commands ${commands.join(', ')}`]),
    ...(isEverywhere ? [] : [`paths ${paths.join(', ')}`]),
  ].join('; ');
}
