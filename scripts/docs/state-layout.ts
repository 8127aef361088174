import type { Graph, Item } from './state-graph.ts';

/** An item with its place: `x` is its left edge, `y` its middle, `left` and `right` the edges of its layer. */
export interface Placed {
  readonly item: Item;
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly left: number;
  readonly right: number;
  y: number;
}

export interface Layout {
  readonly placed: ReadonlyMap<Item, Placed>;
  readonly width: number;
  readonly height: number;
}

const layerGap = 34;
const rowGap = 16;
const margin = 12;
const sweeps = 24;

function sizeOf({ kind, lines }: Item): { width: number; height: number } {
  const longest = Math.max(0, ...lines.map((line) => line.length));
  if (kind === 'start') return { width: 14, height: 14 };
  if (kind === 'bend') return { width: 0, height: 4 };
  if (kind === 'label') return { width: longest * 6.7 + 8, height: lines.length * 14 + 4 };
  return { width: Math.max(longest * 7.4 + 24, 96), height: 18 + lines.length * 16 };
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

/** Keeps the order of a layer and the gaps in it, and moves the whole to where its items want to be. */
function spread(layer: readonly Placed[], wishes: readonly number[]): void {
  let edge = Number.NEGATIVE_INFINITY;
  layer.forEach((place, index) => {
    place.y = Math.max(wishes[index] ?? 0, edge + place.height / 2);
    edge = place.y + place.height / 2 + rowGap;
  });
  const shift = mean(layer.map((place, index) => (wishes[index] ?? 0) - place.y)) ?? 0;
  for (const place of layer) place.y += shift;
}

function settle(layers: Placed[][], wishOf: (place: Placed) => number): void {
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const order = sweep % 2 === 0 ? layers : layers.toReversed();
    for (const layer of order) {
      const wishes = new Map(layer.map((place) => [place, wishOf(place)]));
      // The order is free at first and fixed later, so that the drawing comes to rest.
      if (sweep < sweeps / 2) layer.sort((one, other) => (wishes.get(one) ?? 0) - (wishes.get(other) ?? 0));
      spread(
        layer,
        layer.map((place) => wishes.get(place) ?? 0),
      );
    }
  }
}

export function layoutOf(graph: Graph): Layout {
  const placed = new Map<Item, Placed>();
  const layers: Placed[][] = [];
  let x = margin;
  for (const layer of graph.layers) {
    const sizes = layer.map((item) => ({ item, ...sizeOf(item) }));
    const width = Math.max(0, ...sizes.map((size) => size.width));
    const [left, right] = [x, x + width];
    const places = sizes.map((size, index) => ({
      ...size,
      x: left + (width - size.width) / 2,
      left,
      right,
      y: index * 60,
    }));
    for (const place of places) placed.set(place.item, place);
    layers.push(places);
    x = right + layerGap;
  }
  const neighbours = neighboursOf(graph);
  settle(layers, ({ item, y }) => {
    const ys = (neighbours.get(item) ?? []).flatMap((other) => placed.get(other)?.y ?? []);
    return mean(ys) ?? y;
  });
  const all = [...placed.values()];
  const top = Math.min(...all.map(({ y, height }) => y - height / 2)) - margin;
  for (const place of all) place.y -= top;
  const height = Math.max(...all.map((place) => place.y + place.height / 2)) + margin;
  return { placed, width: x - layerGap + margin, height };
}
