import { findAccountByReference, findOwnAccountByReference } from '../../accounts/internal/find-by-reference.ts';
import type { InternalAccountRow } from '../../accounts/internal/tables.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { findOwnQuoteByReference, findQuoteByReference } from '../quotes/find-by-reference.ts';

/** The quote or account that a deposit pays. */
export type Payee =
  | { readonly kind: 'QUOTE'; readonly tenant: number; readonly quoteId: string }
  | { readonly kind: 'ACCOUNT'; readonly tenant: number; readonly account: InternalAccountRow };

/** The quote or the account whose instructions contain the reference; `undefined` if there is none. */
export async function findPayee(unit: Unit, reference: string): Promise<Payee | undefined> {
  const [quote, account] = await Promise.all([
    findQuoteByReference(unit, reference),
    findAccountByReference(unit, reference),
  ]);
  return payeeOf(quote, account);
}

/** The same as `findPayee`, within one platform. */
export async function findOwnPayee(unit: Unit, tenant: number, reference: string): Promise<Payee | undefined> {
  const [quote, account] = await Promise.all([
    findOwnQuoteByReference(unit, tenant, reference),
    findOwnAccountByReference(unit, tenant, reference),
  ]);
  return payeeOf(quote, account);
}

function payeeOf(
  quote: { readonly tenant: number; readonly id: string } | undefined,
  account: InternalAccountRow | undefined,
): Payee | undefined {
  if (quote !== undefined) return { kind: 'QUOTE', tenant: quote.tenant, quoteId: quote.id };
  return account === undefined ? undefined : { kind: 'ACCOUNT', tenant: account.tenant, account };
}
