import type { Settings } from '../../../../shared/settings.ts';
import { SETTINGS } from '../../../../shared/settings-manifest.ts';
import { SettingField } from './setting-field.tsx';

/** The values of one part of the manifest, in its order. */
export function SettingList({
  section,
  settings,
}: {
  section: 'dispatch' | 'editor';
  settings: Settings;
}) {
  return (
    <ul className="divide-y divide-line">
      {SETTINGS.filter(({ key }) => key.startsWith(`${section}.`)).map((setting) => (
        <SettingField key={setting.key} setting={setting} settings={settings} />
      ))}
    </ul>
  );
}
