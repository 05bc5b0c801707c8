import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfigurationFile } from '../../electron/daemon/configuration/configuration-file.ts';
import { readSettings as readFromFile } from '../../electron/daemon/configuration/read-settings.ts';
import { writeSettings as writeToFile } from '../../electron/daemon/configuration/write-settings.ts';
import {
  readSettings,
  useSettings,
  writeSettings,
} from '../../renderer/src/state/settings-store.ts';
import { type SettingsChange, settingsWriteInputSchema } from '../../shared/settings.ts';
import { Gate } from '../helpers/gate.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
/** On its way to the window, with what the file said when it was asked. */
let deliver: (answer: unknown) => Promise<unknown>;

beforeEach(async () => {
  folder = temporaryFolder('settings-store');
  file = path.join(folder.path, 'config.json');
  const configuration = new ConfigurationFile(file, () => {});
  deliver = async (answer) => answer;
  const call = async (method: string, input: unknown) =>
    method === 'settings.read'
      ? deliver({ ok: true, value: readFromFile(configuration, []) })
      : { ok: true, value: writeToFile(file, settingsWriteInputSchema.parse(input)) };
  vi.stubGlobal('window', { fleetboard: { call } });
  await readSettings();
});
afterEach(() => {
  vi.unstubAllGlobals();
  folder.remove();
});

const set = (key: string, value: number): SettingsChange[] => [{ path: ['dispatch', key], value }];
const dispatchInFile = () => JSON.parse(readFileSync(file, 'utf8')).dispatch;
const shown = (key: string) =>
  useSettings.getState().settings?.values.find((each) => each.key === `dispatch.${key}`)?.value;

describe('what a window writes into config.json', () => {
  it('is not refused because of what it wrote itself and has not read again yet', async () => {
    const gate = new Gate();
    deliver = gate.before(deliver);
    const first = writeSettings(set('maxConcurrentWorkers', 7));
    await gate.reached;
    const second = writeSettings(set('failureLimit', 4));
    const third = writeSettings(set('maxConcurrentWorkers', 8));
    gate.open();
    expect(await Promise.all([first, second, third])).toEqual([null, null, null]);
    expect(dispatchInFile()).toEqual({ maxConcurrentWorkers: 8, failureLimit: 4 });
    expect(shown('maxConcurrentWorkers')).toBe(8);
  });

  it('is refused when somebody else wrote, and what comes after it is not', async () => {
    writeFileSync(file, '{ "dispatch": { "failureLimit": 9 } }');
    const first = writeSettings(set('maxConcurrentWorkers', 7));
    const second = writeSettings(set('failureLimit', 4));
    expect((await first)?.words).toContain('The file was changed in the meantime');
    expect(await second).toBeNull();
    expect(dispatchInFile()).toEqual({ failureLimit: 4 });
  });

  it('shows the newest content, also when an earlier answer arrives after a later one', async () => {
    const gate = new Gate();
    deliver = gate.before(deliver);
    const early = readSettings();
    await gate.reached;
    expect(await writeSettings(set('failureLimit', 4))).toBeNull();
    gate.open();
    await early;
    expect(shown('failureLimit')).toBe(4);
    expect(await writeSettings(set('failureLimit', 5))).toBeNull();
  });
});
