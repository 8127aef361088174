import type { Mutant } from './mutant.ts';

/** Mistakes in the live stream. */
export const streamMutants: readonly Mutant[] = [
  {
    name: 'reads all that a follower is behind without a turn for others',
    file: 'engines/live-feed/live-feed.ts',
    find: '      await nextTurn();\n      if (!isMore',
    replace: '      if (!isMore',
    test: [
      'engines/live-feed/live-feed.test.ts',
      'leaves the loop to others after each reading, however fast a follower takes what is behind it',
    ],
  },
  {
    name: 'streams what lies behind a transaction that is still under way',
    file: 'engines/live-feed/feed-source.ts',
    find: ' and ${place} < ${horizon}`',
    replace: ' and ${horizon} > 0`',
    test: [
      'platform/stream/stream-activity.test.ts',
      'misses nothing of a unit that began early and is committed late',
    ],
  },
  {
    name: 'streams the events of all platforms',
    file: 'platform/stream/event-source.ts',
    find: "    .where('events.tenant', '=', window.tenant)\n",
    replace: '',
    test: ['platform/stream/stream-activity.test.ts', 'tells nothing of other platforms'],
  },
  {
    name: 'takes a position that somebody has made up',
    file: 'engines/live-feed/position.ts',
    find: 'Number.isSafeInteger(place) && seal(letter, place) === text ? place',
    replace: 'Number.isSafeInteger(place) ? place',
    test: ['engines/live-feed/position.test.ts', 'shows nobody how much has happened, and cannot be made up'],
  },
  {
    name: 'shows in a position how much has happened',
    file: 'engines/live-feed/position.ts',
    find: 'cipher.update(blockOf(letter, place)).toString',
    replace: 'blockOf(letter, place).toString',
    test: ['engines/live-feed/position.test.ts', 'shows nobody how much has happened, and cannot be made up'],
  },
  {
    name: 'tells the last message again to whoever comes back',
    file: 'engines/live-feed/feed-source.ts',
    find: ') > (${position}, ${id})`',
    replace: ') >= (${position}, ${id})`',
    test: ['platform/stream/stream-activity.test.ts', 'goes on behind any message without a gap and without a repeat'],
  },
  {
    name: 'tells the last message again to whoever comes now',
    file: 'engines/live-feed/feed-source.ts',
    find: 'coalesce(max(seq), 0) + 1 as settled',
    replace: 'coalesce(max(seq), 0) as settled',
    test: [
      'platform/stream/stream-activity.test.ts',
      'tells each event once it is committed, as the list of events shows it, with its payload',
    ],
  },
  {
    name: 'tells requests to whoever has asked for events',
    file: 'engines/live-feed/follower.ts',
    find: 'return letters.has(source.letter) && (',
    replace: 'return (',
    test: [
      'platform/stream/streamed-requests.test.ts',
      'is chosen apart from events, and with them unless one is chosen',
    ],
  },
  {
    name: 'streams the attempts of all platforms',
    file: 'platform/stream/delivery-source.ts',
    find: "    .where('delivery_attempts.tenant', '=', window.tenant)\n",
    replace: '',
    test: ['platform/stream/streamed-deliveries.test.ts', 'tells no attempt of other platforms'],
  },
  {
    name: 'keeps no moment of the next attempt',
    file: 'engines/outbox/attempt-recorder.ts',
    find: 'next_attempt_at: dueAt,',
    replace: 'next_attempt_at: null,',
    test: [
      'platform/stream/streamed-deliveries.test.ts',
      'tells each attempt once it has finished, as the event shows it, with what became of the delivery',
    ],
  },
  {
    name: 'keeps the streams of a token that is gone',
    file: 'http/open-streams.ts',
    find: 'if (await streams[0]?.isStillAdmitted()) continue;',
    replace: 'if (streams.length > 0) continue;',
    test: ['platform/stream/stream-activity.test.ts', 'ends with the token'],
  },
];
