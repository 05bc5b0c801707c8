import { type ForgeFailure, incomplete } from '../forge-failures.ts';
import type { GitHubRequests, Question } from './github-requests.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  /** How many there are on all pages; null where the forge does not say. */
  readonly total: number | null;
}

export type ReadPages<Item> =
  | { readonly outcome: 'read'; readonly items: readonly Item[] }
  | ForgeFailure;

const ITEMS_PER_PAGE = 100;
const MOST_PAGES = 30;

/** Reads a list to its end. A list with a hole in it, or one that changed meanwhile, is no list. */
export async function readPages<Item extends { readonly id: number }>(
  requests: GitHubRequests,
  question: Question<Page<Item>>,
): Promise<ReadPages<Item>> {
  const { host } = requests;
  const { what } = question;
  const items = new Map<number, Item>();
  let announced = 0;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await requests.read({
      ...question,
      parameters: { ...question.parameters, per_page: ITEMS_PER_PAGE, page },
    });
    if (answer.outcome !== 'read') {
      if (answer.outcome !== 'not_found' || page === 1) return answer;
      return incomplete(host, `page ${page} of ${what} is missing`);
    }
    const { value, link } = answer;
    if (page > 1 && value.items.length === 0) {
      return incomplete(host, `page ${page} of ${what} is missing`);
    }
    for (const item of value.items) {
      if (items.has(item.id)) return incomplete(host, `${what} changed while they were read`);
      items.set(item.id, item);
    }
    const { hasNext, last } = linksIn(link);
    announced = Math.max(announced, last);
    if (hasNext) continue;
    if (page < announced) return incomplete(host, `${what} end before page ${announced}`);
    if (value.total !== null && value.total !== items.size) {
      return incomplete(host, `${items.size} of ${value.total} ${what} arrived`);
    }
    return { outcome: 'read', items: [...items.values()] };
  }
  return incomplete(host, `there are more ${what} than ${MOST_PAGES} pages hold`);
}

/** The addresses themselves are not followed: the token goes nowhere that an answer names. */
function linksIn(link: string): { readonly hasNext: boolean; readonly last: number } {
  const last = /<[^<>]*[?&]page=(\d+)[^<>]*>;\s*rel="last"/.exec(link)?.[1];
  return { hasNext: /;\s*rel="next"/.test(link), last: Number(last ?? 0) };
}
