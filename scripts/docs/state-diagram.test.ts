import { expect, test } from 'vitest';
import { loadSpecification } from '../../packages/types/src/spec.ts';
import type { StateTable } from '../../packages/types/src/specification.ts';
import { stateDiagram } from './state-diagram.ts';
import { graphOf } from './state-graph.ts';
import { layoutOf } from './state-layout.ts';

const tables = Object.values(loadSpecification()['x-state-tables'] ?? {});

const door: StateTable = {
  resource: 'door',
  title: 'Door',
  initial: ['CLOSED'],
  terminal: ['BROKEN'],
  states: { CLOSED: { meaning: 'Shut.' }, OPEN: { meaning: 'Not shut.' }, BROKEN: { meaning: 'Gone.' } },
  transitions: [
    { from: null, trigger: 'BUILD', to: 'CLOSED', when: 'It is built.' },
    { from: 'CLOSED', trigger: 'OPEN', to: 'OPEN', when: 'It is opened.' },
    { from: 'OPEN', trigger: 'CLOSE', to: 'CLOSED', when: 'It is closed.' },
    { from: 'OPEN', trigger: 'KICK', to: 'OPEN', when: 'It is kicked.' },
    { from: 'OPEN', trigger: 'SMASH', to: 'BROKEN', when: 'It is smashed.' },
  ],
};

test('a line that closes a cycle points back to the left', () => {
  const backwards = graphOf(door).lines.filter(({ arrowAt }) => arrowAt === 'left');
  expect(backwards.map(({ items }) => items.map(({ lines }) => lines[0]))).toEqual([['CLOSED', 'CLOSE', 'OPEN']]);
});

test('a transition from a state to itself is written into its box', () => {
  const open = graphOf(door)
    .layers.flat()
    .find(({ id }) => id === 'OPEN');
  expect(open?.lines).toEqual(['OPEN', '↻ KICK']);
});

test.each(tables)('the drawing of $resource names every state and every trigger', (table) => {
  const texts = [...stateDiagram(table).matchAll(/<text[^>]*>(?:↻ )?([^<]+)<\/text>/g)].map(([, text]) => text);
  const expected = [...Object.keys(table.states), ...table.transitions.map(({ trigger }) => trigger)];
  expect(texts).toEqual(expect.arrayContaining(expected));
});

test.each(tables)('nothing in the drawing of $resource lies on anything else', (table) => {
  const layout = layoutOf(graphOf(table));
  const places = [...layout.placed.values()];
  const overlaps = places.filter((one) =>
    places.some(
      (other) =>
        one !== other && one.left === other.left && Math.abs(one.y - other.y) < (one.height + other.height) / 2,
    ),
  );
  expect(overlaps.map(({ item }) => item.id)).toEqual([]);
  expect(places.every(({ x, width, y }) => x >= 0 && x + width <= layout.width && y >= 0 && y <= layout.height)).toBe(
    true,
  );
});
