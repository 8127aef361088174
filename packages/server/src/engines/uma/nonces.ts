import { Buffer } from 'node:buffer';
import type { Insertable } from 'kysely';
import type { Instant } from '../../ground/clock/instant.ts';
import { dayMs, minuteMs } from '../../ground/clock/instant.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import { sweepInRealTime } from '../due-work/sweep.ts';
import type { UmaContext } from './uma-context.ts';

type NonceRow = Insertable<Schema['uma_nonces']>;

const take = statement<NonceRow>('takeUmaNonce', (db, { tenant, domain, nonce, expires_at }) =>
  db
    .insertInto('uma_nonces')
    .values({ tenant, domain, nonce, expires_at })
    .onConflict((conflict) => conflict.columns(['tenant', 'domain', 'nonce']).doNothing()),
);

/** A one-time value of 128 random bits, which never repeats. */
export function newNonce({ deps }: UmaContext): string {
  return Buffer.from(deps.random.bytes(16)).toString('hex');
}

export interface SeenNonce {
  /** The domain of the signer: two providers may choose the same value. */
  readonly domain: string;
  readonly nonce: string;
  /** From this time on, the message is too old to be accepted. */
  readonly expiresAt: Instant;
}

/** Uses up a one-time value. Returns `false` if any process has seen it before. */
export async function useNonce({ tenant, deps }: UmaContext, seen: SeenNonce): Promise<boolean> {
  const row = { tenant, domain: seen.domain, nonce: seen.nonce, expires_at: seen.expiresAt };
  return (await deps.database.transaction((unit) => unit.run(take, row))) === 1;
}

/**
 * They expire in real time: after a clock was moved ahead, a message must still not be accepted twice. They are kept
 * for a day more, since the clock of this machine can be set back, and that of another process can be behind.
 */
export const dueNonces = sweepInRealTime(
  { table: 'uma_nonces', key: ['tenant', 'domain', 'nonce'], column: 'expires_at', beyondMs: dayMs },
  10 * minuteMs,
);
