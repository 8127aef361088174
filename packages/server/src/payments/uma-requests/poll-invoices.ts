import { dueTimers } from '../../engines/due-work/due-timers.ts';
import { umaAddress } from '../../engines/uma/uma-address.ts';
import { earliestOf, minuteMs, plusMs } from '../../ground/clock/instant.ts';
import { newPaymentReference } from '../../ground/ids/payment-reference.ts';
import { unsealJson } from '../../ground/sealing/sealed-json.ts';
import type { Deps, ServerDeps, WorkContext } from '../../operation/deps.ts';
import { findCustomer } from '../../people/customers/find-customer.ts';
import { nextPollAfter } from '../transactions/settle-over-lightning.ts';
import { findReceivingAccount, openUmaPayment } from '../transactions/uma-payment.ts';
import { invoiceLifeMs } from './invoice-lifetime.ts';
import type { UmaRequestRow } from './tables.ts';
import { endRequest, findRequest, requestTimers, schedulePoll } from './uma-requests-repository.ts';

/** Polls the node for paid invoices; the payment begins when its money is held. */
export const dueRequests = dueTimers({
  kind: requestTimers,
  batchSize: 64,
  leaseMs: minuteMs,
  find: findRequest,
  work: workOn,
});

async function workOn(server: ServerDeps, row: UmaRequestRow): Promise<void> {
  const deps = await server.forTenant(row.tenant);
  const state = await deps.lightning.pollInvoice(row.invoice, { tenant: row.tenant, deps });
  const endsAt = plusMs(row.created_at, invoiceLifeMs);
  if (state === 'OPEN' && deps.clock.now() < endsAt) {
    const next = earliestOf([nextPollAfter(deps.clock.now(), row.created_at), endsAt]) ?? endsAt;
    await deps.database.transaction(async (unit) => schedulePoll(unit, row, next));
    return;
  }
  const isHeld = state === 'HELD' && (await begin(deps, row));
  if (isHeld || state === 'SETTLED') return;
  await deps.lightning.cancel(row.invoice, { tenant: row.tenant, deps });
  await deps.database.transaction((unit) => endRequest(unit, row));
}

/**
 * Opens the payment for the platform's decision; `false` if the customer can no longer receive it, or if the market has
 * no price of bitcoin now.
 */
function begin(deps: Deps, row: UmaRequestRow): Promise<boolean> {
  return deps.database.transaction(async (unit) => {
    const context: WorkContext = { unit, tenant: row.tenant, now: deps.clock.now(), deps };
    const receiver = await findCustomer(unit, row.tenant, row.customer_id);
    const reached = await findReceivingAccount(context, row.customer_id, row.currency);
    if (receiver === undefined || receiver.isDeleted || reached === undefined) return false;
    if (deps.rates.rateFor('BTC', row.currency, context.now) === undefined) return false;
    if (!(await endRequest(unit, row))) return true;
    await openUmaPayment(
      context,
      {
        sender: umaAddress(row.sender),
        receiver,
        currency: row.currency,
        amountMinor: row.amount_minor,
        reference: newPaymentReference(deps.random),
        payer: unsealJson(deps.sealer, row.sealed_payer),
        // The response to the pay request already listed them for its provider.
        requestedPayeeFields: [],
        abandoned: null,
        peerTransactionId: null,
        settlement: { invoice: row.invoice, callback_key: row.callback_key, utxo_callback: row.utxo_callback },
      },
      reached,
    );
    return true;
  });
}
