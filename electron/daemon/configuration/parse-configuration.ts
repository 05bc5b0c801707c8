import type { z } from 'zod';
import {
  type Configuration,
  type ConfigurationProblem,
  configurationSchema,
} from '../../../shared/configuration.ts';

/** What is in force, and what was left out. */
export interface ParsedConfiguration {
  readonly configuration: Configuration;
  readonly problems: readonly ConfigurationProblem[];
}

/**
 * Validates a configuration. Each entry (`agents.x`, `profiles.x`, `dispatch.x`, an unknown top-level key) that has
 * something wrong is left out as a whole and reported.
 */
export function parseConfiguration(value: unknown): ParsedConfiguration {
  const parsed = configurationSchema.safeParse(value);
  if (parsed.success) return { configuration: parsed.data, problems: [] };
  const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue, value));
  const rest = without(value, parsed.error.issues);
  return { configuration: configurationSchema.parse(rest), problems };
}

function problemsOf(issue: z.core.$ZodIssue, value: unknown): ConfigurationProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: pathOf([...issue.path, key]),
      expected: 'a known key',
      found: `unknown key "${key}"`,
    }));
  }
  if (issue.code === 'invalid_key') {
    // What stands under a wrong name is not what is wrong, and may hold secrets.
    const expected = issue.issues[0]?.message ?? issue.message;
    return [{ path: pathOf(issue.path), expected, found: `"${String(issue.path.at(-1))}"` }];
  }
  return [
    {
      path: pathOf(issue.path),
      expected: expectationOf(issue),
      found: shown(at(value, issue.path), issue.path),
    },
  ];
}

function expectationOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'a whole number' : `a value of type ${issue.expected}`;
    case 'too_small':
      return `${issue.origin === 'string' ? 'at least one character' : `at least ${issue.minimum}`}`;
    case 'too_big':
      return `at most ${issue.maximum}`;
    case 'invalid_value':
      return `one of ${issue.values.map((option) => `"${String(option)}"`).join(', ')}`;
    default:
      return issue.message;
  }
}

function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value;
  for (const part of path) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<PropertyKey, unknown>)[part];
  }
  return current;
}

const SHOWN_LENGTH = 80;

function shown(value: unknown, path: readonly PropertyKey[]): string {
  if (value === undefined) return 'nothing';
  // A secret may stand anywhere in an agent, also where somebody pasted it by mistake: its type is enough to find it.
  if (path[0] === 'agents' && value !== '' && !isMistypedProtocol(value, path)) {
    return `a value of type ${typeof value}`;
  }
  const text = JSON.stringify(value);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

/** A short word of small letters is nobody's secret. */
function isMistypedProtocol(value: unknown, path: readonly PropertyKey[]): boolean {
  return path[2] === 'protocol' && typeof value === 'string' && /^[a-z]{1,16}$/.test(value);
}

/** A copy without the entries that the issues are about. Something wrong at the top leaves nothing. */
function without(value: unknown, issues: readonly z.core.$ZodIssue[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const copy = structuredClone(value) as Record<string, unknown>;
  for (const issue of issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
    for (const key of keys) {
      const path = (key === undefined ? issue.path : [...issue.path, key]).map(String);
      const [section, entry] = path;
      if (section === undefined) return {};
      const part = copy[section];
      if (entry === undefined || typeof part !== 'object' || part === null) delete copy[section];
      else delete (part as Record<string, unknown>)[entry];
    }
  }
  return copy;
}
