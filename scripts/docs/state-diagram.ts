import type { StateTable } from '../../packages/types/src/specification.ts';
import { escapeHtml } from './html.ts';
import { graphOf, type Item, type Line } from './state-graph.ts';
import { type Layout, layoutOf, type Placed } from './state-layout.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function drawItem(place: Placed, isFinal: boolean): string {
  const { item, x, y, width, height } = place;
  const [left, top] = [round(x), round(y - height / 2)];
  if (item.kind === 'bend') return '';
  if (item.kind === 'start') return `<circle class="start" cx="${round(x + width / 2)}" cy="${round(y)}" r="6"/>`;
  const lineHeight = item.kind === 'label' ? 14 : 16;
  const first = y - ((item.lines.length - 1) * lineHeight) / 2 + 4;
  const texts = item.lines.map((line, index) => {
    const name = index === 0 && item.kind === 'state' ? 'name' : 'trigger';
    return `<text class="${name}" x="${round(x + width / 2)}" y="${round(first + index * lineHeight)}">${escapeHtml(line)}</text>`;
  });
  const box = `<rect class="${item.kind}${isFinal ? ' final' : ''}" x="${left}" y="${top}" width="${round(width)}" height="${round(height)}" rx="${item.kind === 'state' ? 6 : 2}"/>`;
  return `${box}${texts.join('')}`;
}

/** Where the lines of a state leave it, spread over its side in the order of where they go. */
function ports(lines: readonly Line[], layout: Layout, side: 'left' | 'right'): Map<Line, Point> {
  const end = (line: Line): Item | undefined => (side === 'right' ? line.items[0] : line.items.at(-1));
  const next = (line: Line): number => {
    const item = side === 'right' ? line.items[1] : line.items.at(-2);
    return (item && layout.placed.get(item)?.y) ?? 0;
  };
  const points = new Map<Line, Point>();
  for (const [item, group] of Map.groupBy(lines, end)) {
    const place = item && layout.placed.get(item);
    if (place === undefined) continue;
    const room = place.item.kind === 'start' ? 0 : place.height - 14;
    const step = group.length > 1 ? room / (group.length - 1) : 0;
    group
      .sort((one, other) => next(one) - next(other))
      .forEach((line, index) => {
        const offset = group.length > 1 ? index * step - room / 2 : 0;
        points.set(line, { x: side === 'right' ? place.x + place.width : place.x, y: place.y + offset });
      });
  }
  return points;
}

/** Lines bend only between the layers and run straight through them, so that none crosses a label or a box. */
function drawLine(line: Line, layout: Layout, from: Point, to: Point): string {
  const places = line.items.flatMap((item) => layout.placed.get(item) ?? []);
  const last = places.length - 1;
  let path = `M${round(from.x)} ${round(from.y)} H${round(places[0]?.right ?? from.x)}`;
  for (const [index, place] of places.entries()) {
    const before = places[index - 1];
    if (before === undefined) continue;
    const y = index === last ? to.y : place.y;
    const fromY = index === 1 ? from.y : before.y;
    const middle = round((before.right + place.left) / 2);
    path += ` C${middle} ${round(fromY)} ${middle} ${round(y)} ${round(place.left)} ${round(y)}`;
    path += ` H${round(index === last ? to.x : place.right)}`;
  }
  const marker = line.arrowAt === 'right' ? 'marker-end' : 'marker-start';
  return `<path class="line" d="${path}" ${marker}="url(#arrow)"/>`;
}

const arrow =
  '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="arrow" d="M0 0.5 L8 4 L0 7.5 z"/></marker></defs>';

/** A state machine as an SVG element: left to right, every trigger written on its line. */
export function stateDiagram(table: StateTable): string {
  const graph = graphOf(table);
  const layout = layoutOf(graph);
  const leaving = ports(graph.lines, layout, 'right');
  const arriving = ports(graph.lines, layout, 'left');
  const lines = graph.lines.map((line) => {
    const [from, to] = [leaving.get(line), arriving.get(line)];
    return from === undefined || to === undefined ? '' : drawLine(line, layout, from, to);
  });
  const items = [...layout.placed.values()].map((place) => drawItem(place, table.terminal.includes(place.item.id)));
  const [width, height] = [Math.ceil(layout.width), Math.ceil(layout.height)];
  return `<svg class="machine" role="img" aria-label="States of ${escapeHtml(table.title)}; the table below says the same in words" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${arrow}${lines.join('')}${items.join('')}</svg>`;
}
