import { useState } from 'react';
import { Segments } from '../../components/segments.tsx';
import { chooseTheme, keptTheme, THEMES, type Theme } from '../../state/theme.ts';

/** Kept in this window: it belongs to the screen in front of a person. */
export function ThemeChoice() {
  const [theme, setTheme] = useState(keptTheme);
  function choose(chosen: Theme) {
    chooseTheme(chosen);
    setTheme(chosen);
  }
  return (
    <div className="setting">
      <div className="min-w-0">
        <p className="font-medium">Theme</p>
        <p className="text-xs text-ink-3">Kept in this window. "System" follows the system.</p>
      </div>
      <div className="flex">
        <Segments
          label="Theme"
          value={theme}
          options={THEMES.map((value) => ({ value, name: nameOf(value) }))}
          choose={choose}
        />
      </div>
    </div>
  );
}

function nameOf(theme: Theme): string {
  return theme.charAt(0).toUpperCase() + theme.slice(1).replaceAll('-', ' ');
}
