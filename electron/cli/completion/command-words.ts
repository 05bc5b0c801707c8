import type { Command, Option } from 'commander';

/** What a shell has to know of one command. */
export interface CommandWords {
  readonly name: string;
  /** The group that it belongs to; null for a command of its own. */
  readonly group: string | null;
  /** Whether a command of this group has to follow. */
  readonly isGroup: boolean;
  readonly description: string;
  readonly options: readonly OptionWords[];
  /** The name of the first argument, such as `task`. */
  readonly argument: string | null;
  /** What the first argument can be, where that is a closed set: the commands of a group. */
  readonly choices: readonly string[];
}

export interface OptionWords {
  readonly flag: string;
  readonly description: string;
  readonly takes: 'nothing' | 'folder' | 'value';
  readonly choices: readonly string[];
}

/** What the program's own tree of commands says, hidden ones left out. Commands of a group follow it. */
export function commandWords(program: Command): CommandWords[] {
  return visibleIn(program).flatMap((command) => {
    const inGroup = command.commands.length === 0 ? [] : visibleIn(command);
    return [
      wordsOf(program, command, null, inGroup),
      ...inGroup.map((one) => wordsOf(program, one, command.name(), [])),
    ];
  });
}

function visibleIn(command: Command): Command[] {
  return command.createHelp().visibleCommands(command);
}

function wordsOf(
  program: Command,
  command: Command,
  group: string | null,
  inGroup: readonly Command[],
): CommandWords {
  const help = program.createHelp();
  const [argument] = command.registeredArguments;
  return {
    name: command.name(),
    group,
    isGroup: inGroup.length > 0,
    description: command.description(),
    options: [...help.visibleOptions(command), ...help.visibleOptions(program)]
      .filter(({ long }, index, all) => all.findIndex((other) => other.long === long) === index)
      .filter(({ long }) => long !== '--version')
      .map(optionWords),
    argument: argument?.name() ?? null,
    choices: argument?.argChoices ?? inGroup.map((one) => one.name()),
  };
}

/** The command as it is typed: `tasks`, `run show`. */
export function typed({ group, name }: CommandWords): string {
  return group === null ? name : `${group} ${name}`;
}

function optionWords(option: Option): OptionWords {
  const takesValue = option.required || option.optional;
  const isFolder = option.flags.includes('<folder>');
  return {
    flag: option.long ?? option.flags,
    description: option.description,
    takes: isFolder ? 'folder' : takesValue ? 'value' : 'nothing',
    choices: option.argChoices ?? [],
  };
}

/** Which ids the first argument of a command takes; null for none. */
export function idsOf({ argument }: CommandWords): 'task' | 'session' | 'run' | 'approval' | null {
  switch (argument) {
    case 'task':
    case 'id':
      return 'task';
    case 'session':
    case 'run':
    case 'approval':
      return argument;
    default:
      return null;
  }
}
