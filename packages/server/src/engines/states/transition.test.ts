import { type EventType, stateTables } from '@payments-platform/types';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { moveFrom, mustMove, type StatefulResource, type StateOf, statesOf, type TriggerOf } from './transition.ts';

const resources = Object.keys(stateTables) as StatefulResource[];

describe.each(resources)('the state table of %s', (resource) => {
  const table = stateTables[resource];
  const edges: readonly { from: string | null; trigger: string; to: string; event?: string }[] = table.transitions;
  const states = [null, ...statesOf(resource)];
  const triggers = [...new Set(table.transitions.map(({ trigger }) => trigger))] as TriggerOf<typeof resource>[];

  it('moves exactly along its declared transitions, for every state and every trigger', () => {
    for (const from of states) {
      for (const trigger of triggers) {
        const declared = edges.find((edge) => edge.from === from && edge.trigger === trigger);
        const move = declared && { to: declared.to, event: declared.event };
        expect([from, trigger, moveFrom(resource, from, trigger)]).toStrictEqual([from, trigger, move]);
      }
    }
  });

  it('returns the move of a declared transition', () => {
    const [first] = table.transitions;
    expect(mustMove(resource, first.from, first.trigger as TriggerOf<typeof resource>).to).toBe(first.to);
  });

  it('throws for an unknown state', () => {
    const [trigger] = triggers;
    if (trigger === undefined) throw new Error('a table has triggers');
    expect(() => mustMove(resource, 'NOWHERE' as StateOf<typeof resource>, trigger)).toThrow('has no move');
  });
});

describe('the event of a transition', () => {
  it('has a type that the compiler knows from its trigger', () => {
    const { event } = mustMove('invitation', 'PENDING', 'CLAIM');
    expect(event).toBe('INVITATION.CLAIMED');
    expectTypeOf(event).toEqualTypeOf<'INVITATION.CLAIMED'>();
    expectTypeOf(mustMove('invitation', 'PENDING', 'CANCEL').event).toEqualTypeOf<undefined>();
    (trigger: TriggerOf<'verification'>) => {
      const told = mustMove('verification', null, trigger).event;
      // @ts-expect-error some of these moves have no event
      told satisfies EventType;
    };
  });
});
