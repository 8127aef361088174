import { statement } from '../../ground/database/statement.ts';
import type { WorkContext } from '../../operation/deps.ts';

interface Bond {
  readonly card_id: string;
  readonly account_id: string;
}

const findUnsigned = statement<Bond & { readonly tenant: number }, { readonly id: string }>(
  'findUnsignedWallet',
  (db, { tenant, card_id: cardId, account_id: accountId }) =>
    db
      .selectFrom('internal_accounts as account')
      .leftJoin('delegated_keys as key', (join) =>
        join
          .onRef('key.tenant', '=', 'account.tenant')
          .onRef('key.account_id', '=', 'account.id')
          .on('key.card_id', '=', cardId)
          .on('key.status', '=', 'ACTIVE'),
      )
      .select('account.id')
      .where('account.tenant', '=', tenant)
      .where('account.id', '=', accountId)
      .where('account.type', '=', 'EMBEDDED_WALLET')
      .where('key.id', 'is', null),
);

/** Whether the account is a wallet from which nothing can be taken for the card: no key that its owner signed is active. */
export async function isUnsignedWallet(
  { unit, tenant }: Pick<WorkContext, 'unit' | 'tenant'>,
  { card_id, account_id }: Bond,
): Promise<boolean> {
  return (await unit.first(findUnsigned, { tenant, card_id, account_id })) !== undefined;
}
