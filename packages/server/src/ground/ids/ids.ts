import { v7 } from 'uuid';
import type { Clock } from '../clock/clock.ts';
import { epochMsOf } from '../clock/instant.ts';
import { withoutSandboxSuffix } from './sandbox-suffixes.ts';

/** Unpredictable bytes. Tests give seeded ones so that a failure can be replayed. */
export interface Random {
  bytes(length: number): Uint8Array;
}

/** Makes resource ids `<Prefix>:<uuid v7>`, which sort by creation time. */
export interface Ids {
  next<Prefix extends string>(prefix: Prefix): `${Prefix}:${string}`;
}

/** An id without its prefix. */
export function uuidOf(id: string): string {
  return id.slice(id.indexOf(':') + 1);
}

export function createIds(clock: Clock, random: Random): Ids {
  let lastMs = 0;
  let sequence = 0;
  return {
    next: (prefix) => {
      const msecs = epochMsOf(clock.now());
      // RFC 9562 section 6.2: a counter with a random start orders ids of one millisecond.
      sequence = msecs === lastMs ? sequence + 1 : randomStart(random);
      lastMs = msecs;
      const id = withoutSandboxSuffix(() => v7({ msecs, seq: sequence, random: random.bytes(16) }));
      return `${prefix}:${id}`;
    },
  };
}

/** 31 random bits, so that the 32-bit counter can still count. */
function randomStart(random: Random): number {
  const [a = 0, b = 0, c = 0, d = 0] = random.bytes(4);
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 1;
}
