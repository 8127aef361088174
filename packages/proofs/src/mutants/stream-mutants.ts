import type { Mutant } from './mutant.ts';

/** Mistakes in the live stream. */
export const streamMutants: readonly Mutant[] = [
  {
    name: 'reads all that a follower is behind without a turn for others',
    file: 'engines/live-feed/live-feed.ts',
    find: '      await nextTurn();\n      if (!isMore',
    replace: '      if (!isMore',
    test: ['engines/live-feed/live-feed.test.ts', 'yields to the event loop after each read, even for a fast follower'],
  },
  {
    name: 'streams what lies behind a transaction that is still under way',
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
    name: 'takes a position that somebody has made up',
    file: 'engines/live-feed/position.ts',
    find: 'Number.isSafeInteger(place) && seal(letter, place) === text ? place',
    replace: 'Number.isSafeInteger(place) ? place',
    test: ['engines/live-feed/position.test.ts', 'hides the event count, and is refused when altered or made up'],
  },
  {
    name: 'shows in a position how much has happened',
    file: 'engines/live-feed/position.ts',
    find: 'cipher.update(blockOf(letter, place)).toString',
    replace: 'blockOf(letter, place).toString',
    test: ['engines/live-feed/position.test.ts', 'hides the event count, and is refused when altered or made up'],
  },
  {
    name: 'tells the last message again to whoever comes back',
    file: 'engines/live-feed/feed-source.ts',
    find: ') > (${position}, ${id})`',
    replace: ') >= (${position}, ${id})`',
    test: ['platform/stream/stream-activity.test.ts', 'resumes after any message without a gap or a repeat'],
  },
  {
    name: 'tells the last message again to whoever comes now',
    file: 'engines/live-feed/feed-source.ts',
    find: 'coalesce(max(seq), 0) + 1 as settled',
    replace: 'coalesce(max(seq), 0) as settled',
    test: [
      'platform/stream/stream-activity.test.ts',
      'sends each event after its commit, as the list of events shows it, with its payload',
    ],
  },
  {
    name: 'tells requests to whoever has asked for events',
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
    name: 'keeps no moment of the next attempt',
    file: 'engines/outbox/attempt-recorder.ts',
    find: 'next_attempt_at: dueAt,',
    replace: 'next_attempt_at: null,',
    test: [
      'platform/stream/streamed-deliveries.test.ts',
      'sends each attempt as the event shows it, with the status of the delivery',
    ],
  },
  {
    name: 'keeps the streams of a token that is gone',
    file: 'http/open-streams.ts',
    find: 'if (await streams[0]?.isStillAdmitted()) continue;',
    replace: 'if (streams.length > 0) continue;',
    test: ['platform/stream/stream-activity.test.ts', 'ends when its token is deleted, and not with another token'],
  },
];
