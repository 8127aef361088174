import {
  type StateEventOf,
  type StatefulResource,
  type StateOf,
  stateTables,
  type TriggerOf,
} from '@payments-platform/types';

export type { StatefulResource, StateOf, TriggerOf } from '@payments-platform/types';

/** The states of a resource, in the order of its table. */
export function statesOf<R extends StatefulResource>(resource: R): StateOf<R>[] {
  return Object.keys(stateTables[resource].states) as StateOf<R>[];
}

interface Edge {
  readonly from: string | null;
  readonly trigger: string;
  readonly to: string;
  readonly event?: string;
}

export interface Move<R extends StatefulResource, T extends TriggerOf<R> = TriggerOf<R>> {
  readonly to: StateOf<R>;
  /** The event that the move emits; `undefined` if the table names none. */
  readonly event: StateEventOf<R, T>;
}

const edges = new Map<string, Edge>();
for (const [resource, table] of Object.entries(stateTables)) {
  for (const edge of table.transitions as readonly Edge[]) edges.set(`${resource} ${edge.from} ${edge.trigger}`, edge);
}

/**
 * The only way to move a status: finds the trigger in the specification's state table. Returns `undefined` if the table
 * has no such move; the caller turns that into a refusal.
 */
export function moveFrom<R extends StatefulResource, T extends TriggerOf<R>>(
  resource: R,
  from: StateOf<R> | null,
  trigger: T,
): Move<R, T> | undefined {
  const edge = edges.get(`${resource} ${from} ${trigger}`);
  if (edge === undefined) return undefined;
  return { to: edge.to as StateOf<R>, event: edge.event as StateEventOf<R, T> };
}

/** For moves that the caller has already checked: a missing edge is a bug, not a refusal. */
export function mustMove<R extends StatefulResource, T extends TriggerOf<R>>(
  resource: R,
  from: StateOf<R> | null,
  trigger: T,
): Move<R, T> {
  const move = moveFrom(resource, from, trigger);
  if (move === undefined) throw new Error(`the state table of ${resource} has no move ${trigger} from ${from}`);
  return move;
}
