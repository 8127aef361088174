import { afterEach, expect, it, vi } from 'vitest';
import { clockSteps, watchClock } from './clock-steps.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('a clock that is set back is reported once for each step, with its seconds', () => {
  const lines: string[] = [];
  let [wallMs, steadyMs] = [1_000_000_000, 0];
  const look = clockSteps((line) => lines.push(line), { wallMs: () => wallMs, steadyMs: () => steadyMs });
  // A step, then how far the clock was set: slewed, set back a little, set ahead, set back.
  for (const setMs of [0, -3, -1_500, 86_400_000, 0, -3_600_000, 0, -30_000]) {
    steadyMs += 1_000;
    wallMs += 1_000 + setMs;
    look();
  }
  expect(lines).toEqual([
    expect.stringMatching(/^The clock of this machine was set back by 3600 seconds\. Due work and webhooks .* wait/),
    expect.stringMatching(/^The clock of this machine was set back by 30 seconds\./),
  ]);
});

it('a running server looks at the clock of its machine until it stops', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const lines: string[] = [];
  const stop = watchClock((line) => lines.push(line));
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(1_000);
  expect(lines).toHaveLength(1);
  stop();
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(1);
});
