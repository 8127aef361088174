import { currencies } from '@payments-platform/types';
import { newPaymentReference } from '../ids/payment-reference.ts';
import { currencyCode } from '../money/currency.ts';
import { appendEvents } from '../webhooks/append-event.ts';
import type { WorkContext } from '../work-context.ts';
import type { InternalAccountRow } from './internal-account-row.ts';
import { viewInternalAccount } from './internal-account-view.ts';
import { insertMissingAccounts } from './internal-accounts-repository.ts';

/**
 * Opens an account per currency for a customer, or for the platform itself (`null`), and tells of each
 * new one. Currencies that already have their account are left alone. Answers the new accounts.
 */
export async function provisionAccounts(
  context: WorkContext,
  customerId: string | null,
  codes: readonly string[],
): Promise<InternalAccountRow[]> {
  const { unit, tenant, now, deps } = context;
  const wanted = codes.map((code) => newAccount(context, customerId, code));
  const opened = await insertMissingAccounts(unit, wanted);
  appendEvents(
    { unit, tenant, now, ids: deps.ids },
    opened.map((account) => ({
      type: 'INTERNAL_ACCOUNT.STATUS_UPDATED',
      resourceId: account.id,
      sequence: account.sequence,
      data: viewInternalAccount(account),
    })),
  );
  return opened;
}

function newAccount({ tenant, now, deps }: WorkContext, customerId: string | null, code: string): InternalAccountRow {
  return {
    tenant,
    id: deps.ids.next('InternalAccount'),
    customer_id: customerId,
    type: currencies[currencyCode(code)].kind === 'FIAT' ? 'INTERNAL_FIAT' : 'INTERNAL_CRYPTO',
    status: 'ACTIVE',
    currency: code,
    reference: newPaymentReference(deps.random),
    balance_minor: 0n,
    sent_on: null,
    sent_minor: 0n,
    sequence: 1,
    created_at: now,
    updated_at: now,
  };
}
