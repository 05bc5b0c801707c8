import { type KeyboardEvent, useId } from 'react';
import { parseDuration } from '../../../../shared/durations.ts';
import type { Settings } from '../../../../shared/settings.ts';
import type { Setting } from '../../../../shared/settings-manifest.ts';
import { rangeOf, valueInWords } from '../../../../shared/typed-settings.ts';
import { AgentText } from '../../components/agent-text.tsx';
import { ActionButton, Button } from '../../components/button.tsx';
import { FieldProblemWords } from '../../components/field.tsx';
import { ReasonWords } from '../../components/refusal.tsx';
import { useEditedValue } from './use-edited-value.ts';

/** One value of the manifest, edited where it stands. Enter or leaving it saves, Escape takes back. */
export function SettingField({ setting, settings }: { setting: Setting; settings: Settings }) {
  const id = useId();
  const known = settings.values.find(({ key }) => key === setting.key);
  const value = known?.value ?? null;
  const edited = useEditedValue(setting, value);
  const wrongInFile = settings.problems.find(({ path }) => path === setting.key);
  const isDefault = JSON.stringify(value) === JSON.stringify(setting.default);
  // The button that was pressed goes away.
  const focusField = () => document.getElementById(id)?.focus();
  const control = {
    id,
    value: edited.shown,
    spellCheck: false,
    autoComplete: 'off',
    'aria-describedby': `${id}-words ${id}-problem ${id}-state`,
    'aria-invalid': edited.problem !== undefined,
    onBlur: () => void edited.leave(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && edited.isEdited) {
        event.stopPropagation();
        edited.takeBack();
      }
      const isLine = setting.type !== 'list' || event.ctrlKey || event.metaKey;
      if (event.key === 'Enter' && isLine) {
        event.preventDefault();
        void edited.commit();
      }
    },
  };
  return (
    <li className="setting" data-setting={setting.key}>
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium break-words">
          {setting.key}
        </label>
        <p id={`${id}-words`} className="text-xs text-ink-3">
          {setting.words} Default: {valueInWords(setting, setting.default)}
          {'min' in setting && `, ${rangeOf(setting)}`}.
          {setting.applies === 'restart' && ' Applies at the next start.'}
        </p>
      </div>
      <div className="min-w-0 space-y-1">
        <div className="flex items-start gap-2">
          {setting.type === 'list' ? (
            <textarea
              {...control}
              rows={2}
              onChange={(event) => edited.change(event.target.value)}
              className="field block resize-y py-1 font-mono text-xs"
            />
          ) : (
            <input
              {...control}
              type="text"
              onChange={(event) => edited.change(event.target.value)}
              className={`field h-7 ${setting.type === 'text' ? 'font-mono text-xs' : ''}`}
            />
          )}
          {(!isDefault || wrongInFile !== undefined) && !edited.isEdited && (
            <ActionButton
              look="quiet"
              size="small"
              className="mt-0.5"
              aria-label={`Reset ${setting.key}`}
              act={() => edited.reset().then(focusField)}
            >
              Reset
            </ActionButton>
          )}
        </div>
        <FieldProblemWords id={`${id}-problem`} problem={edited.problem} />
        <p id={`${id}-state`} role="status" className="text-xs text-ink-3 empty:hidden">
          {stateOf(setting, edited)}
        </p>
        {edited.words !== null && (
          <div role="alert" className="text-xs">
            <ReasonWords reason={edited.words} />
          </div>
        )}
        {wrongInFile !== undefined && !edited.isEdited && (
          <p className="text-xs text-awaiting-ink">
            The file has <AgentText text={wrongInFile.found} />, which is not applied.
          </p>
        )}
        {edited.outside !== null && (
          <p className="flex flex-wrap items-center gap-x-2 text-xs text-awaiting-ink">
            <span role="alert">
              Changed in the file meanwhile: <AgentText text={edited.outside || 'none'} />.
            </span>
            <ActionButton size="small" act={() => edited.commit().then(focusField)}>
              Save mine
            </ActionButton>
            <Button
              look="quiet"
              size="small"
              onClick={() => {
                edited.takeBack();
                focusField();
              }}
            >
              Take it
            </Button>
          </p>
        )}
      </div>
    </li>
  );
}

function stateOf(setting: Setting, edited: ReturnType<typeof useEditedValue>): string | null {
  if (edited.isSaved) return 'Saved';
  if (!edited.isEdited || setting.type !== 'duration') return null;
  const ms = parseDuration(edited.shown);
  return ms === null ? null : `= ${ms.toLocaleString('en')} ms`;
}
