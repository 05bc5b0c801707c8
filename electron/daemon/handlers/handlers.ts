import { hostname, userInfo } from 'node:os';
import type { Catalog, ContractHandlers } from '../../../shared/contract.ts';
import type { Fleet } from '../../../shared/fleet.ts';
import { isTerminal } from '../../../shared/terminal-statuses.ts';
import type { ActivityFeed } from '../board/activity-feed.ts';
import type { ConfigurationFile } from '../configuration/configuration-file.ts';
import type { Dispatcher } from '../dispatcher/dispatcher.ts';
import { answer, cancel, endSession, hold, unhold } from '../dispatcher/person-actions.ts';
import { orderedId } from '../ordered-id.ts';
import type { DaemonIdentity, NewTask, Project, Store } from '../store/store.ts';
import { projectIdOf } from '../work-folders.ts';
import type { AgentTests } from '../workers/agents/agent-tests.ts';
import { describeAgents } from '../workers/agents/describe-agents.ts';
import { agentIds } from '../workers/agents/resolve-agent.ts';
import type { GroupUse } from '../workers/group-use.ts';
import { describeProfiles } from '../workers/profiles/describe-profiles.ts';
import { readFirstBoard } from './first-board.ts';
import { type Pulls, pullHandlers } from './pull-handlers.ts';
import { type Loops, runHandlers } from './run-handlers.ts';
import { settingsHandlers } from './settings-handlers.ts';
import { problemsOfPrompt, problemsOfStart } from './start-validation.ts';
import { readTaskDetails } from './task-details.ts';
import { readTaskProcesses } from './task-processes.ts';

const BOARD_PAGE_ROWS = 500;
const RECENT_FOLDERS = 8;

export interface HandlerDependencies {
  readonly me: DaemonIdentity;
  readonly version: string;
  readonly home: string;
  readonly store: Store;
  readonly dispatcher: Dispatcher;
  readonly configuration: ConfigurationFile;
  readonly activity: ActivityFeed;
  readonly now: () => number;
  readonly projectOf: (folder: string) => Promise<Project>;
  readonly transcript: ContractHandlers['session.transcript'];
  readonly processIdOf: (sessionId: string) => number | null;
  readonly measureGroup: GroupUse['measure'];
  readonly fleet: () => Promise<Fleet>;
  readonly loops: Loops;
  readonly pulls: Pulls;
  readonly agentTests: AgentTests;
}

