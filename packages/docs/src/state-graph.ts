import type { StateTable } from '../../types/src/specification.ts';

/** A box, a label on a line, or a bend in one: everything that takes up space in the diagram. */
export interface Item {
  readonly id: string;
  readonly kind: 'start' | 'state' | 'label' | 'bend';
  readonly lines: readonly string[];
  readonly layer: number;
}

/** A line from state to state, as the items that it passes from left to right. */
export interface Line {
  readonly items: readonly Item[];
  readonly arrowAt: 'right' | 'left';
}

export interface Graph {
  readonly layers: readonly (readonly Item[])[];
  readonly lines: readonly Line[];
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly triggers: string[];
  back: boolean;
}

const start = '(start)';

function edgesOf(table: StateTable): Edge[] {
  const edges = new Map<string, Edge>();
  for (const { from, trigger, to } of table.transitions) {
    if (from === to) continue;
    const key = `${from ?? start} ${to}`;
    const edge = edges.get(key) ?? { from: from ?? start, to, triggers: [], back: false };
    edge.triggers.push(trigger);
    edges.set(key, edge);
  }
  return [...edges.values()];
}

/** Marks the edges that close a cycle, so that all others run from left to right. */
function markBackEdges(edges: readonly Edge[]): void {
  const open = new Set<string>();
  const done = new Set<string>();
  const visit = (state: string): void => {
    open.add(state);
    for (const edge of edges) {
      if (edge.from !== state) continue;
      if (open.has(edge.to)) edge.back = true;
      else if (!done.has(edge.to)) visit(edge.to);
    }
    open.delete(state);
    done.add(state);
  };
  visit(start);
}

/** The longest path from the start to each state, in edges. */
function ranksOf(edges: readonly Edge[]): Map<string, number> {
  const ranks = new Map<string, number>([[start, 0]]);
  for (let changed = true; changed; ) {
    changed = false;
    for (const { from, to, back } of edges) {
      const rank = (ranks.get(from) ?? -1) + 1;
      if (back || !ranks.has(from) || rank <= (ranks.get(to) ?? -1)) continue;
      ranks.set(to, rank);
      changed = true;
    }
  }
  return ranks;
}

function lineOf(edge: Edge, states: ReadonlyMap<string, Item>): Line | undefined {
  const [left, right] = edge.back ? [edge.to, edge.from] : [edge.from, edge.to];
  const [first, last] = [states.get(left), states.get(right)];
  if (first === undefined || last === undefined) return undefined;
  const labelLayer = edge.back ? last.layer - 1 : first.layer + 1;
  const between: Item[] = [];
  for (let layer = first.layer + 1; layer < last.layer; layer += 1) {
    const isLabel = layer === labelLayer;
    between.push({
      id: `${edge.from} ${edge.to} ${layer}`,
      kind: isLabel ? 'label' : 'bend',
      lines: isLabel ? edge.triggers : [],
      layer,
    });
  }
  return { items: [first, ...between, last], arrowAt: edge.back ? 'left' : 'right' };
}

/** Puts states into even layers, and the labels of the lines between them into odd ones. */
export function graphOf(table: StateTable): Graph {
  const edges = edgesOf(table);
  markBackEdges(edges);
  const ranks = ranksOf(edges);
  const states = new Map<string, Item>();
  for (const [id, rank] of ranks) {
    const loops = table.transitions.filter(({ from, to }) => from === id && to === id);
    const lines = id === start ? [] : [id, ...loops.map(({ trigger }) => `↻ ${trigger}`)];
    states.set(id, { id, kind: id === start ? 'start' : 'state', lines, layer: rank * 2 });
  }
  const lines = edges.flatMap((edge) => lineOf(edge, states) ?? []);
  const items = new Set([...states.values(), ...lines.flatMap((line) => line.items)]);
  const last = Math.max(...[...items].map(({ layer }) => layer));
  const layers = Array.from({ length: last + 1 }, (_, layer) => [...items].filter((item) => item.layer === layer));
  return { layers, lines };
}
