import type { Database } from '../../ground/database/database.ts';
import type { DueDeps, DueWork } from './due-work.ts';

/** Work that each process repeats after an interval of real time. The first run is one interval after the start. */
export function periodicWork(name: string, intervalMs: number, work: DueWork<DueDeps>['work']): DueWork<DueDeps> {
  /** In process time, which cannot be set. */
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
