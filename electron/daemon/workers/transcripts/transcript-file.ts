import path from 'node:path';

/** Where the transcript of a session lies. Session ids are made by Fleetboard and hold no path characters. */
export function transcriptFile(home: string, sessionId: string): string {
  if (!/^[A-Za-z0-9-]+$/.test(sessionId)) {
    throw new Error(`"${sessionId}" is not a session id.`);
  }
  return path.join(home, 'transcripts', `${sessionId}.jsonl`);
}
