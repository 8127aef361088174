import { Buffer } from 'node:buffer';
import type { Insertable } from 'kysely';
import type { Instant } from '../../ground/clock/instant.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
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

/** One-time values of 128 bits: no two of ours are ever the same. */
export function newNonce({ deps }: UmaContext): string {
  return Buffer.from(deps.random.bytes(16)).toString('hex');
}

export interface SeenNonce {
  /** The provider that has signed it: two providers may come upon the same one. */
  readonly domain: string;
  readonly nonce: string;
  /** When its message is too old anyway. */
  readonly expiresAt: Instant;
}

/** Uses a one-time value up; `false` where any process has seen it before. */
export async function takeNonce({ tenant, deps }: UmaContext, seen: SeenNonce): Promise<boolean> {
  const row = { tenant, domain: seen.domain, nonce: seen.nonce, expires_at: seen.expiresAt };
  return (await deps.database.transaction((unit) => unit.run(take, row))) === 1;
}

/** They run out in real time: a clock that was moved ahead must not let a message be sent twice. */
export const dueNonces = sweepInRealTime(
  { table: 'uma_nonces', key: ['tenant', 'domain', 'nonce'], column: 'expires_at' },
  10 * minuteMs,
);
