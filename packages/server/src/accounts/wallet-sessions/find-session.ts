import type { WalletKeys } from '../../engines/custody/custody.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { findWallet } from '../wallets/wallet-records.ts';
import { findActiveSession } from './sessions-repository.ts';
import type { SessionRow } from './tables.ts';

/** An active session with its wallet. */
export async function findSession(
  { unit, tenant, now }: WorkContext,
  id: string,
): Promise<{ readonly session: SessionRow; readonly wallet: WalletKeys } | Refusal<'SESSION_NOT_FOUND'>> {
  const session = await findActiveSession(unit, { tenant, id, now });
  const wallet = session && (await findWallet(unit, tenant, session.account_id));
  if (session !== undefined && wallet !== undefined) return { session, wallet };
  const reason = `No active session has the id ${id}: it was ended, has expired or never existed. Let the customer sign in again.`;
  return refuse('SESSION_NOT_FOUND', reason);
}
