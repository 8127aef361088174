import { findExternalAccount } from '../../accounts/external/find-external-account.ts';
import { dueTimers } from '../../engines/due-work/due-timers.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import type { Deps, ServerDeps, WorkContext } from '../../operation/deps.ts';
import { answerProvider, recordAnswer } from './answer-provider.ts';
import {
  applyClearanceReport,
  applyDirectDebitReport,
  applyRailReport,
  applyRefundReport,
} from './apply-rail-report.ts';
import { timeOutPayment } from './decide-uma-payment.ts';
import { findTransaction } from './find-transaction.ts';
import { findOnUsPayment } from './on-us-payment.ts';
import { expireAuthorization, expirePayment } from './payment-steps.ts';
import { owesFee, takeFeeBack } from './platform-fee.ts';
import { pollRefund } from './poll-refund.ts';
import { directDebitOf, railPaymentOf, railRefundOf } from './rail-payment.ts';
import { payOverLightning, settleInvoiceAtDelivery } from './settle-over-lightning.ts';
import { TransactionMoved } from './transaction-moved.ts';
import { isPassedOn, type TransactionRow } from './transaction-row.ts';
import { transactionTimers } from './transactions-repository.ts';

/** Due actions of transactions: expiry of a quote or its challenge, polling of the rail, the end of a refund. */
export const dueTransactions = dueTimers({
  kind: transactionTimers,
  batchSize: 64,
  leaseMs: minuteMs,
  find: findTransaction,
  work: workOn,
});

async function workOn(server: ServerDeps, row: TransactionRow): Promise<void> {
  const deps = await server.forTenant(row.tenant);
  const record = await decide(deps, row);
  try {
    await deps.database.transaction((unit) => record({ unit, tenant: row.tenant, now: deps.clock.now(), deps }));
  } catch (error) {
    // A request or another worker was faster; its result stands.
    if (!(error instanceof TransactionMoved)) throw error;
  }
}

/** Polls the outside world with no unit open, and returns what to record afterwards. */
async function decide(deps: Deps, row: TransactionRow): Promise<(context: WorkContext) => Promise<void>> {
  const { rails, clock } = deps;
  const payment = railPaymentOf(deps, row, await passedOnTo(deps, row));
  switch (row.due_action) {
    case 'EXPIRE':
      return async (context) => {
        await context.deps.lifeCycle.beforePaymentExpires(context, row);
        await expirePayment(context, row);
      };
    case 'CHALLENGE_EXPIRE':
      return (context) => expireAuthorization(context, row);
    case 'REFUND': {
      if (await deps.database.read((unit) => owesFee(unit, row))) return (context) => takeFeeBack(context, row);
      const refund = await pollRefund(deps, row, railRefundOf(row, payment));
      return (context) => applyRefundReport(context, row, refund);
    }
    case 'CLEAR': {
      const report = await deps.funding.pollClearance({
        transactionId: row.id,
        payerIdentifier: row.source_identifier,
      });
      return (context) => applyClearanceReport(context, row, report);
    }
    case 'COLLECT': {
      const report = await deps.collections.poll(directDebitOf(deps, row), clock.now());
      return (context) => applyDirectDebitReport(context, row, report);
    }
    case 'TIME_OUT':
      return (context) => timeOutPayment(context, row);
    case 'ANSWER':
      if (await answerProvider(deps, row)) return (context) => recordAnswer(context, row);
      return (context) => applyRailReport(context, row, { kind: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED' });
    case 'LOOK': {
      const inside = await findOnUsPayment(deps, row);
      if (inside !== undefined) return inside;
      const settling = { tenant: row.tenant, deps };
      const report = (await payOverLightning(settling, row)) ?? (await rails.poll(payment, clock.now()));
      const taken = await settleInvoiceAtDelivery(settling, row, report);
      return (context) => applyRailReport(context, row, taken);
    }
    case null:
      throw new Error(`transaction ${row.id} is due but has no due action`);
  }
}

/**
 * The identifier of the external account that a payment to a UMA address is passed on to, as its bank or chain
 * knows it.
 */
async function passedOnTo({ database }: Deps, row: TransactionRow): Promise<string | null> {
  const { tenant, destination_account_id: id } = row;
  if (id === null || !isPassedOn(row)) return null;
  const account = await database.read((unit) => findExternalAccount(unit, tenant, id));
  return account?.identifier ?? null;
}
