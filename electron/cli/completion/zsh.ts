import { type CommandWords, idsOf, type OptionWords } from './command-words.ts';

export function zshScript(commands: readonly CommandWords[]): string {
  return `#compdef fleetboard
# Completion of fleetboard for zsh. Put it into a folder of $fpath as _fleetboard, or load it with:
#   source <(fleetboard completion zsh)

_fleetboard_ids() {
  local -a ids
  ids=(\${(f)"$(fleetboard complete-ids $1 "$PREFIX" 2>/dev/null | tr '\\t' ':')"})
  _describe -t ids $1 ids
}

${commands
  .filter(({ isGroup }) => isGroup)
  .map((group) => dispatcher(`_fleetboard_${group.name}`, inGroup(commands, group.name)))
  .join('\n\n')}

${dispatcher('_fleetboard', inGroup(commands, null))}

if [[ $funcstack[1] == _fleetboard ]]; then _fleetboard "$@"; else compdef _fleetboard fleetboard; fi`;
}

function inGroup(commands: readonly CommandWords[], group: string | null): CommandWords[] {
  return commands.filter((command) => command.group === group);
}

/** Offers the commands, and after one of them what it takes. */
function dispatcher(name: string, commands: readonly CommandWords[]): string {
  return `${name}() {
  local -a commands
  local curcontext="$curcontext" state line
  _arguments -C '--port[which daemon]:port:' '--home[its home folder]:folder:_files -/' '--json[print JSON]' \\
    '1: :->command' '*::argument:->argument'
  case $state in
    command)
      commands=(
${commands.map((command) => `        ${quoted(`${command.name}:${command.description}`)}`).join('\n')}
      )
      _describe -t commands command commands ;;
    argument)
      case $line[1] in
${commands.map(commandCase).join('\n')}
      esac ;;
  esac
}`;
}

function commandCase(command: CommandWords): string {
  if (command.isGroup) return `        ${command.name}) _fleetboard_${command.name} ;;`;
  const options = command.options.map((option) => quoted(optionSpec(option)));
  const ids = idsOf(command);
  // The space keeps _arguments from putting options of its own before the kind of id.
  const argument =
    ids !== null
      ? [quoted(`1:${ids}: _fleetboard_ids ${ids}`)]
      : command.choices.length > 0
        ? [quoted(`1:${command.argument}:(${command.choices.join(' ')})`)]
        : [];
  return `        ${command.name}) _arguments ${[...options, ...argument].join(' ')} ;;`;
}

function optionSpec({ flag, description, takes, choices }: OptionWords): string {
  const said = `${flag}[${description.replaceAll(/[[\]]/g, '')}]`;
  if (takes === 'nothing') return said;
  const value =
    takes === 'folder' ? '_files -/' : choices.length > 0 ? `(${choices.join(' ')})` : '';
  return `${said}:${takes}:${value}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
