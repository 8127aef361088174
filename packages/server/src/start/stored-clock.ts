import { type ClockAnchor, realAnchor } from '../ground/clock/clock.ts';
import type { Database } from '../ground/database/database.ts';
import { statement } from '../ground/database/statement.ts';
import type { ClockStore } from '../workers/timekeeper.ts';

interface ClockRow {
  readonly anchored_at_real: string;
  readonly anchored_at: string;
  readonly scale: number;
  readonly is_frozen: number;
}

const find = statement<Record<never, never>, ClockRow>('findClock', (db) =>
  db.selectFrom('clock_settings').select(['anchored_at_real', 'anchored_at', 'scale', 'is_frozen']),
);

const change = statement<ClockRow, never>('changeClock', (db, row) =>
  db.updateTable('clock_settings').set({
    anchored_at_real: row.anchored_at_real,
    anchored_at: row.anchored_at,
    scale: row.scale,
    is_frozen: row.is_frozen,
  }),
);

/**
 * The anchor is stored with the data, so simulated time goes on where it was after a restart, and all
 * processes on one database show the same time. Data that knows only real time has no anchor.
 */
export function createClockStore(database: Database): ClockStore {
  return {
    load: async () => {
      const row = await database.read((unit) => unit.first(find, {}));
      return row === undefined ? realAnchor : anchorOf(row);
    },
    save: (anchor) =>
      database.transaction(async (unit) => {
        const row = rowOf(anchor);
        if ((await unit.run(change, row)) === 0) unit.insert('clock_settings', [{ id: 1, ...row }]);
      }),
  };
}

function anchorOf(row: ClockRow): ClockAnchor {
  return {
    anchoredAtReal: row.anchored_at_real,
    anchoredAt: row.anchored_at,
    scale: row.scale,
    isFrozen: row.is_frozen === 1,
  };
}

function rowOf(anchor: ClockAnchor): ClockRow {
  return {
    anchored_at_real: anchor.anchoredAtReal,
    anchored_at: anchor.anchoredAt,
    scale: anchor.scale,
    is_frozen: anchor.isFrozen ? 1 : 0,
  };
}
