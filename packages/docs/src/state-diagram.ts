import type { StateTable } from '../../types/src/specification.ts';
import { escapeHtml } from './html.ts';
import { graphOf, type Item, type Line } from './state-graph.ts';
import { type Direction, type Layout, labelRow, layoutOf, type Placed, stateRow } from './state-layout.ts';

/** A position in the diagram, before the direction of the layers is chosen. */
interface Point {
  readonly along: number;
  readonly across: number;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function spot(direction: Direction, { along, across }: Point): string {
  return direction === 'right' ? `${round(along)} ${round(across)}` : `${round(across)} ${round(along)}`;
}

function drawNames({ item, names }: Placed, x: number, y: number): string {
  const rowHeight = item.kind === 'label' ? labelRow : stateRow;
  const rowCount = names.reduce((sum, { rows }) => sum + rows.length, 0);
  let baseline = y - ((rowCount - 1) * rowHeight) / 2 + 4;
  return names
    .map(({ rows, isState }) => {
      const spans = rows.map((row) => {
        const span = `<tspan x="${round(x)}" y="${round(baseline)}">${escapeHtml(row)}</tspan>`;
        baseline += rowHeight;
        return span;
      });
      return `<text class="${isState ? 'name' : 'trigger'}">${spans.join('')}</text>`;
    })
    .join('');
}

function drawItem(place: Placed, direction: Direction, isFinal: boolean): string {
  const { item, width, height, start, end, across } = place;
  if (item.kind === 'bend') return '';
  const middle = (start + end) / 2;
  const [x, y] = direction === 'right' ? [middle, across] : [across, middle];
  if (item.kind === 'start') return `<circle class="start" cx="${round(x)}" cy="${round(y)}" r="6"/>`;
  const corner = `x="${round(x - width / 2)}" y="${round(y - height / 2)}"`;
  const box = `<rect class="${item.kind}${isFinal ? ' final' : ''}" ${corner} width="${round(width)}" height="${round(height)}" rx="${item.kind === 'state' ? 6 : 2}"/>`;
  return box + drawNames(place, x, y);
}

/** Where lines start at a state, spread over its side in the order of their targets. */
function ports(lines: readonly Line[], layout: Layout, side: 'end' | 'start'): Map<Line, Point> {
  const tip = (line: Line): Item | undefined => (side === 'end' ? line.items[0] : line.items.at(-1));
  const next = (line: Line): number => {
    const item = side === 'end' ? line.items[1] : line.items.at(-2);
    return (item && layout.placed.get(item)?.across) ?? 0;
  };
  const points = new Map<Line, Point>();
  for (const [item, group] of Map.groupBy(lines, tip)) {
    const place = item && layout.placed.get(item);
    if (place === undefined) continue;
    const room = place.item.kind === 'start' ? 0 : place.breadth - (layout.direction === 'right' ? 14 : 24);
    const step = group.length > 1 ? room / (group.length - 1) : 0;
    group
      .sort((one, other) => next(one) - next(other))
      .forEach((line, index) => {
        const offset = group.length > 1 ? index * step - room / 2 : 0;
        points.set(line, { along: place[side], across: place.across + offset });
      });
  }
  return points;
}

/**
 * Lines only bend between the layers and are straight inside them, so that none crosses a label or a box. Straight
 * pieces of zero length are omitted, because an arrowhead at their end would have no direction.
 */
function drawLine(line: Line, layout: Layout, from: Point, to: Point, arrow: string): string {
  const at = (along: number, across: number): string => spot(layout.direction, { along, across });
  const straight = (start: number, end: number, across: number): string =>
    Math.abs(end - start) < 0.1 ? '' : ` L${at(end, across)}`;
  const places = line.items.flatMap((item) => layout.placed.get(item) ?? []);
  const last = places.length - 1;
  let path = `M${at(from.along, from.across)}`;
  path += straight(from.along, places[0]?.layerEnd ?? from.along, from.across);
  for (const [index, place] of places.entries()) {
    const before = places[index - 1];
    if (before === undefined) continue;
    const across = index === last ? to.across : place.across;
    const acrossBefore = index === 1 ? from.across : before.across;
    const middle = (before.layerEnd + place.layerStart) / 2;
    path += ` C${at(middle, acrossBefore)} ${at(middle, across)} ${at(place.layerStart, across)}`;
    path += straight(place.layerStart, index === last ? to.along : place.layerEnd, across);
  }
  const marker = line.arrowAt === 'right' ? 'marker-end' : 'marker-start';
  return `<path class="line" d="${path}" ${marker}="url(#${arrow})"/>`;
}

function arrowHead(id: string): string {
  return `<defs><marker id="${id}" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="arrow" d="M0 0.5 L8 4 L0 7.5 z"/></marker></defs>`;
}

/** A state machine as an SVG element, with the trigger on each line. */
export function stateDiagram(table: StateTable, direction: Direction = 'right'): string {
  const graph = graphOf(table);
  const layout = layoutOf(graph, direction);
  const leaving = ports(graph.lines, layout, 'end');
  const arriving = ports(graph.lines, layout, 'start');
  // A separate id per drawing, because a hidden drawing's marker cannot be used by another one.
  const arrow = `arrow-${table.resource}-${direction}`;
  const lines = graph.lines.map((line) => {
    const [from, to] = [leaving.get(line), arriving.get(line)];
    return from === undefined || to === undefined ? '' : drawLine(line, layout, from, to, arrow);
  });
  const isFinal = ({ item }: Placed): boolean => table.terminal.includes(item.id);
  const items = [...layout.placed.values()].map((place) => drawItem(place, direction, isFinal(place)));
  const [width, height] = [Math.ceil(layout.width), Math.ceil(layout.height)];
  return `<svg class="machine ${direction}" role="img" aria-label="States of ${escapeHtml(table.title)}; the table below says the same in words" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${arrowHead(arrow)}${lines.join('')}${items.join('')}</svg>`;
}

/** The width that fits beside the menu on a desktop and stays readable. */
const widest = 940;

/** The diagram for wide and for narrow screens. One that is too wide for any screen is only drawn downwards. */
export function stateFigure(table: StateTable): string {
  const isTooWide = layoutOf(graphOf(table)).width > widest;
  const drawings = isTooWide ? [stateDiagram(table, 'down')] : [stateDiagram(table), stateDiagram(table, 'down')];
  return `<figure class="diagram${isTooWide ? ' tall' : ''}" tabindex="0">${drawings.join('')}</figure>`;
}
