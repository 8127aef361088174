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
      'keeps the order of a resource whatever moments its events are due at, as when a lease has lapsed',
    ],
  },
  {
    name: 'sends over a connection that is about to be closed',
    file: 'engines/outbox/guarded-agent.ts',
    find: 'keepAliveTimeout: 1_000,',
    replace: 'keepAliveTimeout: 10_000,',
    test: ['engines/outbox/send.test.ts', 'sends nothing over a connection that a receiver may be about to close'],
  },
  {
    name: 'returns no address as a result of a look-up',
    file: 'engines/outbox/resolve-name.ts',
    find: "  if (addresses.length === 0) throw new Error('the name has no address');\n",
    replace: '',
    test: ['engines/outbox/resolve-name.test.ts', 'survives a name whose alias has no address'],
  },
  {
    name: 'sends what is behind an attempt that was broken off',
    file: 'engines/outbox/sending-queue.ts',
    find: "    if (end === 'BROKEN_OFF') this.#empty(platform, lane);\n",
    replace: '',
    test: [
      'engines/outbox/sending-queue.test.ts',
      'gives back what is behind an attempt that was broken off, and goes on behind one that was set back',
    ],
  },
  {
    name: 'goes on sending to an endpoint that another process has removed',
    file: 'engines/outbox/relay.ts',
    find: '    await this.#claims.giveBackStrayed(unit);\n',
    replace: '',
    test: [
      'engines/outbox/relay.test.ts',
      'sends nothing that waits to an endpoint once it is %s, by whichever process',
    ],
  },
  {
    name: 'closes the sender while requests are still served',
    file: 'app.ts',
    find: 'engine.stop(), relay.drain()]',
    replace: 'engine.stop(), relay.stop()]',
    test: ['engines/outbox/drained-relay.test.ts', 'lets webhooks end that are under way, and tests endpoints'],
  },
  {
    name: 'moves clocks past webhooks that nobody sends any more',
    file: 'engines/due-work/timekeeper.ts',
    find: "      if (this.#isStopped) throw new ClockStopped('this process is about to end');\n",
    replace: '',
    test: [
      'engines/outbox/drained-relay.test.ts',
      'begins no move of a clock, which would pass webhooks that nobody sends',
    ],
  },
  {
    name: 'takes a process that stood still for a thread that is silent',
    file: 'engines/outbox/threaded-send.ts',
    find: '      if (!isLastChance || nowMs - looksAtMs > lastChanceMs) return this.#watchFor(lastChanceMs, true);\n',
    replace: '',
    test: ['engines/outbox/threaded-send.test.ts', 'hears first what a thread has said while this process stood still'],
  },
];
