import type { WorkContext } from '../../operation/deps.ts';
import { findActiveKey } from '../delegated-keys/find-active-key.ts';
import type { Spender } from './card-transactions-repository.ts';

type Payer = Pick<Spender, 'account_type'> & { readonly funding_source_id: string | null };

/** Whether the payer is a wallet whose owner has signed no key for the card or has revoked it. */
export async function isUnsigned(
  { unit, tenant }: WorkContext,
  { account_type: type, funding_source_id: source }: Payer,
): Promise<boolean> {
  if (type !== 'EMBEDDED_WALLET') return false;
  return source === null || (await findActiveKey(unit, tenant, source)) === undefined;
}
