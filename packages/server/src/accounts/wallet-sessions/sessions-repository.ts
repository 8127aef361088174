import { sweepEvery } from '../../engines/due-work/sweep.ts';
import { type Instant, minuteMs } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { SessionRow } from './tables.ts';

interface ById {
  readonly tenant: number;
  readonly id: string;
  readonly now: Instant;
}

const find = statement<ById, SessionRow>('findActiveSession', (db, { tenant, id, now }) =>
  db
    .selectFrom('wallet_sessions')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('status', '=', 'ACTIVE')
    .where('expires_at', '>', now),
);

/** Read from the database each time, so that an ended session has ended for every process. */
export function findActiveSession(unit: Unit, key: ById): Promise<SessionRow | undefined> {
  return unit.first(find, key);
}

interface ByKey {
  readonly tenant: number;
  readonly accountId: string;
  readonly publicKey: string;
  readonly now: Instant;
}

const findByKey = statement<ByKey, SessionRow>('findActiveSessionsByKey', (db, { tenant, accountId, publicKey, now }) =>
  db
    .selectFrom('wallet_sessions')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .where('public_key', '=', publicKey)
    .where('status', '=', 'ACTIVE')
    .where('expires_at', '>', now),
);

/** The active sessions of a wallet with this key: one, unless a device opened several with the same key. */
export function findActiveSessionsByKey(unit: Unit, key: ByKey): Promise<SessionRow[]> {
  return unit.all(findByKey, key);
}

type OfAccount = Omit<ByKey, 'publicKey'>;

const list = statement<OfAccount, SessionRow>('listActiveSessions', (db, { tenant, accountId, now }) =>
  db
    .selectFrom('wallet_sessions')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .where('status', '=', 'ACTIVE')
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
);

export function listActiveSessions(unit: Unit, key: OfAccount): Promise<SessionRow[]> {
  return unit.all(list, key);
}

interface Ending {
  readonly tenant: number;
  readonly id: string;
  readonly from: SessionRow['status'];
  readonly to: SessionRow['status'];
  readonly now: Instant;
}

const end = statement<Ending, never>('endSession', (db, { tenant, id, from, to, now }) =>
  db
    .updateTable('wallet_sessions')
    .set({ status: to, updated_at: now })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('status', '=', from),
);

/** Returns whether the session still existed. */
export async function saveEnd(unit: Unit, ending: Ending): Promise<boolean> {
  return (await unit.run(end, ending)) === 1;
}

type EndingOfCredential = Omit<Ending, 'id'> & { readonly credentialId: string };

const endOfCredential = statement<EndingOfCredential, never>(
  'endSessionsOfCredential',
  (db, { tenant, credentialId, from, to, now }) =>
    db
      .updateTable('wallet_sessions')
      .set({ status: to, updated_at: now })
      .where('tenant', '=', tenant)
      .where('credential_id', '=', credentialId)
      .where('status', '=', from),
);

export function saveEndOfCredential(unit: Unit, ending: EndingOfCredential): void {
  unit.write(endOfCredential, ending);
}

/** The sweep removes expired sessions, which no query finds. */
export const sessionSweep = sweepEvery(
  { table: 'wallet_sessions', key: ['tenant', 'id'], column: 'expires_at' },
  10 * minuteMs,
);
