import { setImmediate as nextTurn } from 'node:timers/promises';

const lastTurns = new Map<number, Promise<void>>();

/**
 * Resolves in a later turn of the event loop, for one waiting piece of work of each tenant in each turn. Call it before
 * each piece of long reading: SQLite answers at once, so without it the process would do nothing else meanwhile, and
 * with one turn for each reader, many readers of one tenant would fill every turn.
 */
export function ownTurn(tenant: number): Promise<void> {
  const turn = (lastTurns.get(tenant) ?? Promise.resolve()).then(() => nextTurn());
  lastTurns.set(tenant, turn);
  void turn.then(() => {
    if (lastTurns.get(tenant) === turn) lastTurns.delete(tenant);
  });
  return turn;
}
