import { type CommandWords, idsOf, type OptionWords, typed } from './command-words.ts';

/** Works with the bash 3.2 of macOS, and without the bash-completion package. */
export function bashScript(commands: readonly CommandWords[]): string {
  const names = commands.flatMap(({ name, group }) => (group === null ? [name] : [])).join(' ');
  const groups = commands.flatMap(({ name, isGroup }) => (isGroup ? [name] : []));
  const globals = commonFlags(commands);
  return `# Completion of fleetboard for bash. Load it with: source <(fleetboard completion bash)
_fleetboard() {
  local word=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command='' index ids=''
  for ((index = 1; index < COMP_CWORD; index++)); do
    case \${COMP_WORDS[index]} in
      --port|--home) ((index++)) ;;
      --) COMPREPLY=($(compgen -f -- "$word")); return ;;
      -*) ;;
      *) command+=\${command:+ }\${COMP_WORDS[index]}; case $command in ${groups.join('|')}) ;; *) break ;; esac ;;
    esac
  done
  case "$command $previous" in
${commands.flatMap(valueCases).join('\n')}
    *" --home") COMPREPLY=($(compgen -d -- "$word")); return ;;
    *" --port") return ;;
  esac
  case $command in
    '') COMPREPLY=($(compgen -W '${names} ${globals.join(' ')}' -- "$word")); return ;;
${commands.map(commandCase).join('\n')}
  esac
}
complete -F _fleetboard fleetboard`;
}

function commonFlags([first, ...others]: readonly CommandWords[]): string[] {
  return (first?.options ?? [])
    .map(({ flag }) => flag)
    .filter((flag) => others.every(({ options }) => options.some((one) => one.flag === flag)));
}

/** What follows an option that takes a value. */
function valueCases(command: CommandWords): string[] {
  return command.options.flatMap((option) => {
    const words = valueWords(option);
    return words === null ? [] : [`    "${typed(command)} ${option.flag}") ${words} ;;`];
  });
}

function valueWords({ takes, choices, flag }: OptionWords): string | null {
  if (takes === 'nothing' || flag === '--home' || flag === '--port') return null;
  if (takes === 'folder') return 'COMPREPLY=($(compgen -d -- "$word")); return';
  if (choices.length === 0) return 'return';
  return `COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$word")); return`;
}

function commandCase(command: CommandWords): string {
  const flags = command.options.map(({ flag }) => flag).join(' ');
  const ids = idsOf(command);
  const words = [...command.choices, flags].join(' ');
  // Options do not need the daemon.
  const lookUp =
    ids === null
      ? ''
      : `[[ $word == -* ]] || ids=$(fleetboard complete-ids ${ids} "$word" 2>/dev/null | cut -f 1); `;
  return `    "${typed(command)}") ${lookUp}COMPREPLY=($(compgen -W "${words}${ids === null ? '' : ' $ids'}" -- "$word")) ;;`;
}
