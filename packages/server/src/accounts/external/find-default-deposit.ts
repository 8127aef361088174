import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { ExternalAccountRow } from './external-account-row.ts';

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

/** Where a customer wants UMA payments in a currency to go; `undefined` where it is the balance with the service. */
export function findDefaultDeposit(unit: Unit, owner: Owner): Promise<ExternalAccountRow | undefined> {
  return unit.first(find, owner);
}
