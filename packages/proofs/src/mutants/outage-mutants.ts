import type { Mutant } from './mutant.ts';

/** Mistakes in handling a store that is temporarily unavailable. */
export const outageMutants: readonly Mutant[] = [
  {
    name: 'says nothing of standbys whose state it may not see',
    file: 'start/unawaited-standbys.ts',
    find: "coalesce(state, 'streaming') = 'streaming'",
    replace: "state = 'streaming'",
    test: ['start/unawaited-standbys.test.ts', 'tells of standbys that nobody waits for, whoever it connects as'],
  },
  {
    name: 'answers an outage like a bug',
    file: 'http/unrouted-errors.ts',
    find: 'if (error instanceof DatabaseUnavailable) {',
    replace: 'if (error instanceof DatabaseUnavailable && reply.sent) {',
    test: ['start/outages.test.ts', 'live on, answer 503 meanwhile, say so once, and work again by themselves'],
  },
  {
    name: 'takes a full disk for a bug',
    file: 'ground/database/sqlite-errors.ts',
    find: "10: 'AWAY', // the disk fails\n  13: 'FULL',",
    replace: "10: 'AWAY', // the disk fails",
    test: [
      'start/outages.test.ts',
      'is answered with 503, leaves reads alone, and needs no restart once there is room',
    ],
  },
  {
    name: 'starts a thread for the webhooks of a sandbox inside a program',
    file: 'start/sandbox-server.ts',
    find: ', createSend: createSendWebhook };',
    replace: ' };',
    test: ['start/sandbox-server.test.ts', 'a sandbox inside a program sends its webhooks without a thread'],
  },
  {
    name: 'sends all webhooks from the thread of the requests',
    file: 'start/start-server.ts',
    find: "import { createThreadedSend, type ThreadedSendOptions } from '../engines/outbox/threaded-send.ts';",
    replace:
      "import { createSendWebhook as createThreadedSend } from '../engines/outbox/send.ts';\nimport type { ThreadedSendOptions } from '../engines/outbox/threaded-send.ts';",
    test: ['start/sandbox-server.test.ts', 'a server by itself sends them from one'],
  },
  {
    name: 'takes every server out of rotation while the stored files are away',
    file: 'http/health-routes.ts',
    find: "new Set(['files'])",
    replace: 'new Set()',
    test: [
      'start/outages.test.ts',
      'is told as such, refuses what needs a file and nothing else, and is used again by itself',
    ],
  },
];
