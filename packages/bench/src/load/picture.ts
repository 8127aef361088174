import { table } from '../../../command-line/src/table.ts';
import { type Latencies, shownPercentiles } from './latencies.ts';
import type { Measured } from './measured.ts';
import { steps } from './pay.ts';

/** A duration, formatted for people. */
export function shownMs(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  return ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

const widest = 40;
/** Eighths of a character, so that a small share stays visible. */
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

function bar(share: number): string {
  const units = Math.max(1, Math.round(share * widest * 8));
  return '█'.repeat(units >> 3) + (eighths[units & 7] ?? '');
}

/** The distribution of durations, as bars. */
export function histogramLines(latencies: Latencies): string[] {
  const bars = latencies.bars();
  const most = Math.max(...bars.map(({ count }) => count));
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  return bars.map(({ upToMs, count }) => {
    const upTo = Number.isFinite(upToMs) ? `≤ ${upToMs >= 1000 ? `${upToMs / 1000} s` : `${upToMs} ms`}` : 'longer';
    const share = `${((100 * count) / total).toFixed(1)} %`;
    return `${upTo.padStart(9)} ${share.padStart(7)} ${count === 0 ? '' : bar(count / most)}`.trimEnd();
  });
}

/** All measurements, formatted for people. */
export function report(load: Measured): string {
  const { elapsedMs, arrived, completed, failed, faults, payment, requests, lag } = load;
  const rows = [
    ['', ...shownPercentiles.map((percent) => `p${percent}`), 'max'],
    ...([['payment', payment], ...steps.map((step) => [step, requests[step]] as const), ['lag', lag]] as const).map(
      ([name, latencies]) => [
        name,
        ...shownPercentiles.map((percent) => shownMs(latencies.percentile(percent))),
        shownMs(latencies.percentile(100)),
      ],
    ),
  ];
  const counts = [...faults].map(([fault, count]) => `${count} × ${fault}`);
  return [
    `${arrived} payments in ${(elapsedMs / 1000).toFixed(1)} s: ${completed} completed, ${failed} failed${counts.length === 0 ? '' : ` (${counts.join(', ')})`}`,
    '',
    ...histogramLines(payment),
    '',
    table(rows),
  ].join('\n');
}
