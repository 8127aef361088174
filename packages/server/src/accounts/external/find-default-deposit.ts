import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { ExternalAccountRow } from './tables.ts';

interface Owner {
  readonly tenant: number;
  readonly customerId: string;
  readonly currency: CurrencyCode;
}

const find = statement<Owner, ExternalAccountRow>('findDefaultDeposit', (db, { tenant, customerId, currency }) =>
  db
    .selectFrom('external_accounts')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('customer_id', '=', customerId)
    .where('is_default_uma_deposit', '=', 1)
    .where('currency', '=', currency)
    .where('status', '=', 'ACTIVE')
    .where('deleted_at', 'is', null),
);

/**
 * The account to which a customer's UMA payments in a currency are paid out; `undefined` if they stay in the balance.
 */
export function findDefaultDeposit(unit: Unit, owner: Owner): Promise<ExternalAccountRow | undefined> {
  return unit.first(find, owner);
}
