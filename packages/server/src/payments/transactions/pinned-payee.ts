import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { findCustomerByUmaAddress, type KnownCustomer } from '../../people/customers/find-customer.ts';
import type { TransactionRow } from './transaction-row.ts';

interface Key {
  readonly tenant: number;
  readonly id: string;
}

const find = statement<Key, { readonly payee_customer_id: string | null }>('findPayeeOfQuote', (db, { tenant, id }) =>
  db.selectFrom('quotes').select('payee_customer_id').where('tenant', '=', tenant).where('id', '=', id),
);

type Payment = Pick<TransactionRow, 'tenant' | 'quote_id' | 'destination_identifier'>;

/**
 * The customer that a payment to a UMA address was quoted for; `undefined` for an address of another provider, and
 * on older quotes.
 */
export async function findPinnedPayee(unit: Unit, { tenant, quote_id: id }: Payment): Promise<string | undefined> {
  const quote = id === null ? undefined : await unit.first(find, { tenant, id });
  return quote?.payee_customer_id ?? undefined;
}

/**
 * The payee at a UMA address of this platform: the customer who has it now and had it when the payment was quoted.
 * A customer who got the address since is not the one that the payer agreed to pay.
 */
export async function findPayee(unit: Unit, payment: Payment): Promise<KnownCustomer | undefined> {
  const { tenant, destination_identifier: address } = payment;
  const holder = await findCustomerByUmaAddress(unit, tenant, address ?? '');
  const pinned = await findPinnedPayee(unit, payment);
  return pinned === undefined || pinned === holder?.id ? holder : undefined;
}
