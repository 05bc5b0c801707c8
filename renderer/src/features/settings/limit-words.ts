import type { DispatchLimits } from '../../../../shared/configuration.ts';

export const LIMIT_WORDS: readonly {
  readonly name: keyof DispatchLimits;
  readonly words: string;
}[] = [
  {
    name: 'maxConcurrentWorkers',
    words: 'Workers at work at the same time, per project. Held and asking ones do not count.',
  },
  { name: 'failureLimit', words: 'Failures after which a spawn or a send is blocked.' },
  { name: 'holdMaxMs', words: 'How long a hold or an open question waits for you.' },
  { name: 'idleLimitMs', words: 'Silence after which a working agent is taken to hang.' },
  { name: 'handshakeTimeoutMs', words: 'How long an agent may take to start.' },
  { name: 'leaseMs', words: 'How long a claim is valid without renewal.' },
  { name: 'backoffBaseMs', words: 'The wait before a second try; it doubles with each failure.' },
  { name: 'tickMs', words: 'How often the queue is looked at besides when something happens.' },
];
