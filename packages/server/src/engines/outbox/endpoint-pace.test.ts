import { describe, expect, it } from 'vitest';
import { type Instant, plusMs, secondMs } from '../../ground/clock/instant.ts';
import { EndpointPace } from './endpoint-pace.ts';

const start = '2025-01-01T00:00:00.000Z';
const at = (seconds: number): Instant => plusMs(start, seconds * secondMs);

function fail(pace: EndpointPace, now: Instant, times = 1): void {
  for (let count = 0; count < times; count += 1) pace.record('REFUSED', now);
}

/** A pace with a pause that started at `start`. */
function paused(): EndpointPace {
  const pace = new EndpointPace('https://example.com');
  fail(pace, start, 64);
  return pace;
}

describe('the sockets of an endpoint', () => {
  it('start at 2, grow by one with each success up to 64, and are halved by each failure', () => {
    const pace = new EndpointPace('https://example.com');
    expect(pace.sockets(start)).toBe(2);
    pace.record('TAKEN', start);
    expect(pace.sockets(start)).toBe(3);
    for (let count = 0; count < 100; count += 1) pace.record('TAKEN', start);
    expect(pace.sockets(start)).toBe(64);
    fail(pace, start);
    expect(pace.sockets(start)).toBe(32);
    fail(pace, start, 10);
    expect(pace.sockets(start)).toBe(1);
  });

  it('are limited to 8 while the endpoint responds slowly', () => {
    const pace = new EndpointPace('https://example.com');
    for (let count = 0; count < 100; count += 1) pace.record('TAKEN_SLOWLY', start);
    expect(pace.sockets(start)).toBe(8);
    for (let count = 0; count < 100; count += 1) pace.record('TAKEN', start);
    for (let count = 0; count < 100; count += 1) pace.record('TAKEN_SLOWLY', start);
    expect(pace.sockets(start)).toBe(8);
  });
});

describe('the circuit breaker of an endpoint', () => {
  it('opens after 64 failures in a row, and not when one success is among them', () => {
    const pace = new EndpointPace('https://example.com');
    fail(pace, start, 63);
    pace.record('TAKEN', start);
    fail(pace, start, 63);
    expect(pace.breaker(start)).toBe('CLOSED');
    expect(pace.record('REFUSED', start)).toBe('PAUSED');
    expect([pace.breaker(start), pace.sockets(start), pace.room(start, 0)]).toEqual(['OPEN', 0, 0]);
  });

  it('opens after four attempts without an answer', () => {
    const pace = new EndpointPace('https://example.com');
    const changes = [1, 2, 3, 4].map(() => pace.record('TIMED_OUT', start));
    expect(changes).toEqual([undefined, undefined, undefined, 'PAUSED']);
  });

  it('stays closed while no delivery waits behind the failing ones', () => {
    const pace = new EndpointPace('https://example.com');
    for (let round = 0; round < 10; round += 1) {
      fail(pace, at(round), 40);
      pace.settle();
    }
    expect(pace.breaker(at(10))).toBe('CLOSED');
  });

  it('allows one attempt at a time after the pause, and closes with the first success', () => {
    const pace = paused();
    expect(pace.earliest(start)).toBe(at(1));
    expect([pace.breaker(at(1)), pace.sockets(at(1)), pace.room(at(1), 0), pace.room(at(1), 1)]).toEqual([
      'HALF_OPEN',
      1,
      64,
      0,
    ]);
    expect(pace.record('TAKEN', at(1))).toBe('RESUMED');
    expect(pace.breaker(at(1))).toBe('CLOSED');
    expect(pace.earliest(start)).toBe(start);
  });

  it('doubles the pause with each trial that fails, up to ten seconds', () => {
    const pace = paused();
    const pauses: number[] = [];
    let now = at(1);
    for (let trial = 0; trial < 6; trial += 1) {
      fail(pace, now, 64);
      const until = pace.earliest(now);
      pauses.push((Date.parse(until) - Date.parse(now)) / secondMs);
      now = until;
    }
    expect(pauses).toEqual([2, 4, 8, 10, 10, 10]);
  });

  it('ends a trial with the first attempt that times out', () => {
    const pace = paused();
    pace.record('TIMED_OUT', at(1));
    expect(pace.earliest(start)).toBe(at(3));
  });

  it('does not extend its pause for attempts that were in progress when the pause began', () => {
    const pace = paused();
    fail(pace, start, 200);
    expect(pace.earliest(start)).toBe(at(1));
  });
});
