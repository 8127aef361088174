import type { Graph, Item } from './state-graph.ts';

/** The direction of the layers: to the right for wide screens, downwards for narrow ones. */
export type Direction = 'right' | 'down';

/** The name of a state or trigger, split into rows. */
interface Name {
  readonly rows: readonly string[];
  readonly isState: boolean;
}

/**
 * An item with its position. `along` is the axis from layer to layer, `across` the axis within a layer. `layerStart` and
 * `layerEnd` are the edges of its layer; `across` is its own centre.
 */
export interface Placed {
  readonly item: Item;
  readonly names: readonly Name[];
  readonly width: number;
  readonly height: number;
  readonly start: number;
  readonly end: number;
  readonly layerStart: number;
  readonly layerEnd: number;
  readonly breadth: number;
  across: number;
}

export interface Layout {
  readonly direction: Direction;
  readonly placed: ReadonlyMap<Item, Placed>;
  readonly width: number;
  readonly height: number;
}

const margin = 12;
const sweeps = 24;
const longestRow = 13;
export const stateRow = 16;
export const labelRow = 14;

/** The gaps between layers, and between neighbours in a layer. */
const gaps = { right: { along: 34, across: 16 }, down: { along: 24, across: 14 } } as const;

/** If there is little room, a long name wraps after an underscore. */
function rowsOf(name: string, direction: Direction): string[] {
  if (direction === 'right') return [name];
  const rows: string[] = [];
  for (const part of name.split(/(?<=_)/)) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + part.length <= longestRow) rows[rows.length - 1] = last + part;
    else rows.push(part);
  }
  return rows;
}

type Measured = Pick<Placed, 'item' | 'names' | 'width' | 'height'>;

function measure(item: Item, direction: Direction): Measured {
  const names = item.lines.map((line, index) => ({
    rows: rowsOf(line, direction),
    isState: item.kind === 'state' && index === 0,
  }));
  const rows = names.flatMap((name) => name.rows);
  const longest = Math.max(0, ...rows.map((row) => row.length));
  const sized = (width: number, height: number): Measured => ({ item, names, width, height });
  if (item.kind === 'start') return sized(14, 14);
  if (item.kind === 'bend') return direction === 'right' ? sized(0, 4) : sized(4, 0);
  if (item.kind === 'label') return sized(longest * 6.7 + 8, rows.length * labelRow + 4);
  return sized(Math.max(longest * 7.4 + 24, 76), 18 + rows.length * stateRow);
}

function neighboursOf(graph: Graph): Map<Item, Item[]> {
  const neighbours = new Map<Item, Item[]>();
  const link = (one: Item, other: Item) => neighbours.set(one, [...(neighbours.get(one) ?? []), other]);
  for (const { items } of graph.lines) {
    items.forEach((item, index) => {
      const next = items[index + 1];
      if (next === undefined) return;
      link(item, next);
      link(next, item);
    });
  }
  return neighbours;
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Keeps the order and gaps within a layer, and moves the whole layer to where its items belong. */
function spread(layer: readonly Placed[], wishes: readonly number[], gap: number): void {
  let edge = Number.NEGATIVE_INFINITY;
  layer.forEach((place, index) => {
    place.across = Math.max(wishes[index] ?? 0, edge + place.breadth / 2);
    edge = place.across + place.breadth / 2 + gap;
  });
  const shift = mean(layer.map((place, index) => (wishes[index] ?? 0) - place.across)) ?? 0;
  for (const place of layer) place.across += shift;
}

function settle(layers: Placed[][], wishOf: (place: Placed) => number, gap: number): void {
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const order = sweep % 2 === 0 ? layers : layers.toReversed();
    for (const layer of order) {
      const wishes = new Map(layer.map((place) => [place, wishOf(place)]));
      // The order may change at first and is fixed later, so that the layout converges.
      if (sweep < sweeps / 2) layer.sort((one, other) => (wishes.get(one) ?? 0) - (wishes.get(other) ?? 0));
      const wished = layer.map((place) => wishes.get(place) ?? 0);
      spread(layer, wished, gap);
    }
  }
}

/** The layers in order, each as deep as its deepest item. */
function placeLayers(graph: Graph, direction: Direction): Placed[][] {
  let layerStart = margin;
  return graph.layers.map((layer) => {
    const measured = layer.map((item) => measure(item, direction));
    const depthOf = ({ width, height }: Measured): number => (direction === 'right' ? width : height);
    const layerEnd = layerStart + Math.max(0, ...measured.map(depthOf));
    const places = measured.map((one, index): Placed => {
      const start = (layerStart + layerEnd - depthOf(one)) / 2;
      const breadth = direction === 'right' ? one.height : one.width;
      return { ...one, start, end: start + depthOf(one), layerStart, layerEnd, breadth, across: index * 60 };
    });
    layerStart = layerEnd + gaps[direction].along;
    return places;
  });
}

export function layoutOf(graph: Graph, direction: Direction = 'right'): Layout {
  const layers = placeLayers(graph, direction);
  const all = layers.flat();
  const placed = new Map(all.map((place) => [place.item, place]));
  const neighbours = neighboursOf(graph);
  const wishOf = ({ item, across }: Placed): number => {
    const others = (neighbours.get(item) ?? []).flatMap((other) => placed.get(other)?.across ?? []);
    return mean(others) ?? across;
  };
  settle(layers, wishOf, gaps[direction].across);
  const edge = Math.min(...all.map(({ across, breadth }) => across - breadth / 2)) - margin;
  for (const place of all) place.across -= edge;
  const acrossSize = Math.max(...all.map(({ across, breadth }) => across + breadth / 2)) + margin;
  const alongSize = Math.max(...all.map(({ layerEnd }) => layerEnd)) + margin;
  return direction === 'right'
    ? { direction, placed, width: alongSize, height: acrossSize }
    : { direction, placed, width: acrossSize, height: alongSize };
}
