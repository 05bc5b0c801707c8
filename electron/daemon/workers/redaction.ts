const SECRET_NAME = /TOKEN|KEY|SECRET|PASSWORD|PASSWD|CREDENTIAL/i;
/** Shorter values would take ordinary words out of the text. */
const SHORTEST_SECRET = 6;

/**
 * Takes secrets out of what an agent prints: every value of the agent's own environment, and the values of the
 * daemon's environment whose name says that they are one.
 */
export function redactorFor(
  agentEnvironment: Readonly<Record<string, string>>,
  daemonEnvironment: NodeJS.ProcessEnv,
): (text: string) => string {
  const named = Object.entries(daemonEnvironment)
    .filter(([name]) => SECRET_NAME.test(name))
    .map(([, value]) => value ?? '');
  const secrets = [...Object.values(agentEnvironment), ...named]
    .filter((value) => value.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((clean, secret) => clean.replaceAll(secret, '[redacted]'), text);
}
