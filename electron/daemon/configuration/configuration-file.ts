import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import {
  type Configuration,
  type ConfigurationProblem,
  configurationSchema,
} from '../../../shared/configuration.ts';
import { type ParsedConfiguration, parseConfiguration } from './parse-configuration.ts';
import { readJsonc } from './read-jsonc.ts';
import { watchFile } from './watch-file.ts';

interface Loaded extends ParsedConfiguration {
  /** Names exactly this content; whoever writes says which one he saw. */
  readonly stamp: string;
  /** What the file says, right or wrong; null where that cannot be told. */
  readonly written: unknown;
}

/** How long the file is trusted before it is looked at again. */
const RECHECK_AFTER_MS = 500;

/** The stamp of a file that is not there. */
export const NO_FILE = 'none';

/**
 * `<home>/config.json`, read again when it changes. What is wrong in it is reported by path and left out; the rest is in
 * force. A file that cannot be parsed at all changes nothing: what was in force before stays, so that one typing error
 * does not take the agents away from the queue.
 */
export class ConfigurationFile {
  readonly path: string;
  #loaded: Loaded;
  #lookedAt: string;
  #checkedAt = Date.now();
  readonly #onChange: () => void;
  #unwatch: () => void = () => {};

  constructor(path: string, onChange: () => void) {
    this.path = path;
    this.#onChange = onChange;
    this.#lookedAt = looksOf(path);
    this.#loaded = load(path, configurationSchema.parse({}));
  }

  get configuration(): Configuration {
    return this.#current().configuration;
  }

  get problems(): readonly ConfigurationProblem[] {
    return this.#current().problems;
  }

  /** What is in force, what the file says and the name of that content, all of one moment: the latest. */
  latest(): Loaded {
    this.look();
    return this.#loaded;
  }

  /** Tells of changes from now on, within two seconds and mostly much sooner, and not only when it is asked. */
  watch(): void {
    this.#unwatch();
    this.#unwatch = watchFile(this.path, () => this.look());
  }

  unwatch(): void {
    this.#unwatch();
  }

  /** Whether the file was changed is asked of the system now. */
  look(): void {
    this.#checkedAt = Date.now();
    const looks = looksOf(this.path);
    if (looks === this.#lookedAt) return;
    this.#lookedAt = looks;
    const { stamp, configuration } = this.#loaded;
    this.#loaded = load(this.path, configuration);
    if (this.#loaded.stamp !== stamp) queueMicrotask(this.#onChange);
  }

  #current(): Loaded {
    if (Date.now() - this.#checkedAt >= RECHECK_AFTER_MS) this.look();
    return this.#loaded;
  }
}

/** What changes when the file does, and can be asked often. */
function looksOf(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
    if (stat === undefined) return NO_FILE;
    return `${stat.mtimeNs}:${stat.ctimeNs}:${stat.size}:${stat.ino}`;
  } catch (error) {
    return String(error);
  }
}

/** The name of a content. */
export function stampOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}

function load(path: string, before: Configuration): Loaded {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (isMissing(error)) return { ...parseConfiguration({}), stamp: NO_FILE, written: {} };
    const problem = { path: '', expected: 'a file that can be read', found: String(error) };
    return { configuration: before, problems: [problem], stamp: String(error), written: null };
  }
  const stamp = stampOf(bytes);
  const text = bytes.toString('utf8');
  if (text.trim() === '') {
    // Most likely an editor is about to fill it.
    const problem = { path: '', expected: 'settings, or no file', found: 'an empty file' };
    return { configuration: before, problems: [problem], stamp, written: {} };
  }
  const read = readJsonc(text);
  if (read.outcome === 'unreadable') {
    return { configuration: before, problems: [read.problem], stamp, written: null };
  }
  const { configuration, problems } = parseConfiguration(read.value);
  const misleading = read.misleading === null ? [] : [read.misleading];
  return { configuration, problems: [...misleading, ...problems], stamp, written: read.value };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
