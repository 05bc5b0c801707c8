import { useId } from 'react';
import { chooseTheme, THEMES, type Theme, useTheme } from '../../state/theme.ts';

/** Kept in this window: it belongs to the screen in front of a person. */
export function ThemeChoice() {
  const theme = useTheme((chosen) => chosen.theme);
  const id = useId();
  return (
    <div className="setting">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          Theme
        </label>
        <p className="text-xs text-ink-3">Kept in this window. "System" follows the system.</p>
      </div>
      <select
        id={id}
        value={theme}
        onChange={({ target }) => {
          const chosen = THEMES.find((each) => each === target.value);
          if (chosen !== undefined) chooseTheme(chosen);
        }}
        className="field select h-8"
      >
        {THEMES.map((each) => (
          <option key={each} value={each}>
            {nameOf(each)}
          </option>
        ))}
      </select>
    </div>
  );
}

function nameOf(theme: Theme): string {
  return theme.charAt(0).toUpperCase() + theme.slice(1).replaceAll('-', ' ');
}
