import type { Command, Option } from 'commander';

/** What a shell has to know of one command. */
export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionWords[];
  /** The name of the first argument, such as `task`. */
  readonly argument: string | null;
  /** What the first argument can be, where that is a closed set. */
  readonly choices: readonly string[];
}

export interface OptionWords {
  readonly flag: string;
  readonly description: string;
  readonly takes: 'nothing' | 'folder' | 'value';
  readonly choices: readonly string[];
}

/** What the program's own tree of commands says, hidden ones left out. */
export function commandWords(program: Command): CommandWords[] {
  const help = program.createHelp();
  return help.visibleCommands(program).map((command) => {
    const [argument] = command.registeredArguments;
    return {
      name: command.name(),
      description: command.description(),
      options: [...help.visibleOptions(command), ...help.visibleOptions(program)]
        .filter(({ long }, index, all) => all.findIndex((other) => other.long === long) === index)
        .filter(({ long }) => long !== '--version')
        .map(optionWords),
      argument: argument?.name() ?? null,
      choices: argument?.argChoices ?? [],
    };
  });
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
export function idsOf({ argument }: CommandWords): 'task' | 'session' | null {
  switch (argument) {
    case 'task':
    case 'id':
      return 'task';
    case 'session':
      return 'session';
    default:
      return null;
  }
}
