import type { Mutant } from './mutant.ts';

/** Mistakes in the live stream. */
export const streamMutants: readonly Mutant[] = [
  {
    name: "reads a follower's backlog without yielding",
    file: 'engines/live-feed/live-feed.ts',
    find: '      await ownTurn(follower.tenant);\n',
    replace: '',
    test: [
      'engines/live-feed/live-feed.test.ts',
      'yields to the event loop between reads, also for many fast followers',
    ],
  },
  {
    name: 'gives each reader of a tenant a turn of its own',
    file: 'ground/turns/own-turn.ts',
    find: '(lastTurns.get(tenant) ?? Promise.resolve())',
    replace: 'Promise.resolve()',
    test: [
      'ground/turns/own-turn.test.ts',
      'pieces of work of one tenant run in turns of their own, beside those of other tenants',
    ],
  },
  {
    name: 'streams rows behind a running transaction',
    file: 'engines/live-feed/feed-source.ts',
    find: ' and ${place} < ${horizon}`',
    replace: ' and ${horizon} > 0`',
    test: [
      'platform/stream/stream-activity.test.ts',
      'sends the events of a transaction that begins early and commits late',
    ],
  },
  {
    name: 'streams the events of all platforms',
    file: 'platform/stream/event-source.ts',
    find: "    .where('events.tenant', '=', window.tenant)\n",
    replace: '',
    test: ['platform/stream/stream-activity.test.ts', 'sends no event of another platform'],
  },
  {
    name: 'accepts a forged stream position',
    file: 'engines/live-feed/position.ts',
    find: 'Number.isSafeInteger(place) && seal(letter, place) === text ? place',
    replace: 'Number.isSafeInteger(place) ? place',
    test: ['engines/live-feed/position.test.ts', 'hides the event count, and is refused when altered or made up'],
  },
  {
    name: 'reveals activity in a stream position',
    file: 'engines/live-feed/position.ts',
    find: 'cipher.update(blockOf(letter, place)).toString',
    replace: 'blockOf(letter, place).toString',
    test: ['engines/live-feed/position.test.ts', 'hides the event count, and is refused when altered or made up'],
  },
  {
    name: 'repeats the last message to a returning follower',
    file: 'engines/live-feed/feed-source.ts',
    find: ') > (${position}, ${id})`',
    replace: ') >= (${position}, ${id})`',
    test: ['platform/stream/stream-activity.test.ts', 'resumes after any message without a gap or a repeat'],
  },
  {
    name: 'repeats the last message to a new follower',
    file: 'engines/live-feed/feed-source.ts',
    find: 'coalesce(max(seq), 0) + 1 as settled',
    replace: 'coalesce(max(seq), 0) as settled',
    test: [
      'platform/stream/stream-activity.test.ts',
      'sends each event after its commit, as the list of events shows it, with its payload',
    ],
  },
  {
    name: 'sends requests to followers of events',
    file: 'engines/live-feed/follower.ts',
    find: 'return letters.has(source.letter) && (',
    replace: 'return (',
    test: ['platform/stream/streamed-requests.test.ts', 'sends events, requests or both by types, and both by default'],
  },
  {
    name: 'streams the attempts of all platforms',
    file: 'platform/stream/delivery-source.ts',
    find: "    .where('delivery_attempts.tenant', '=', window.tenant)\n",
    replace: '',
    test: ['platform/stream/streamed-deliveries.test.ts', 'sends no attempt of another platform'],
  },
  {
    name: 'omits the time of the next attempt',
    file: 'engines/outbox/attempt-recorder.ts',
    find: 'next_attempt_at: dueAt,',
    replace: 'next_attempt_at: null,',
    test: [
      'platform/stream/streamed-deliveries.test.ts',
      'sends each attempt as the event shows it, with the status of the delivery',
    ],
  },
  {
    name: 'keeps the streams of a deleted token',
    file: 'http/open-streams.ts',
    find: 'if (await streams[0]?.isStillAdmitted()) continue;',
    replace: 'if (streams.length > 0) continue;',
    test: ['platform/stream/stream-activity.test.ts', 'ends when its token is deleted, and not with another token'],
  },
  {
    name: 'keeps the streams of a platform that was reset',
    file: 'http/refuse-if-reset.ts',
    find: 'now.refusal === undefined && now.caller?.tenant === tenant',
    replace: 'now.refusal === undefined && tenant > 0',
    test: [
      'platform/stream/stream-readers.test.ts',
      'ends with a reset, and another one continues with the events since',
    ],
  },
  {
    name: 'counts the streams of each world apart',
    file: 'http/open-streams.ts',
    find: 'return `platform ${creator}`;',
    replace: 'return `platform ${creator === tenant ? creator : tenant}`;',
    test: ['platform/stream/stream-readers.test.ts', 'counts the streams of a platform and of its worlds together'],
  },
];
