import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Rectangle, screen } from 'electron';
import { z } from 'zod';

export const SMALLEST_WINDOW = { width: 700, height: 480 } as const;
const DEFAULT_SIZE = { width: 1440, height: 900 } as const;

const boundsSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(SMALLEST_WINDOW.width),
  height: z.number().int().min(SMALLEST_WINDOW.height),
});

/** Where the window was when it was last closed, if that place is still on a screen. */
export function readWindowBounds(userData: string): Partial<Rectangle> {
  const bounds = remembered(boundsFile(userData));
  if (bounds === null) return DEFAULT_SIZE;
  const { workArea } = screen.getDisplayMatching(bounds);
  const isReachable =
    bounds.x + bounds.width > workArea.x &&
    bounds.x < workArea.x + workArea.width &&
    bounds.y >= workArea.y &&
    bounds.y < workArea.y + workArea.height;
  return isReachable ? bounds : { width: bounds.width, height: bounds.height };
}

export function rememberWindowBounds(userData: string, bounds: Rectangle): void {
  try {
    writeFileSync(boundsFile(userData), JSON.stringify(bounds));
  } catch {
    // A place that is not remembered costs one drag; it must not keep the window from closing.
  }
}

function remembered(file: string): Rectangle | null {
  try {
    return boundsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

function boundsFile(userData: string): string {
  return path.join(userData, 'window-bounds.json');
}
