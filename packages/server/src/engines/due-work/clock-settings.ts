import type { Clock } from '../../ground/clock/clock.ts';
import { epochMsOf, type Instant, instantOf } from '../../ground/clock/instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { type ClockRow, findClock, saveClock } from '../clocks/clocks.ts';
import { lockClock } from '../clocks/platform-locks.ts';
import { parkTimers, projectTimers } from './timers.ts';

/** How a clock runs from now on. `advance` is set while the clock is being advanced. */
export interface ClockSetting {
  readonly now: Instant;
  readonly scale: number;
  readonly isFrozen: boolean;
  readonly advance?: { readonly id: string; readonly expiresMs: number };
}

/** The clock of a platform, locked until the unit ends. A platform without one starts with system time. */
export async function lockedClock(unit: Unit, tenant: number, system: Clock): Promise<ClockRow> {
  lockClock(unit, tenant);
  const nowMs = epochMsOf(system.now());
  return (
    (await findClock(unit, tenant)) ?? {
      tenant,
      anchored_at_ms: nowMs,
      anchored_at_real_ms: nowMs,
      scale: 1,
      is_frozen: 0,
      revision: 0,
      advance_id: null,
      advance_expires_ms: null,
    }
  );
}

/** Sets a clock that the caller has locked, and updates when the timers of its platform are due in real time. */
export function setClock(unit: Unit, before: ClockRow, system: Clock, setting: ClockSetting): ClockRow {
  const nowMs = epochMsOf(system.now());
  const row: ClockRow = {
    tenant: before.tenant,
    anchored_at_ms: epochMsOf(setting.now),
    anchored_at_real_ms: nowMs,
    scale: setting.scale,
    is_frozen: setting.isFrozen ? 1 : 0,
    revision: before.revision + 1,
    advance_id: setting.advance?.id ?? null,
    advance_expires_ms: setting.advance?.expiresMs ?? null,
  };
  saveClock(unit, row, before.revision === 0);
  const wasParked = before.advance_expires_ms !== null;
  if (setting.advance === undefined) projectTimers(unit, row.tenant, nowMs);
  else if (!wasParked) parkTimers(unit, row.tenant);
  return row;
}

/** The time that a clock shows, from its row. */
export function shownBy(row: ClockRow, system: Clock): Instant {
  if (row.is_frozen === 1 || row.advance_expires_ms !== null) return instantOf(row.anchored_at_ms);
  return instantOf(row.anchored_at_ms + Math.floor((epochMsOf(system.now()) - row.anchored_at_real_ms) * row.scale));
}
