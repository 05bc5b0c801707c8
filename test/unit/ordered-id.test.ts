import { expect, it } from 'vitest';
import { z } from 'zod';
import { orderedId } from '../../electron/daemon/ordered-id.ts';

it('makes ids in the order of time that differ in what people type of them', () => {
  const ids = Array.from({ length: 5_000 }, orderedId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(ids.length);
  for (const id of ids) expect(z.uuid().safeParse(id).success).toBe(true);
});
