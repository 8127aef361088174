import { lifeOfEventsMutants } from './life-of-events-mutants.ts';
import type { Mutant } from './mutant.ts';
import { streamMutants } from './stream-mutants.ts';

/** Mistakes in how events are told: in the delivery of webhooks, and in the live stream. */
export const webhookMutants: readonly Mutant[] = [
  ...streamMutants,
  {
    name: 'leaves out what a moment has behind the end of a page',
    file: 'platform/events/events-repository.ts',
    find: 'sql<SqlBool>`events.position < ',
    replace: 'sql<SqlBool>`events.position < 0 and 0 < ',
    test: ['platform/events/list-events.test.ts', 'walks through pages, with%s'],
  },
  {
    name: 'reads a moment from its end for each of its pages',
    file: 'platform/events/events-repository.ts',
    find: 'sql<SqlBool>`events.position < ',
    replace: 'sql<SqlBool>`+events.position < ',
    test: [
      'platform/events/list-events.test.ts',
      'goes on within a moment from its place, however many events that has',
    ],
  },
  {
    name: 'ends a list of events where the last one of a page is gone',
    file: 'platform/events/events-repository.ts',
    find: '  if (count === 0) return rows;',
    replace: '  if (count === 0 || rows.length === 0) return rows;',
    test: ['platform/events/list-events.test.ts', 'goes on where it was although the last event of the page is gone'],
  },
  ...lifeOfEventsMutants,
  {
    name: 'signs something else than the bytes it sends',
    file: 'engines/outbox/sign.ts',
    find: 'Buffer.from(body)',
    replace: 'Buffer.from(JSON.stringify(JSON.parse(body), null, 1))',
    test: ['engines/outbox/webhooks.test.ts', 'signs the exact bytes with the key that the configuration shows'],
  },
  {
    name: 'skips the first event of an endpoint that was just set',
    file: 'engines/outbox/skip-deliveries.ts',
    find: "        .where('platforms.webhook_endpoint', 'is', null),\n",
    replace: '',
    test: [
      'engines/outbox/skip-deliveries.test.ts',
      'is skipped without an endpoint, and not any more once one is set',
    ],
  },
  {
    name: 'leaves the connection to who does not end an answer',
    file: 'engines/outbox/send.ts',
    find: '      state.breakOff?.();\n',
    replace: '',
    test: [
      'engines/outbox/send.test.ts',
      'waits ten seconds and no longer for an endpoint that sends one byte each second',
    ],
  },
  {
    name: 'never learns that production has begun',
    file: 'platform/platforms/has-production.ts',
    find: '      ahead = undefined;\n',
    replace: '',
    test: [
      'platform/platforms/has-production.test.ts',
      'is asked once for the webhooks of one turn, and never before any of them',
    ],
  },
  {
    name: 'sends later events first',
    file: 'engines/outbox/sending-queue.ts',
    find: 'a.delivery.sequence - b.delivery.sequence',
    replace: 'b.delivery.sequence - a.delivery.sequence',
    test: ['engines/outbox/webhooks.test.ts', 'sends a resource of many events in order although they wait together'],
  },
  {
    name: 'sends the events of a resource unsorted',
    file: 'engines/outbox/sending-queue.ts',
    find: '    known.waiting.sort((a, b) => a.delivery.sequence - b.delivery.sequence);\n',
    replace: '',
    test: [
      'engines/outbox/sending-queue.test.ts',
      'sends the events of one resource one after the other, in the order of their sequence',
    ],
  },
  {
    name: 'lets one platform have every socket',
    file: 'engines/outbox/endpoint-pace.ts',
    find: 'const firstSockets = 2;',
    replace: 'const firstSockets = 1_000;',
    test: [
      'engines/outbox/relay.test.ts',
      'goes on with one platform while the endpoint of another takes hundreds of events and answers none',
    ],
  },
  {
    name: 'never pauses an endpoint',
    file: 'engines/outbox/endpoint-pace.ts',
    find: 'if (this.#failures < mostFailures) return undefined;',
    replace: 'if (this.#failures < Number.POSITIVE_INFINITY) return undefined;',
    test: [
      'engines/outbox/relay.test.ts',
      'pauses an endpoint that keeps refusing, and sends everything once it takes one again',
    ],
  },
  {
    name: 'keeps at the stop what it has claimed',
    file: 'engines/outbox/relay.ts',
    find: 'if (answer.statusCode === null && answer.isBrokenOff === true) {',
    replace: 'if (answer.statusCode === null && answer.isTimeout === true) {',
    test: ['engines/outbox/relay.test.ts', 'leaves unrecorded at the stop what has no answer, and due at once'],
  },
  {
    name: 'begins what outlasts its lease',
    file: 'engines/outbox/sending-queue.ts',
    find: 'performance.now() + longestSendMs + recordingMs > held.lease.endsAtMs',
    replace: 'performance.now() > held.lease.endsAtMs',
    test: ['engines/outbox/sending-queue.test.ts', 'begins nothing that could outlast its lease'],
  },
  {
    name: 'repeats an event the receiver knows',
    file: 'engines/outbox/attempt-recorder.ts',
    find: '|| statusCode === 409);',
    replace: '|| statusCode === 410);',
    test: ['engines/outbox/webhooks.test.ts', 'stops when the endpoint says that it has the event'],
  },
  {
    name: 'waits longer and longer without end',
    file: 'engines/outbox/retry-schedule.ts',
    find: 'Math.min(firstDelayMs * 2 ** Math.min(attempts - 1, 16), longestDelayMs)',
    replace: 'firstDelayMs * 2 ** Math.min(attempts - 1, 16)',
    test: ['engines/outbox/retry-schedule.test.ts', 'doubles from 30 seconds to 30 minutes and stays there'],
  },
  {
    name: 'sends an event again while it is being sent',
    file: 'engines/outbox/resend-deliveries.ts',
    find: 'const isAtRest = sql<SqlBool>`(leased_until is null or due_at is null)`',
    replace: 'const isAtRest = sql<SqlBool>`(leased_until is null or due_at is not null)`',
    test: [
      'platform/events/resend-event.test.ts',
      'leaves alone what has its first attempt before it, or an attempt under way',
    ],
  },
  {
    name: 'sends the events of all platforms again',
    file: 'engines/outbox/resend-deliveries.ts',
    find: "          .set({ status: resent, due_at: now, leased_until: null, is_backlog: 1 })\n          .where('tenant', '=', tenant)\n",
    replace: '          .set({ status: resent, due_at: now, leased_until: null, is_backlog: 1 })\n',
    test: ['platform/events/resend-events.test.ts', 'keeps to the range, to the states and to the platform'],
  },
  {
    name: 'lets what happens now wait for all that is sent again',
    file: 'engines/outbox/resend-deliveries.ts',
    find: 'leased_until: null, is_backlog: 1 })',
    replace: 'leased_until: null, is_backlog: 0 })',
    test: ['engines/outbox/fair-resends.test.ts', 'keeps nothing waiting that happens now, however much it is'],
  },
  {
    name: 'lets what is sent again wait for all that happens now',
    file: 'engines/outbox/queue-looks.ts',
    find: 'const share = Math.min(room, Math.floor(owed));',
    replace: 'const share = 0;',
    test: ['engines/outbox/fair-resends.test.ts', 'has its share while more happens than can be sent'],
  },
  {
    name: 'overtakes what is sent again of the same resource',
    file: 'engines/outbox/deliveries-repository.ts',
    find: ' or is_backlog <> ',
    replace: ' or is_backlog < 0 and 0 <> ',
    test: ['engines/outbox/fair-resends.test.ts', 'comes before what happens now to the same resource'],
  },
  {
    name: 'shows the event of another platform',
    file: 'platform/events/events-repository.ts',
    find: "    .where('events.tenant', '=', tenant)\n",
    replace: '',
    test: [
      'platform/events/get-event-by-id.test.ts',
      'is for the platform that the event belongs to, and for those who may view',
    ],
  },
  {
    name: 'skips what happens where an endpoint is set',
    file: 'engines/outbox/append-deliveries.ts',
    find: 'case when platforms.webhook_endpoint is null then $',
    replace: 'case when platforms.webhook_endpoint is not null then $',
    test: ['engines/outbox/skip-deliveries.test.ts', 'is never due without an endpoint, and at once with one'],
  },
  {
    name: 'sets an endpoint while others append without one',
    file: 'platform/config/apply-change.ts',
    find: "  if (typeof change.webhookEndpoint === 'string') lockClock(unit, tenant);\n",
    replace: '',
    test: [
      'engines/outbox/skip-deliveries.test.ts',
      'is skipped of units that began before an endpoint was set, and of none that ends after it',
    ],
  },
  {
    name: 'looks for an endpoint that is being set without waiting for it',
    file: 'engines/outbox/append-deliveries.ts',
    find: '  if (first !== undefined) shareClock(unit, first.tenant);\n',
    replace: '  if (first !== undefined && false) shareClock(unit, first.tenant);\n',
    test: [
      'engines/outbox/skip-deliveries.test.ts',
      'is skipped of units that began before an endpoint was set, and of none that ends after it',
    ],
  },
  {
    name: 'replaces one row twice with one statement',
    file: 'ground/database/postgres-inserts.ts',
    find: "isKnown && bound.text.includes('on conflict')",
    replace: 'isKnown && false',
    test: ['ground/database/postgres-inserts.test.ts', 'replace a row twice in a row, with a statement each'],
  },
  {
    name: 'records over the claim of somebody else',
    file: 'engines/outbox/claimed-deliveries.ts',
    find: "      .where('leased_until', '=', leasedUntil)\n      .returning('event_id'),",
    replace: "      .returning('event_id'),",
    test: ['engines/outbox/relay.test.ts', 'changes nothing of a delivery that somebody else has claimed meanwhile'],
  },
  {
    name: 'writes at once what ends during a commit',
    file: 'engines/outbox/attempt-recorder.ts',
    find: ' && (this.#isAskedFor || this.#suspects > 0)',
    replace: '',
    test: [
      'engines/outbox/attempt-recorder.test.ts',
      'leaves what ends during a commit for the next one, whose time it has',
    ],
  },
];
