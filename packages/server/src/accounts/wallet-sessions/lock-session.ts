import type { WalletKeys } from '../../engines/custody/custody.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import { findWallet, lockWallet } from '../wallets/wallet-records.ts';
import { findActiveSession } from './sessions-repository.ts';
import type { SessionRow } from './tables.ts';

interface FoundSession {
  readonly session: SessionRow;
  readonly wallet: WalletKeys;
}

/**
 * An active session with its wallet, for update. Whatever ends or replaces sessions of a wallet, such as the removal of
 * a credential, does so under the lock of the wallet: one of two parallel requests finds what the other has left.
 */
export async function lockSession(
  context: WorkContext,
  id: string,
): Promise<FoundSession | Refusal<'SESSION_NOT_FOUND'>> {
  const sought = await findSession(context, id);
  if (isRefusal(sought)) return sought;
  await lockWallet(context.unit, context.tenant, sought.session.account_id);
  return findSession(context, id);
}

async function findSession(
  { unit, tenant, now }: WorkContext,
  id: string,
): Promise<FoundSession | Refusal<'SESSION_NOT_FOUND'>> {
  const session = await findActiveSession(unit, { tenant, id, now });
  const wallet = session && (await findWallet(unit, tenant, session.account_id));
  if (session !== undefined && wallet !== undefined) return { session, wallet };
  const reason = `No active session has the id ${id}: it was ended, has expired or never existed. Let the customer sign in again.`;
  return refuse('SESSION_NOT_FOUND', reason);
}
