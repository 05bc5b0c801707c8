import { useEffect } from 'react';
import { Button } from '../../components/button.tsx';
import { ReasonWords, Refusal } from '../../components/refusal.tsx';
import { goToSection, Screen, Section } from '../../components/screen.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useFleet } from '../../state/fleet-store.ts';
import { followSettings, useSettings } from '../../state/settings-store.ts';
import { KeySettingsSection } from '../keys/key-settings-section.tsx';
import { AgentsSection } from './agents-section.tsx';
import { FileSection } from './file-section.tsx';
import { NotificationSection } from './notification-section.tsx';
import { ProfilesSection } from './profiles-section.tsx';
import { SettingList } from './setting-list.tsx';
import { ThemeChoice } from './theme-choice.tsx';

const SECTIONS = [
  'General',
  'Agents',
  'Profiles',
  'Limits',
  'Notifications',
  'Keys',
  'Configuration file',
];

/** What config.json comes to, edited in place, and what this window keeps for itself. */
export function SettingsScreen() {
  const catalog = useFleet((fleet) => fleet.catalog);
  const { settings, trouble } = useSettings();
  useEffect(followSettings, []);
  if (catalog === null || (settings === null && trouble === null)) {
    return (
      <Screen title="Settings">
        <Skeleton label="Reading…" lines={8} />
      </Screen>
    );
  }
  return (
    <Screen title="Settings">
      <nav aria-label="Sections of the settings" className="flex flex-wrap gap-1">
        {SECTIONS.map((title) => (
          <Button
            key={title}
            look="quiet"
            size="small"
            className="first:-ms-2"
            onClick={() => goToSection(title)}
          >
            {title}
          </Button>
        ))}
      </nav>
      {trouble !== null && (
        <Refusal>
          <ReasonWords reason={trouble} />
        </Refusal>
      )}
      {settings !== null && (
        <>
          {settings.problems.length > 0 && (
            <FileSection file={settings.file} problems={settings.problems} />
          )}
          <Section title="General">
            <ThemeChoice />
            <SettingList section="editor" settings={settings} />
          </Section>
          <AgentsSection catalog={catalog} settings={settings} />
          <ProfilesSection profiles={catalog.profiles} />
          <Section title="Limits">
            <SettingList section="dispatch" settings={settings} />
          </Section>
          <NotificationSection projects={settings.projects} />
          <KeySettingsSection />
          {settings.problems.length === 0 && (
            <FileSection file={settings.file} problems={settings.problems} />
          )}
        </>
      )}
    </Screen>
  );
}
