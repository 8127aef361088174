import type { Latencies } from './latencies.ts';
import { shownMs } from './picture.ts';

const [width, height] = [760, 420];
const [left, right, top, bottom] = [80, 120, 50, 60];
const percents = [0, 50, 90, 99, 99.9, 99.99];
/** Colours that people with red-green colour blindness can distinguish, and dashes for printing without colour. */
const strokes = [
  { colour: '#0b3d91', dashes: '' },
  { colour: '#d55e00', dashes: '8 4' },
  { colour: '#009e73', dashes: '2 4' },
  { colour: '#8a4f9e', dashes: '12 4 2 4' },
];

/** Each step of the axis is a tenth of the share beyond the step before. */
function across(percent: number): number {
  const nines = Math.min(4, -Math.log10(Math.max(1e-9, 1 - percent / 100)));
  return left + (nines / 4) * (width - left - right);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Latency by percentile as a self-contained SVG document, with two logarithmic axes. */
export function svgPicture(title: string, lines: readonly (readonly [string, Latencies])[]): string {
  const shown = lines.filter(([, latencies]) => latencies.percentile(100) !== null);
  const largest = Math.max(1, ...shown.map(([, latencies]) => latencies.percentile(100) ?? 0));
  const smallest = Math.min(largest, ...shown.map(([, latencies]) => Math.max(0.1, latencies.percentile(1) ?? 0.1)));
  const [low, high] = [Math.floor(Math.log10(smallest)), Math.ceil(Math.log10(largest * 1.01))];
  const up = (ms: number): number =>
    height - bottom - ((Math.log10(Math.max(ms, 10 ** low)) - low) / (high - low)) * (height - top - bottom);
  const label = (x: number, y: number, text: string, anchor = 'middle'): string =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escaped(text)}</text>`;
  const rule = (x1: number, y1: number, x2: number, y2: number): string =>
    `<path d="M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}" stroke="#ccc"/>`;
  const powers = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
  const drawn = shown.map(([name, latencies], index) => {
    const { colour, dashes } = strokes[index % strokes.length] ?? { colour: '#000', dashes: '' };
    const points = Array.from({ length: 81 }, (_, step) => 100 * (1 - 10 ** (-step / 20))).map(
      (percent) => `${across(percent).toFixed(1)},${up(latencies.percentile(percent || 0.001) ?? 0).toFixed(1)}`,
    );
    const line = `<polyline fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dashes}" points="${points.join(' ')}"/>`;
    const y = top + 20 * index;
    const key = `<path d="M${width - right + 12} ${y}h24" stroke="${colour}" stroke-width="2" stroke-dasharray="${dashes}"/>`;
    return `${line}\n${key}\n${label(width - right + 42, y + 4, name, 'start')}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${left}" y="26" font-size="14">${escaped(title)}</text>`,
    ...powers.flatMap((ms) => [
      rule(left, up(ms), width - right, up(ms)),
      label(left - 8, up(ms) + 4, shownMs(ms), 'end'),
    ]),
    ...percents.flatMap((percent) => [
      rule(across(percent), top, across(percent), height - bottom),
      label(across(percent), height - bottom + 18, percent === 0 ? '0 %' : `${percent} %`),
    ]),
    label((left + width - right) / 2, height - 16, 'share of payments that took no longer'),
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}
