import { describe, expect, test } from 'vitest';
import { loadSpecification } from '../../types/src/spec.ts';
import type { StateTransition } from '../../types/src/specification.ts';
import { type EventSequence, eventSequences } from './event-sequences.ts';

const tables = loadSpecification()['x-state-tables'] ?? {};

const resources: Readonly<Record<EventSequence['family'], readonly string[]>> = {
  OUTGOING_PAYMENT: ['outgoing-transaction', 'refund'],
  INCOMING_PAYMENT: ['incoming-transaction', 'refund'],
  CARD_TRANSACTION: ['card-transaction'],
};

/** The position of a payment: the state in each of its tables; undefined before the start. */
type Place = readonly (string | null)[];

const keyOf = (place: Place): string => place.join(' ');

function isTold(transition: StateTransition, type: string): boolean {
  const { event } = transition;
  return event === type || (event?.startsWith('*') === true && type.endsWith(event.slice(1)));
}

function moves(place: Place, names: readonly string[], wanted: (transition: StateTransition) => boolean): Place[] {
  return names.flatMap((name, index) =>
    (tables[name]?.transitions ?? [])
      .filter((transition) => transition.from === place[index] && wanted(transition))
      .map((transition) => place.with(index, transition.to)),
  );
}

/** The positions that are reachable without an event. */
function quietly(places: readonly Place[], names: readonly string[]): Place[] {
  const reached = new Map(places.map((place) => [keyOf(place), place]));
  for (const place of reached.values()) {
    for (const next of moves(place, names, ({ event }) => event === undefined)) reached.set(keyOf(next), next);
  }
  return [...reached.values()];
}

/** How many of the events the tables can emit in this order. */
function tellable({ family, events }: Pick<EventSequence, 'family' | 'events'>): number {
  const names = resources[family];
  let places: Place[] = [names.map(() => null)];
  for (const [index, event] of events.entries()) {
    const type = `${family}.${event}`;
    places = quietly(places, names).flatMap((place) => moves(place, names, (transition) => isTold(transition, type)));
    if (places.length === 0) return index;
  }
  return events.length;
}

describe('the documented event sequences', () => {
  test.each(eventSequences)('are possible by the state tables: $family: $scenario', (sequence) => {
    expect(tellable(sequence)).toBe(sequence.events.length);
  });

  test('are cut off at the first event that the state tables cannot emit', () => {
    expect(tellable({ family: 'OUTGOING_PAYMENT', events: ['PENDING', 'COMPLETED'] })).toBe(1);
    expect(tellable({ family: 'OUTGOING_PAYMENT', events: ['PENDING', 'PROCESSING', 'REFUND_COMPLETED'] })).toBe(2);
  });

  test('together contain every event of their families', () => {
    const emitted = new Set(
      eventSequences.flatMap(({ family, events }) => events.map((event) => `${family}.${event}`)),
    );
    const types = Object.values(resources)
      .flat()
      .flatMap((name) => tables[name]?.transitions.flatMap(({ event }) => event ?? []) ?? [])
      .filter((type) => !type.startsWith('*'));
    expect([...new Set(types)].filter((type) => !emitted.has(type))).toEqual([]);
  });
});
