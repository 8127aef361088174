import type { InternalAccount } from '@payments-platform/types';
import type { Funding } from '../../engines/funding/funding.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { viewAmount } from '../../ground/money/money.ts';
import { isConfigured } from '../../operation/ports/missing-adapter.ts';
import type { InternalAccountRow } from './tables.ts';

/** Row to wire, for lists and events alike. The total is the balance plus the held amount. */
export function viewInternalAccount(row: InternalAccountRow, funding: Funding): InternalAccount {
  return {
    id: storedId('InternalAccount', row.id),
    ...(row.customer_id === null ? {} : { customerId: storedId('Customer', row.customer_id) }),
    type: row.type,
    status: row.status,
    balance: viewAmount(row.balance_minor, row.currency, row.token),
    totalBalance: viewAmount(row.balance_minor + row.held_minor, row.currency, row.token),
    fundingPaymentInstructions: canBePaidInto(row, funding) ? funding.standingInstructions(row) : [],
    ...(row.is_private === null ? {} : { privateEnabled: row.is_private === 1 }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function canBePaidInto({ status }: InternalAccountRow, funding: Funding): boolean {
  return (status === 'ACTIVE' || status === 'FROZEN') && isConfigured(funding);
}
