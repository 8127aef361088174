import { currencies } from '@payments-platform/types';
import { newPaymentReference } from '../../ground/ids/payment-reference.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { emitAccountEvents } from './emit-account-events.ts';
import { insertMissingAccounts } from './internal-accounts-repository.ts';
import type { InternalAccountRow } from './tables.ts';

/** The account is there, and so are the ways to pay money into it. */
const openingEvents = ['INTERNAL_ACCOUNT.STATUS_UPDATED', 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED'] as const;

/**
 * Creates an account per currency for a customer, or for the platform itself (`null`), and emits the events of each
 * new one. Currencies that already have their account are skipped. Returns the new accounts.
 */
export async function provisionAccounts(
  context: WorkContext,
  customerId: string | null,
  codes: readonly CurrencyCode[],
): Promise<InternalAccountRow[]> {
  const wanted = codes.map((code) => newAccount(context, customerId, code));
  const opened = await insertMissingAccounts(context.unit, wanted);
  for (const account of opened) emitAccountEvents(context, account, openingEvents);
  return opened;
}

function newAccount(
  { tenant, now, deps }: WorkContext,
  customerId: string | null,
  code: CurrencyCode,
): InternalAccountRow {
  return {
    tenant,
    id: deps.ids.next('InternalAccount'),
    customer_id: customerId,
    type: currencies[code].kind === 'FIAT' ? 'INTERNAL_FIAT' : 'INTERNAL_CRYPTO',
    status: 'ACTIVE',
    currency: code,
    reference: newPaymentReference(deps.random),
    balance_minor: 0n,
    held_minor: 0n,
    sent_on: null,
    sent_minor: 0n,
    sequence: openingEvents.length,
    created_at: now,
    updated_at: now,
  };
}
