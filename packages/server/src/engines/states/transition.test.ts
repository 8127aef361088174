import { stateTables } from '@payments-platform/types';
import { describe, expect, it } from 'vitest';
import { moveFrom, mustMove, type StatefulResource, type StateOf, statesOf, type TriggerOf } from './transition.ts';

const resources = Object.keys(stateTables) as StatefulResource[];

describe.each(resources)('the state table of %s', (resource) => {
  const table = stateTables[resource];
  const states = [null, ...statesOf(resource)];
  const triggers = [...new Set(table.transitions.map(({ trigger }) => trigger))] as TriggerOf<typeof resource>[];

  it('moves exactly along its declared transitions, for every state and every trigger', () => {
    for (const from of states) {
      for (const trigger of triggers) {
        const declared = table.transitions.find((edge) => edge.from === from && edge.trigger === trigger);
        expect([from, trigger, moveFrom(resource, from, trigger)?.to]).toEqual([from, trigger, declared?.to]);
      }
    }
  });

  it('throws where the caller had to know better', () => {
    const [trigger] = triggers;
    if (trigger === undefined) throw new Error('a table has triggers');
    expect(() => mustMove(resource, 'NOWHERE' as StateOf<typeof resource>, trigger)).toThrow('has no move');
  });
});
