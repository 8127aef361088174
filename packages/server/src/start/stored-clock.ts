import { anchorNow, type Clock, type ClockAnchor, createScaledClock, reanchor } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { firstCome } from './first-come.ts';

interface ClockRow {
  readonly anchored_at_real: string;
  readonly anchored_at: string;
  readonly scale: number;
}

const find = statement<Record<never, never>, ClockRow>('findClock', (db) =>
  db.selectFrom('clock_settings').select(['anchored_at_real', 'anchored_at', 'scale']),
);

const remove = statement<Record<never, never>, never>('removeClock', (db) => db.deleteFrom('clock_settings'));

/**
 * The clock of this database: the anchor is stored with the data, so simulated time goes on where it
 * was after a restart, and all processes on one database show the same time.
 */
export async function openStoredClock(database: Database, scale: number | null): Promise<Clock> {
  const anchor = await firstCome(() =>
    database.transaction(async (unit) => {
      const row = await unit.first(find, {});
      const stored: ClockAnchor | undefined = row && {
        anchoredAtReal: row.anchored_at_real,
        anchoredAt: row.anchored_at,
        scale: row.scale,
      };
      const next = nextAnchor(stored, scale);
      if (next !== undefined && next !== stored) {
        await unit.run(remove, {});
        unit.insert('clock_settings', [
          { id: 1, anchored_at_real: next.anchoredAtReal, anchored_at: next.anchoredAt, scale: next.scale },
        ]);
      }
      return next;
    }),
  );
  return createScaledClock(anchor ?? { anchoredAtReal: epoch, anchoredAt: epoch, scale: 1 });
}

const epoch = '1970-01-01T00:00:00.000Z';

/** Real time needs no anchor; a scale that stays leaves the anchor as it is. */
function nextAnchor(stored: ClockAnchor | undefined, scale: number | null): ClockAnchor | undefined {
  if (scale === null || scale === stored?.scale) return stored;
  if (stored !== undefined) return reanchor(stored, scale);
  return scale === 1 ? undefined : anchorNow(scale);
}
