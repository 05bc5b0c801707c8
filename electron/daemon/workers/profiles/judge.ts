import type { ApprovalOption } from '../../../../shared/board.ts';
import type { Profile } from '../../../../shared/configuration.ts';
import type { TaskShape, ToolKind } from '../../../../shared/tasks.ts';
import { commandIsCovered } from './command-patterns.ts';
import { insideFolder, pathIsCovered } from './path-patterns.ts';

/** What an agent wants to do, as far as a profile looks at it. */
export interface ToolRequest {
  readonly toolKind: ToolKind;
  /** The shell line that would run, whatever kind the agent calls it. */
  readonly command: string | null;
  /** Every path that the request names, its diffs and a command's own folder included. */
  readonly locations: readonly string[];
  readonly options: readonly ApprovalOption[];
}

export interface JudgedSession {
  readonly profile: Profile;
  readonly shape: TaskShape;
  readonly workFolder: string;
  /** How many requests were answered without a person so far. */
  readonly answered: number;
}

export type Judgement =
  | { readonly decision: 'allow'; readonly optionId: string }
  /** A person decides. The reason is a sentence. */
  | { readonly decision: 'ask'; readonly reason: string };

const CHANGES = new Set<ToolKind>(['edit', 'delete', 'move', 'execute']);
const WRITES_FILES = new Set<ToolKind>(['edit', 'delete', 'move']);
const TOUCHES_FILES = new Set<ToolKind>(['read', 'search', 'edit', 'delete', 'move', 'execute']);

/** Decides whether the profile answers a permission request, or a person has to. Never refuses by itself. */
export function judge(session: JudgedSession, request: ToolRequest): Judgement {
  const reason = reasonToAsk(session, request);
  if (reason !== null) return { decision: 'ask', reason };
  const once = request.options.find((option) => option.kind === 'allow_once');
  if (once === undefined) {
    return { decision: 'ask', reason: 'The agent offers no way to allow it just this once.' };
  }
  return { decision: 'allow', optionId: once.optionId };
}

function reasonToAsk(session: JudgedSession, request: ToolRequest): string | null {
  const { profile, shape, answered } = session;
  if (answered >= profile.toolBudget) {
    return `The tool budget of ${profile.toolBudget} requests is used up.`;
  }
  // Some agents call a shell line "read" or "search" when they take it for one.
  const toolKind = request.command === null ? request.toolKind : 'execute';
  if (shape === 'scout' && CHANGES.has(toolKind)) {
    return `A scout only reads; it may not ${toolKind} without being asked about it.`;
  }
  if (toolKind === 'execute') {
    const reason = reasonToAskAboutCommand(profile, request.command);
    if (reason !== null) return reason;
  } else if (!profile.allow.includes(toolKind)) {
    return `The profile does not allow "${toolKind}".`;
  }
  return TOUCHES_FILES.has(toolKind) ? reasonToAskAboutPaths(session, toolKind, request) : null;
}

function reasonToAskAboutCommand(profile: Profile, command: string | null): string | null {
  if (command === null) return 'The request does not say which command it would run.';
  if (commandIsCovered(command, profile.commands)) return null;
  return profile.commands.length === 0
    ? 'The profile allows no commands.'
    : 'No command pattern of the profile covers it.';
}

function reasonToAskAboutPaths(
  { profile, workFolder }: JudgedSession,
  toolKind: ToolKind,
  { locations }: ToolRequest,
): string | null {
  const writes = WRITES_FILES.has(toolKind);
  if (writes && locations.length === 0) {
    return `The request does not say which files it would ${toolKind}.`;
  }
  for (const location of locations) {
    const relative = insideFolder(workFolder, location);
    if (relative === null) return `"${location}" is outside the work folder.`;
    if (!writes) continue;
    if (relative === '') return `It would ${toolKind} the work folder itself.`;
    if (isOfGit(relative))
      return `"${relative}" belongs to git itself and can make it run programs.`;
    if (!pathIsCovered(relative, profile.paths)) {
      return `The profile's paths do not cover "${relative}".`;
    }
  }
  return null;
}

function isOfGit(relative: string): boolean {
  return relative.split('/').some((part) => part.toLowerCase() === '.git');
}
