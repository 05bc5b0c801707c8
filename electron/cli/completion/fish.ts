import { type CommandWords, idsOf, type OptionWords } from './command-words.ts';

export function fishScript(commands: readonly CommandWords[]): string {
  return [
    '# Completion of fleetboard for fish. Load it with: fleetboard completion fish | source',
    'complete -c fleetboard -f',
    ...commands.flatMap(linesOf),
  ].join('\n');
}

function linesOf(command: CommandWords): string[] {
  const seen = `-n '__fish_seen_subcommand_from ${command.name}'`;
  const ids = idsOf(command);
  return [
    `complete -c fleetboard -n __fish_use_subcommand -a ${command.name} -d ${quoted(command.description)}`,
    ...command.options.map((option) => `complete -c fleetboard ${seen} ${optionSpec(option)}`),
    ...(ids === null
      ? []
      : [
          `complete -c fleetboard ${seen} -a '(fleetboard complete-ids ${ids} (commandline -ct) 2>/dev/null)'`,
        ]),
    ...(command.choices.length === 0
      ? []
      : [`complete -c fleetboard ${seen} -a ${quoted(command.choices.join(' '))}`]),
  ];
}

function optionSpec({ flag, description, takes, choices }: OptionWords): string {
  const long = `-l ${flag.replace(/^--/, '')} -d ${quoted(description)}`;
  if (takes === 'nothing') return long;
  if (takes === 'folder') return `${long} -r -a '(__fish_complete_directories)'`;
  return choices.length === 0 ? `${long} -x` : `${long} -x -a ${quoted(choices.join(' '))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
