import { describe, expect, test } from 'vitest';
import { loadSpecification } from '../../types/src/spec.ts';
import type { StateTable } from '../../types/src/specification.ts';
import { stateDiagram, stateFigure } from './state-diagram.ts';
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

describe.each(['right', 'down'] as const)('a state diagram drawn to the %s', (direction) => {
  test.each(tables)('the drawing of $resource names every state and every trigger', (table) => {
    const texts = [...stateDiagram(table, direction).matchAll(/<text[^>]*>(.*?)<\/text>/g)].map((match) =>
      (match[1] ?? '').replaceAll(/<[^>]+>/g, '').replace('↻ ', ''),
    );
    const expected = [...Object.keys(table.states), ...table.transitions.map(({ trigger }) => trigger)];
    expect(texts).toEqual(expect.arrayContaining(expected));
  });

  test.each(tables)('the drawing of $resource has no overlapping items and stays within its frame', (table) => {
    const layout = layoutOf(graphOf(table), direction);
    const places = [...layout.placed.values()];
    const overlaps = places.filter((one) =>
      places.some(
        (other) =>
          one !== other &&
          one.layerStart === other.layerStart &&
          Math.abs(one.across - other.across) < (one.breadth + other.breadth) / 2,
      ),
    );
    expect(overlaps.map(({ item }) => item.id)).toEqual([]);
    const [along, across] = direction === 'right' ? [layout.width, layout.height] : [layout.height, layout.width];
    const outside = places.filter(
      (place) => place.start < 0 || place.end > along || place.across < 0 || place.across > across,
    );
    expect(outside).toEqual([]);
  });
});

test('a state diagram wider than 940 pixels is drawn only downwards', () => {
  const wide = tables.filter((table) => layoutOf(graphOf(table)).width > 940);
  expect(wide.length).toBeGreaterThan(0);
  for (const table of tables) {
    const count = stateFigure(table).match(/<svg/g)?.length;
    expect(count).toBe(wide.includes(table) ? 1 : 2);
  }
});