/** What each call of the contract does: one store call or one action of the dispatcher. */
export function createHandlers(dependencies: HandlerDependencies): ContractHandlers {
  const { me, store, dispatcher, configuration, now } = dependencies;
  const actor = userInfo().username;

  async function enqueue(
    task: Omit<NewTask, 'id' | 'failureLimit' | 'createdBy'>,
    project: Project,
  ) {
    const id = orderedId();
    await store.tasks.enqueue(
      {
        ...task,
        id,
        failureLimit: configuration.configuration.dispatch.failureLimit,
        createdBy: actor,
      },
      project,
      me,
      now(),
    );
    return { outcome: 'enqueued' as const, taskId: id };
  }

  const start: ContractHandlers['task.start'] = async (input) => {
    const problems = problemsOfStart(input, {
      agents: agentIds(configuration.configuration),
      profiles: describeProfiles(configuration.configuration).map((profile) => profile.id),
    });
    if (problems.length > 0) return { outcome: 'refused', problems };
    const project = await dependencies.projectOf(input.folder);
    return enqueue({ ...input, targetSession: null, projectId: project.id }, project);
  };

  const send: ContractHandlers['task.send'] = async ({ sessionId, prompt }) => {
    const problems = problemsOfPrompt(prompt);
    if (problems.length > 0) return { outcome: 'refused', problems };
    const session = await store.sessions.find(sessionId);
    if (session === null || session.state === 'ended' || !session.acceptsPrompts) {
      const found =
        session === null
          ? 'no such session'
          : `a session of ${session.agent} that takes no prompts now`;
      return {
        outcome: 'refused',
        problems: [{ field: 'session', found, expected: 'a live session from the list' }],
      };
    }
    if (session.ownerDaemon !== me.owner) {
      return { outcome: 'not_owner', ownerDaemon: session.ownerDaemon };
    }
    const made = await store.tasks.find(session.taskId);
    const folder = made?.folder ?? session.folder;
    const project = await dependencies.projectOf(folder);
    return enqueue(
      {
        projectId: project.id,
        kind: 'send',
        shape: made?.shape ?? 'ship',
        targetSession: sessionId,
        folder,
        prompt,
        agent: session.agent,
        profile: made?.profile ?? 'careful',
      },
      project,
    );
  };

  return {
    'startup.read': async () => ({ state: 'ready' }),
    'catalog.read': async () => readCatalog(dependencies),
    'board.first': () => readFirstBoard(store),
    'board.changes': ({ since }) => store.board.changesSince(since, BOARD_PAGE_ROWS),
    'fleet.read': dependencies.fleet,
    'events.list': ({ since, limit }) => store.events.list(since, limit),
    'events.latest': async ({ projectId, limit }) => [
      ...(await store.events.latest(projectId, limit)),
    ],
    'task.list': (query) => store.board.list(query),
    'session.list': (query) => store.board.listSessions(query),
    'id.find': ({ of, prefix }) => store.board.findIds(of, prefix),
    'numbers.read': (input) => store.numbers.read(input),
    'board.activity': async () => dependencies.activity.latest(),
    'task.start': start,
    'task.send': send,

    async 'task.details'({ taskId }) {
      const details = await readTaskDetails(store, taskId, dependencies.processIdOf);
      return details === null ? { outcome: 'not_found' } : { outcome: 'found', details };
    },

    'task.processes': ({ taskId }) =>
      readTaskProcesses(store, me, taskId, dependencies.processIdOf, dependencies.measureGroup),

    'task.hold': ({ taskId }) => dispatcher.act((context) => hold(context, taskId, actor)),
    'task.unhold': ({ taskId }) => dispatcher.act((context) => unhold(context, taskId, actor)),
    'task.cancel': ({ taskId }) => dispatcher.act((context) => cancel(context, taskId, actor)),

    async 'task.runAgain'({ taskId }) {
      const task = await store.tasks.find(taskId);
      if (task === null) return { outcome: 'not_found' };
      if (!isTerminal(task.status)) return { outcome: 'not_settled', status: task.status };
      if (task.isDelivery) {
        await store.tasks.dismiss(taskId, actor, now());
        dispatcher.kick();
        return { outcome: 'redelivering' };
      }
      const { agent, profile, folder, prompt, shape, kind } = task;
      const again =
        kind === 'send'
          ? await send({ sessionId: task.targetSession ?? '', prompt })
          : await start({ kind, agent, profile, folder, prompt, shape });
      if (again.outcome === 'enqueued') await store.tasks.dismiss(taskId, actor, now());
      return again;
    },

    'task.dismiss': ({ taskId }) => store.tasks.dismiss(taskId, actor, now()),
    'approval.answer': ({ approvalId, optionId }) =>
      dispatcher.act((context) => answer(context, approvalId, optionId, actor)),
    'session.transcript': dependencies.transcript,

    async 'session.conduct'({ sessionId, conducts }) {
      const outcome = await store.events.conduct(sessionId, conducts, me, now());
      dispatcher.kick();
      return outcome;
    },

    ...runHandlers(dependencies, actor),
    ...pullHandlers(dependencies, actor),
    ...settingsHandlers(dependencies, start),

    'session.end': ({ sessionId }) => dispatcher.act((context) => endSession(context, sessionId)),
  };
}

async function readCatalog(dependencies: HandlerDependencies): Promise<Catalog> {
  const { configuration, me, version, home } = dependencies;
  return {
    daemon: { owner: me.owner, bootId: me.bootId, version, home, machine: hostname() },
    agents: describeAgents(configuration.configuration),
    profiles: describeProfiles(configuration.configuration),
    limits: configuration.configuration.dispatch,
    configurationFile: configuration.path,
    configurationProblems: [...configuration.problems],
    recentFolders: [...(await dependencies.store.board.recentFolders(RECENT_FOLDERS))],
    silencedProjects: Object.entries(configuration.configuration.projects)
      .filter(([, project]) => project.notify === false)
      .map(([folder]) => projectIdOf(folder)),
  };
}
