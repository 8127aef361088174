import type { Mutant } from './mutant.ts';

/** Mistakes in the order of webhooks, and in their targets. */
export const sendingMutants: readonly Mutant[] = [
  {
    name: 'lets an event overtake one that waits for another itself',
    file: 'engines/outbox/deliveries-repository.ts',
    find: '            or (due_at, event_id) < (due_before, id_before) then ',
    replace: '            then ',
    test: [
      'engines/outbox/relay.test.ts',
      'keeps the order of a resource even when its events are due at different times',
    ],
  },
  {
    name: 'sends over a connection that is about to be closed',
    file: 'engines/outbox/guarded-agent.ts',
    find: 'keepAliveTimeout: 1_000,',
    replace: 'keepAliveTimeout: 10_000,',
    test: ['engines/outbox/send.test.ts', 'opens a new connection after a second without requests'],
  },
  {
    name: 'returns no address as a result of a look-up',
    file: 'engines/outbox/resolve-name.ts',
    find: "  if (addresses.length === 0) throw new Error('the name has no address');\n",
    replace: '',
    test: ['engines/outbox/resolve-name.test.ts', 'fails only the attempt when the alias of a name has no address'],
  },
  {
    name: 'sends what is behind an attempt that was broken off',
    file: 'engines/outbox/sending-queue.ts',
    find: "    if (end === 'BROKEN_OFF') this.#empty(platform, lane);\n",
    replace: '',
    test: [
      'engines/outbox/sending-queue.test.ts',
      'releases the deliveries behind a broken-off attempt, and sends those behind one that was set back',
    ],
  },
  {
    name: 'goes on sending to an endpoint that another process has removed',
    file: 'engines/outbox/relay.ts',
    find: '    await this.#claims.giveBackStrayed(unit);\n',
    replace: '',
    test: ['engines/outbox/relay.test.ts', 'sends no waiting event to an endpoint that another process has %s'],
  },
  {
    name: 'closes the sender while requests are still served',
    file: 'app.ts',
    find: 'engine.stop(), relay.drain()]',
    replace: 'engine.stop(), relay.stop()]',
    test: [
      'engines/outbox/drained-relay.test.ts',
      'completes webhooks in progress while it drains, and still tests endpoints',
    ],
  },
  {
    name: 'moves clocks past webhooks that nobody sends any more',
    file: 'engines/due-work/timekeeper.ts',
    find: "      if (this.#isStopped) throw new ClockStopped('this process is about to end');\n",
    replace: '',
    test: ['engines/outbox/drained-relay.test.ts', 'refuses to advance a clock with 503 and Retry-After'],
  },
  {
    name: 'takes a process that stood still for a thread that is silent',
    file: 'engines/outbox/threaded-send.ts',
    find: '      if (!isLastChance || nowMs - looksAtMs > lastChanceMs) return this.#watchFor(lastChanceMs, true);\n',
    replace: '',
    test: [
      'engines/outbox/threaded-send.test.ts',
      'reads the answers of a thread before it judges the thread silent after a stall',
    ],
  },
  {
    name: 'asks a stranger at an address that no endpoint may have',
    file: 'engines/outbox/untrusted-fetch.ts',
    find: 'peer === undefined ? refuseEndpoint(url.href, false) : undefined',
    replace: 'peer === undefined ? undefined : refuseEndpoint(url.href, true)',
    test: ['engines/outbox/untrusted-fetch.test.ts', 'is not sent to an address that is not public: %s'],
  },
  {
    name: 'connects to another address of a name than the one it checked',
    file: 'engines/outbox/guarded-agent.ts',
    find: '    return addresses;\n',
    replace: '    return resolve(hostname);\n',
    test: ['engines/outbox/send.test.ts', 'never connects to a name that resolves to loopback, in 10 attempts'],
  },
];
