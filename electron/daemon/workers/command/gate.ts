/** How a command is started so that it waits for its prompt. */
export interface GatedCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Reads the size of the prompt and the prompt, then becomes the command. The `x` keeps line ends at the prompt's end,
 * which a substitution would drop.
 */
const SHELL_GATE = [
  'IFS= read -r size || exit 125',
  'prompt=$(head -c "$size"; printf x)',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own way to drop the x again
  'exec "$@" "${prompt%x}" </dev/null',
].join('; ');

/** The same where there is no such shell: stays as the parent of the command. */
const NODE_GATE = `
const [command, ...args] = process.argv.slice(1);
let input = '';
process.stdin.setEncoding('utf8').on('data', (text) => { input += text; }).on('end', () => {
  if (input === '') process.exit(125);
  const env = { ...process.env };
  delete env.ELECTRON_RUN_AS_NODE;
  const prompt = input.slice(input.indexOf('\\n') + 1);
  const options = { stdio: ['ignore', 'inherit', 'inherit'], env, windowsHide: true, windowsVerbatimArguments: command === 'cmd' };
  const { status, error } = require('node:child_process').spawnSync(command, [...args, prompt], options);
  if (error) process.stderr.write(error.message);
  process.exit(status ?? 1);
});
`;

/**
 * A process that waits at a gate until `gateInput` is written to its standard input, so that it is on record before it
 * does anything. The command gets the prompt as its last argument, and an empty standard input.
 */
export function gatedCommand(
  command: string,
  args: readonly string[],
  platform: NodeJS.Platform,
): GatedCommand {
  return platform === 'win32'
    ? {
        command: process.execPath,
        args: ['-e', NODE_GATE, command, ...args],
        env: { ELECTRON_RUN_AS_NODE: '1' },
      }
    : { command: '/bin/sh', args: ['-c', SHELL_GATE, 'fleetboard', command, ...args], env: {} };
}

export function gateInput(prompt: string): string {
  return `${Buffer.byteLength(prompt)}\n${prompt}`;
}
