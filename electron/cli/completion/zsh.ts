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

_fleetboard() {
  local -a commands
  local curcontext="$curcontext" state line
  _arguments -C '--port[which daemon]:port:' '--home[its home folder]:folder:_files -/' '--json[print JSON]' \\
    '1: :->command' '*::argument:->argument'
  case $state in
    command)
      commands=(
${commands.map(({ name, description }) => `        ${quoted(`${name}:${description}`)}`).join('\n')}
      )
      _describe -t commands command commands ;;
    argument)
      case $line[1] in
${commands.map(commandCase).join('\n')}
      esac ;;
  esac
}

if [[ $funcstack[1] == _fleetboard ]]; then _fleetboard "$@"; else compdef _fleetboard fleetboard; fi`;
}

function commandCase(command: CommandWords): string {
  const options = command.options.map((option) => quoted(optionSpec(option)));
  const ids = idsOf(command);
  const argument =
    ids !== null
      ? [quoted(`1:${ids}:_fleetboard_ids ${ids}`)]
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
