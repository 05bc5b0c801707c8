import { Argument, type Command } from 'commander';
import type { Settings, SettingsChange } from '../../../shared/settings.ts';
import { SETTINGS, type Setting, settingOf } from '../../../shared/settings-manifest.ts';
import { readTyped, valueInWords } from '../../../shared/typed-settings.ts';
import { visibleText } from '../../../shared/visible-text.ts';
import { describeWrite } from '../../../shared/write-words.ts';
import { type CommandContext, contextOf, exitWith, withExamples } from '../command-context.ts';
import { UsageNotAccepted } from '../command-stopped.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { table } from '../table.ts';
import { firstLine, styled } from '../terminal.ts';

export function addSettings(program: Command): void {
  const command = program
    .command('settings')
    .description('show the settings of config.json; the commands below change them in place')
    .action(async (_options: object, self: Command) => exitWith(await list(contextOf(self))));
  withExamples(
    command,
    'fleetboard settings',
    'fleetboard settings set dispatch.holdMaxMs 4h',
    'fleetboard settings set editor.args -- --new-window',
  );
  const get = command
    .command('get')
    .description('print one value')
    .addArgument(keyArgument())
    .action(async (key: string, _options: object, self: Command) =>
      exitWith(await getOne(contextOf(self), key)),
    );
  withExamples(get, 'fleetboard settings get dispatch.holdMaxMs');
  const set = command
    .command('set')
    .description('write one value; comments in the file stay')
    .addArgument(keyArgument())
    .argument('<value...>', 'times with their unit, such as 4h or 90s; for a list, each text')
    .action(async (key: string, words: string[], _options: object, self: Command) =>
      exitWith(await setOne(contextOf(self), key, words)),
    );
  withExamples(set, 'fleetboard settings set dispatch.maxConcurrentWorkers 4');
  const reset = command
    .command('reset')
    .description('return one value to its default')
    .addArgument(keyArgument())
    .action(async (key: string, _options: object, self: Command) =>
      exitWith(await write(contextOf(self), { path: key.split('.'), value: null })),
    );
  withExamples(reset, 'fleetboard settings reset dispatch.maxConcurrentWorkers');
}

function keyArgument(): Argument {
  return new Argument('<key>', 'which setting').choices(SETTINGS.map(({ key }) => key));
}

async function list({ call, json, terminal }: CommandContext): Promise<ExitCode> {
  const settings = await call('settings.read', {});
  if (json) {
    terminal.json({
      file: settings.file,
      problems: settings.problems,
      settings: SETTINGS.map((setting) => described(setting, settings)),
    });
    return EXIT.done;
  }
  const rows = SETTINGS.map((setting: Setting) => {
    const { value, isSet } = described(setting, settings);
    const from = isSet ? 'file' : styled('gray', 'default');
    return [setting.key, firstLine(valueInWords(setting, value)), from, setting.words];
  });
  const heading = ['KEY', 'VALUE', 'FROM', 'WHAT IT IS'].map((word) => styled('dim', word));
  for (const line of table(heading, rows, terminal.width)) terminal.say(line);
  for (const { path, expected, found } of settings.problems) {
    const what = `${settings.file}: ${path || 'the file'}: expected ${expected}, found ${found}`;
    terminal.note(visibleText(what));
  }
  return EXIT.done;
}

async function getOne({ call, json, terminal }: CommandContext, key: string): Promise<ExitCode> {
  const setting = known(key);
  const found = described(setting, await call('settings.read', {}));
  if (json) terminal.json(found);
  else terminal.say(visibleText(valueInWords(setting, found.value)));
  return EXIT.done;
}

async function setOne(
  context: CommandContext,
  key: string,
  words: readonly string[],
): Promise<ExitCode> {
  const setting = known(key);
  const typed = readTyped(setting, words.join(setting.type === 'list' ? '\n' : ' '));
  if (typed.outcome === 'wrong') {
    const { json, terminal } = context;
    const outcome = { outcome: 'invalid' as const, problems: [typed.problem] };
    const message = describeWrite(outcome);
    if (json) terminal.json({ ...outcome, message });
    else terminal.note(visibleText(message));
    return EXIT.refused;
  }
  const { value } = typed;
  return write(context, {
    path: key.split('.'),
    value: typeof value === 'object' && value !== null ? [...value] : value,
  });
}

async function write(
  { call, json, terminal }: CommandContext,
  change: SettingsChange,
): Promise<ExitCode> {
  const { stamp } = await call('settings.read', {});
  const outcome = await call('settings.write', { stamp, changes: [change] });
  const message = describeWrite(outcome);
  if (json) terminal.json({ ...outcome, message });
  else if (outcome.outcome === 'written') terminal.say(message);
  else terminal.note(visibleText(message));
  return outcome.outcome === 'written' ? EXIT.done : EXIT.refused;
}

function described(setting: Setting, { values }: Settings) {
  const { key, type, words, applies } = setting;
  const found = values.find((each) => each.key === key);
  return {
    key,
    value: found?.value ?? null,
    default: setting.default,
    isSet: found?.isSet ?? false,
    type,
    ...('min' in setting && { min: setting.min, max: setting.max }),
    applies,
    words,
  };
}

/** Commander has looked at the key already. */
function known(key: string): Setting {
  const setting = settingOf(key);
  if (setting !== undefined) return setting;
  throw new UsageNotAccepted(
    'bad_usage',
    `"${key}" is no setting.`,
    'fleetboard settings lists them.',
  );
}
