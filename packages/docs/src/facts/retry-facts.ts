import { nextAttemptAt } from '../../../server/src/engines/outbox/retry-schedule.ts';
import { plusMs } from '../../../server/src/ground/clock/instant.ts';
import { table } from '../table.ts';

const began = '2025-01-01T00:00:00.000Z';

function inWords(ms: number): string {
  const [days, hours, minutes, seconds] = [ms / 86_400_000, ms / 3_600_000, ms / 60_000, ms / 1_000];
  const parts = [
    [Math.floor(days), 'd'],
    [Math.floor(hours) % 24, 'h'],
    [Math.floor(minutes) % 60, 'min'],
    [Math.floor(seconds) % 60, 's'],
  ] as const;
  const named = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return named.length === 0 ? 'at once' : named.join(' ');
}

/** The time of each attempt from the server's own schedule, if attempts take no time. */
export function retryTable(): string {
  const rows = [['1', 'at once', 'at once']];
  let now = plusMs(began, 0);
  let attempts = 1;
  let next = nextAttemptAt('OUTGOING_PAYMENT.COMPLETED', now, attempts, now);
  while (next !== undefined) {
    const since = Date.parse(next) - Date.parse(began);
    const last = nextAttemptAt('OUTGOING_PAYMENT.COMPLETED', plusMs(began, 0), attempts + 1, next) === undefined;
    attempts += 1;
    if (attempts === 9 && !last) rows.push(['…', 'every 30 min', '…']);
    if (attempts < 9 || last) {
      rows.push([String(attempts), inWords(Date.parse(next) - Date.parse(now)), inWords(since)]);
    }
    now = next;
    next = nextAttemptAt('OUTGOING_PAYMENT.COMPLETED', plusMs(began, 0), attempts, now);
  }
  return table(['Attempt', 'Wait before it', 'Time since the event'], rows);
}
