import type { AgentConfiguration } from '../../../shared/configuration.ts';
import { knownAgent } from './agents/known-agents.ts';
import { mapTexts } from './map-texts.ts';

const SECRET_NAME = /TOKEN|KEY|SECRET|PASSWORD|PASSWD|CREDENTIAL/i;
/** Shorter values would take ordinary words out of the text. */
const SHORTEST_SECRET = 6;
const REDACTED = '[redacted]';

/** For one agent. What Fleetboard itself adds to an agent's environment is no secret. */
export function redactorOf(agent: AgentConfiguration, daemonEnvironment: NodeJS.ProcessEnv) {
  const added = knownAgent(agent)?.env ?? {};
  const configured = Object.entries(agent.env).filter(([name, value]) => added[name] !== value);
  return new Redactor(Object.fromEntries(configured), daemonEnvironment);
}

/**
 * Takes secrets out of what an agent prints: every value of the agent's own environment, and the values of the
 * daemon's environment whose name says that they are one.
 */
export class Redactor {
  readonly #secrets: readonly string[];

  constructor(
    agentEnvironment: Readonly<Record<string, string>>,
    daemonEnvironment: NodeJS.ProcessEnv,
  ) {
    const named = Object.entries(daemonEnvironment)
      .filter(([name]) => SECRET_NAME.test(name))
      .map(([, value]) => value ?? '');
    const values = [...Object.values(agentEnvironment), ...named];
    this.#secrets = [...new Set(values)]
      .filter((value) => value.length >= SHORTEST_SECRET)
      .sort((a, b) => b.length - a.length);
  }

  text(text: string): string {
    return this.#secrets.reduce((clean, secret) => clean.replaceAll(secret, REDACTED), text);
  }

  /** Every text of a value. */
  deep<Value>(value: Value): Value {
    return mapTexts(value, (text) => this.text(text));
  }

  /**
   * How many characters at the end of a text that goes on may be the beginning of a secret. They must wait for what
   * follows: a secret that arrives in pieces is in none of them.
   */
  unfinished(text: string): number {
    return this.#secrets.reduce((most, secret) => Math.max(most, overlap(text, secret)), 0);
  }
}

/** The length of the longest end of a text that is a true beginning of the secret. */
function overlap(text: string, secret: string): number {
  let start = Math.max(0, text.length - secret.length + 1);
  for (;;) {
    start = text.indexOf(secret.charAt(0), start);
    if (start === -1) return 0;
    if (secret.startsWith(text.slice(start))) return text.length - start;
    start += 1;
  }
}
