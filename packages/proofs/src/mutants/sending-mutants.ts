import type { Mutant } from './mutant.ts';

/** Mistakes in the order of webhooks, and in their targets. */
export const sendingMutants: readonly Mutant[] = [
  {
    name: 'never again lists all queues after a slow list',
    file: 'engines/due-work/search-pace.ts',
    find: 'endedMs + Math.min(tookMs * pausePerSearch, longestPauseMs)',
    replace: 'Number.POSITIVE_INFINITY',
    test: [
      'engines/outbox/queue-floors.test.ts',
      'deliver what is new, what other platforms emit, and at last what is late',
    ],
  },
  {
    name: 'looks for the first deliveries among old versions',
    file: 'engines/outbox/queue-floors.ts',
    find: "{ due_at: floor.fresh, event_id: '' }",
    replace: 'queueStart',
    test: ['engines/outbox/queue-floors.test.ts', 'are listed and claimed without reading those'],
  },
  {
    name: 'lets an event overtake a blocked one',
    file: 'engines/outbox/deliveries-repository.ts',
    find: '            or (due_at, event_id) < (due_before, id_before) then ',
    replace: '            then ',
    test: [
      'engines/outbox/relay.test.ts',
      'keeps the order of a resource even when its events are due at different times',
    ],
  },
  {
    name: 'reuses a connection that is about to close',
    file: 'engines/outbox/guarded-agent.ts',
    find: 'keepAliveTimeout: 1_000,',
    replace: 'keepAliveTimeout: 10_000,',
    test: ['engines/outbox/send.test.ts', 'opens a new connection after a second without requests'],
  },
  {
    name: 'resolves a name to no address',
    file: 'engines/outbox/resolve-name.ts',
    find: "  if (addresses.length === 0) throw new Error('the name has no address');\n",
    replace: '',
    test: ['engines/outbox/resolve-name.test.ts', 'fails only the attempt when the alias of a name has no address'],
  },
  {
    name: 'sends the next event after an aborted attempt',
    file: 'engines/outbox/sending-queue.ts',
    find: "    if (end === 'BROKEN_OFF') this.#empty(platform, lane);\n",
    replace: '',
    test: [
      'engines/outbox/sending-queue.test.ts',
      'releases the deliveries behind a broken-off attempt, and sends those behind one that was set back',
    ],
  },
  {
    name: 'keeps sending to a removed endpoint',
    file: 'engines/outbox/relay.ts',
    find: '    await this.#claims.giveBackStrayed(unit);\n',
    replace: '',
    test: ['engines/outbox/relay.test.ts', 'sends no waiting event to an endpoint that another process has %s'],
  },
  {
    name: 'closes the sender before the last request ends',
    file: 'app.ts',
    find: 'engine.stop(), relay.drain()]',
    replace: 'engine.stop(), relay.stop()]',
    test: [
      'engines/outbox/drained-relay.test.ts',
      'completes webhooks in progress while it drains, and still tests endpoints',
    ],
  },
  {
    name: 'advances clocks past unsent webhooks',
    file: 'engines/due-work/timekeeper.ts',
    find: "      if (this.#isStopped) throw new ClockStopped('this process is about to end');\n",
    replace: '',
    test: ['engines/outbox/drained-relay.test.ts', 'refuses to advance a clock with 503 and Retry-After'],
  },
  {
    name: 'reports a suspended process as a stuck thread',
    file: 'engines/outbox/threaded-send.ts',
    find: '      if (!isLastChance || nowMs - checksAtMs > lastChanceMs) return this.#watchFor(lastChanceMs, true);\n',
    replace: '',
    test: [
      'engines/outbox/threaded-send.test.ts',
      'reads the answers of a thread before it judges the thread silent after a stall',
    ],
  },
  {
    name: 'fetches from a private address',
    file: 'engines/outbox/untrusted-fetch.ts',
    find: 'peer === undefined ? refuseEndpoint(url.href, false) : undefined',
    replace: 'peer === undefined ? undefined : refuseEndpoint(url.href, true)',
    test: ['engines/outbox/untrusted-fetch.test.ts', 'is not sent to an address that is not public: %s'],
  },
  {
    name: 'connects to an address that was not checked',
    file: 'engines/outbox/guarded-agent.ts',
    find: '    return addresses;\n',
    replace: '    return resolve(hostname);\n',
    test: ['engines/outbox/send.test.ts', 'never connects to a name that resolves to loopback, in 10 attempts'],
  },
];
