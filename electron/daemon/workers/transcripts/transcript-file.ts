import path from 'node:path';

/** Session ids are made by Fleetboard and hold no path characters. */
export function isSessionId(text: string): boolean {
  return /^[A-Za-z0-9-]+$/.test(text);
}

/** Where the transcript of a session lies. */
export function transcriptFile(home: string, sessionId: string): string {
  if (!isSessionId(sessionId)) throw new Error(`"${sessionId}" is not a session id.`);
  return path.join(home, 'transcripts', `${sessionId}.jsonl`);
}
