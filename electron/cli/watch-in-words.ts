import type { Card } from '../../shared/board.ts';
import type { DispatchEvent } from '../../shared/dispatch-events.ts';
import type { RunCard } from '../../shared/runs.ts';
import type { CommandContext } from './command-context.ts';
import type { Follower } from './follow.ts';
import { whereItStands } from './run-lines.ts';
import { cut, padded } from './table.ts';
import { firstLine, styled } from './terminal.ts';
import { WatchedProject } from './watched-project.ts';
import { clockTime, shortId, stateWord } from './words.ts';

const STATE_WIDTH = 'disconnected'.length;

/** One line per change that a person would see on the board, and per event that a conductor would get. */
export function watchInWords(
  { call, daemon, terminal }: CommandContext,
  asked: string | null,
): Follower {
  const project = new WatchedProject(asked, call);
  const lastSeen = new Map<string, string>();

  function line(at: number, id: string, what: string, text: string): void {
    const before = `${clockTime(at)}  ${shortId(id)}  ${padded(what, STATE_WIDTH)}  `;
    const taken = clockTime(at).length + shortId(id).length + STATE_WIDTH + 6;
    terminal.say(before + cut(text, terminal.width && Math.max(20, terminal.width - taken)));
  }

  return {
    async connected(again) {
      terminal.note(
        again ? `The daemon ${daemon.owner} is back.` : `Watching ${daemon.owner}. Ctrl-C ends it.`,
      );
    },
    async cards(cards) {
      for (const card of cards) {
        const seen = seenOf(card);
        if (!project.includes(card) || lastSeen.get(card.id) === seen) continue;
        lastSeen.set(card.id, seen);
        line(card.updatedAt, card.id, stateWord(card.state), textOf(card));
      }
    },
    sessions: () => {},
    async runs(runs) {
      for (const run of runs) {
        const text = runText(run);
        const seen = JSON.stringify([run.state, text, run.question?.approvalId]);
        if (!project.includes(run) || lastSeen.get(run.id) === seen) continue;
        lastSeen.set(run.id, seen);
        line(run.updatedAt, run.id, stateWord(run.state), text);
      }
    },
    async settled(events) {
      for (const event of events) {
        if (!(await project.includesEvent(event))) continue;
        line(event.createdAt, event.taskId, styled('dim', 'event'), eventText(event));
      }
    },
    lost: ({ message }) => terminal.note(`${message} Waiting for it to come back.`),
  };
}

/** What a line is about: a change of anything else is no news. */
function seenOf({ state, status, generation, question, dismissedBy }: Card): string {
  return JSON.stringify([state, status === 'held', generation, question?.approvalId, dismissedBy]);
}

function textOf({ title, question, error, dismissedBy, status }: Card): string {
  if (question !== null) return firstLine(`${title} (asks: ${question.title})`);
  if (status === 'held') return firstLine(`${title} (held)`);
  if (dismissedBy !== null) return firstLine(`${title} (put away by ${dismissedBy})`);
  return firstLine(error === null ? title : `${title} (${error.message})`);
}

/** A run is told from a task by the word, and where it stands by its attempt while it works. */
function runText(run: RunCard): string {
  return firstLine(`${run.title} (run, ${whereItStands(run)})`);
}

function eventText({ type, digest }: DispatchEvent): string {
  const said = firstLine(digest ?? '');
  return said === '' ? type : `${type}: ${said}`;
}
