import { type CommandWords, idsOf, type OptionWords } from './command-words.ts';

export function fishScript(commands: readonly CommandWords[]): string {
  const groups = commands.flatMap(({ name, isGroup }) => (isGroup ? [name] : []));
  return [
    '# Completion of fleetboard for fish. Load it with: fleetboard completion fish | source',
    'complete -c fleetboard -f',
    ...commands.flatMap((command) => linesOf(command, groups, commands)),
  ].join('\n');
}

function linesOf(
  command: CommandWords,
  groups: readonly string[],
  commands: readonly CommandWords[],
): string[] {
  const { name, group, isGroup, description, options, choices } = command;
  const seen = `-n '${seenWhen(command, groups)}'`;
  const ids = idsOf(command);
  const among = commands.filter((one) => one.group === group).map((one) => one.name);
  const unseen =
    group === null
      ? '__fish_use_subcommand'
      : `'${seenIn(group)}; and not __fish_seen_subcommand_from ${among.join(' ')}'`;
  return [
    `complete -c fleetboard -n ${unseen} -a ${name} -d ${quoted(description)}`,
    ...options.map((option) => `complete -c fleetboard ${seen} ${optionSpec(option)}`),
    ...(ids === null
      ? []
      : [
          `complete -c fleetboard ${seen} -a '(fleetboard complete-ids ${ids} (commandline -ct) 2>/dev/null)'`,
        ]),
    ...(choices.length === 0 || isGroup
      ? []
      : [`complete -c fleetboard ${seen} -a ${quoted(choices.join(' '))}`]),
  ];
}

/** A name that a group has too, such as "show", means the one in the group after the group's name. */
function seenWhen({ name, group, isGroup }: CommandWords, groups: readonly string[]): string {
  if (group !== null) return `${seenIn(group)}; and ${seenIn(name)}`;
  return isGroup ? seenIn(name) : `${seenIn(name)}; and not ${seenIn(groups.join(' '))}`;
}

function seenIn(names: string): string {
  return `__fish_seen_subcommand_from ${names}`;
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
