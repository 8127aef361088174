import type { Database } from '../../ground/database/database.ts';
import type { DueDeps, DueWork } from './due-work.ts';

/** Work that each process does again after an interval of real time, the first time when one has passed. */
export function nowAndThen(name: string, intervalMs: number, work: DueWork<DueDeps>['work']): DueWork<DueDeps> {
  /** By the clock of the process, which nobody sets. */
  const dueAtMs = new WeakMap<Database, number>();
  return {
    name,
    nextDueAt: async (_unit, { database, clock }) => {
      const atMs = dueAtMs.get(database) ?? performance.now() + intervalMs;
      dueAtMs.set(database, atMs);
      return atMs <= performance.now() ? clock.now() : undefined;
    },
    work: (deps, report, tenant) => {
      dueAtMs.set(deps.database, performance.now() + intervalMs);
      return work(deps, report, tenant);
    },
  };
}
