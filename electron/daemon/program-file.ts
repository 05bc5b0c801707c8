import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * A program of this build that runs in a process or a thread of its own: beside the built daemon, above the chunk that
 * this became, or among the sources when the daemon runs from them.
 *
 * @param name Its entry in the build, without an ending.
 * @param source Its file, relative to this one.
 */
export function programFile(name: string, source: string): string {
  const built = [`./${name}.cjs`, `../${name}.cjs`].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  );
  return (
    built.find((place) => existsSync(place)) ?? fileURLToPath(new URL(source, import.meta.url))
  );
}
