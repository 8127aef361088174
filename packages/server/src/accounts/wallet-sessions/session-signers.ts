import type { PublicKey } from '../../engines/wallet-crypto/p256.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { findActiveSessionsByKey } from './sessions-repository.ts';
import type { SessionRow } from './tables.ts';

type Context = Pick<WorkContext, 'unit' | 'tenant' | 'now'>;

/** Whether the key belongs to an active session of the wallet that also passes `suits`. */
export function isSessionOf(
  { unit, tenant, now }: Context,
  accountId: string,
  suits: (session: SessionRow) => boolean = () => true,
): (key: PublicKey) => Promise<boolean> {
  return async ({ compressed }) => {
    const sessions = await findActiveSessionsByKey(unit, { tenant, accountId, publicKey: compressed, now });
    return sessions.some(suits);
  };
}
