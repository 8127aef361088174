import { postEntryWithEvents } from '../../accounts/internal/post-entry-with-events.ts';
import type { Arrival } from '../../engines/funding/funding.ts';
import { serviceAccount } from '../../engines/ledger/accounts.ts';
import { balancedEntry, type Entry, movement } from '../../engines/ledger/entry.ts';
import { isFiat } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { applyDeposit } from '../quotes/apply-deposit.ts';
import { findQuoteFunding } from '../quotes/find-quote-funding.ts';
import { accountInAsset } from '../transactions/refund-account.ts';
import { insertDeposit } from './deposits-repository.ts';
import type { Payee } from './find-payee.ts';
import { openDeposit } from './open-deposit.ts';

/**
 * Credits money that came in to its payee. Receiving the same arrival again does nothing. Money that the payee
 * cannot use goes where a refund of it would go.
 */
export async function receiveDeposit(context: WorkContext, payee: Payee, arrival: Arrival): Promise<void> {
  const { unit, tenant, now, deps } = context;
  const id = deps.ids.next('Deposit');
  const { arrivalId: arrival_id, currency, amountMinor: amount_minor } = arrival;
  if (!(await insertDeposit(unit, { tenant, id, arrival_id, currency, amount_minor, created_at: now }))) return;
  if (payee.kind === 'ACCOUNT') {
    const { account } = payee;
    if (account.currency === currency) await openDeposit(context, account, arrival);
    else await creditOrReturn(context, account.customer_id, id, arrival);
    return;
  }
  const quote = await findQuoteFunding(context, payee.quoteId);
  if (quote === undefined) throw new Error(`a reference names the quote ${payee.quoteId}, which does not exist`);
  const isUsable = quote.currency === currency && (await applyDeposit(context, quote.id, arrival)) !== 'NOT_WAITING';
  if (!isUsable) await creditOrReturn(context, quote.payerId, id, arrival);
}

/**
 * Crypto becomes a balance of the payer, because the owner of the sending wallet is unknown; money from a bank is
 * returned.
 */
async function creditOrReturn(
  context: WorkContext,
  payerId: string | null,
  depositId: string,
  arrival: Arrival,
): Promise<void> {
  if (!isFiat(arrival.currency)) {
    await openDeposit(context, await accountInAsset(context, payerId, arrival.currency), arrival);
    return;
  }
  for (const entry of returnedDeposit(depositId, arrival)) {
    const posted = await postEntryWithEvents(context, entry);
    if (typeof posted === 'string') throw new Error(`the ledger refused the return of ${depositId}: ${posted}`);
  }
}

function returnedDeposit(depositId: string, { currency, amountMinor }: Arrival): Entry[] {
  const [world, owed] = [serviceAccount('world', currency), serviceAccount('refunds', currency)];
  return [
    balancedEntry('DEPOSIT', depositId, movement(world, owed, currency, amountMinor)),
    balancedEntry('REFUND_SETTLE', depositId, movement(owed, world, currency, amountMinor)),
  ];
}
