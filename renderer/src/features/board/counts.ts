import type { Card } from '../../../../shared/board.ts';
import { laneOfCard } from '../../state/board.ts';

export function needsYouCount(cards: Iterable<Card>, projectId: string | null): number {
  let count = 0;
  for (const card of cards) {
    if (isOf(card, projectId) && laneOfCard(card) === 'Needs you') count += 1;
  }
  return count;
}

/** What fills the worker cap of this daemon, and over how many projects it is spread: the cap is one per project. */
export function workersAtWork(
  cards: Iterable<Card>,
  projectId: string | null,
  owner: string | null,
): { workers: number; projects: number } {
  const projects = new Set<string>();
  let workers = 0;
  for (const card of cards) {
    const isAtWork = card.status === 'claimed' || card.status === 'running';
    if (!isAtWork || card.kind === 'send' || card.question !== null) continue;
    if (card.ownerDaemon !== owner || !isOf(card, projectId)) continue;
    workers += 1;
    projects.add(card.projectId);
  }
  return { workers, projects: projects.size };
}

export interface ProjectCount {
  readonly id: string;
  readonly name: string;
  readonly needsYou: number;
  readonly cards: number;
}

/** Every project that has cards, by name. */
export function countByProject(cards: Iterable<Card>): readonly ProjectCount[] {
  const projects = new Map<string, { name: string; needsYou: number; cards: number }>();
  for (const card of cards) {
    const known = projects.get(card.projectId) ?? { name: card.projectName, needsYou: 0, cards: 0 };
    known.cards += 1;
    if (laneOfCard(card) === 'Needs you') known.needsYou += 1;
    projects.set(card.projectId, known);
  }
  return [...projects]
    .map(([id, project]) => ({ id, ...project }))
    .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
}

function isOf(card: Card, projectId: string | null): boolean {
  return projectId === null || card.projectId === projectId;
}
