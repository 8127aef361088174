import { canBeCredited } from '../../engines/ledger/receiving.ts';
import type { RailReport } from '../../engines/rails/rails.ts';
import { readInvoice } from '../../engines/uma/invoice.ts';
import { umaAddress } from '../../engines/uma/uma-address.ts';
import type { Channel } from '../../engines/uma/uma-network.ts';
import { epochMsOf, type Instant, plusMs, secondMs } from '../../ground/clock/instant.ts';
import type { Deps } from '../../operation/deps.ts';
import { findCustomer } from '../../people/customers/find-customer.ts';
import { settleEntry } from './payment-entries.ts';
import { isPassedOn, type TransactionRow } from './transaction-row.ts';

interface Settling {
  readonly tenant: number;
  readonly deps: Deps;
}

/**
 * The report of the Lightning node about a payment to another provider, with no unit open; `undefined` if there is
 * no invoice, or if the UMA rail decides the outcome.
 */
export async function payOverLightning(
  { tenant, deps }: Settling,
  row: TransactionRow,
): Promise<RailReport | undefined> {
  const invoice = row.uma?.invoice ?? null;
  if (row.type !== 'OUTGOING' || invoice === null || row.settled_at !== null || row.refund !== null) return undefined;
  const receiver = umaAddress(row.destination_identifier ?? '');
  const report = await deps.lightning.pay({ invoice, receiver }, { tenant, deps });
  switch (report.kind) {
    case 'LEFT_TO_RAIL':
      return undefined;
    case 'IN_FLIGHT':
      return { kind: 'IN_TRANSIT', nextPollAt: nextPollAfter(deps.clock.now(), row.submitted_at ?? row.created_at) };
    case 'FAILED':
      return { kind: 'FAILED', reason: 'ACCOUNT_CANNOT_RECEIVE' };
    case 'SETTLED':
      await reportChannels({ tenant, deps }, row, report.channels);
      // The payment hash of the invoice identifies the settlement on both sides.
      return { kind: 'DELIVERED', transactionHash: readInvoice(invoice)?.paymentHash ?? null, nextPollAt: null };
  }
}

/**
 * An incoming payment that stays inside is credited only with money that is ours: the money is taken at the
 * delivery, and only if the account can be credited. Otherwise, or if our node has released the money, the payment
 * fails, and the sender is refunded in full.
 */
export async function settleInvoiceAtDelivery(
  { tenant, deps }: Settling,
  row: TransactionRow,
  report: RailReport,
): Promise<RailReport> {
  const invoice = row.uma?.invoice ?? null;
  if (row.type !== 'INCOMING' || invoice === null || isPassedOn(row) || report.kind !== 'DELIVERED') return report;
  const { destination_account_id: payee } = row;
  const isReceivable = await deps.database.transaction((unit) =>
    canBeCredited({ unit, tenant }, settleEntry(row, null), payee),
  );
  if (!isReceivable) return { kind: 'FAILED', reason: 'ACCOUNT_CANNOT_RECEIVE' };
  return (await settleHeldInvoice({ tenant, deps }, row, invoice))
    ? report
    : { kind: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED' };
}

/**
 * Takes the money that our node holds, and returns whether it is ours. A node can release money that it has held
 * for too long, even while it is asked to settle, so its state afterwards counts. Taking it twice is harmless.
 */
export async function settleHeldInvoice(context: Settling, row: TransactionRow, invoice: string): Promise<boolean> {
  const { lightning } = context.deps;
  const channels = await lightning.settle(invoice, context);
  if ((await lightning.pollInvoice(invoice, context)) !== 'SETTLED') return false;
  await reportChannels(context, row, channels);
  return true;
}

/** The interval grows with the age: a quarter of it, at least one second. */
export function nextPollAfter(now: Instant, since: Instant): Instant {
  const ageMs = epochMsOf(now) - epochMsOf(since);
  return plusMs(now, Math.max(secondMs, ageMs / 4));
}

/** Reports the channels of a payment to the other provider, if it requested that. */
async function reportChannels(
  { tenant, deps }: Settling,
  row: TransactionRow,
  channels: readonly Channel[],
): Promise<void> {
  const utxoCallback = row.uma?.utxo_callback ?? null;
  if (utxoCallback === null) return;
  const [source, destination] = [row.source_identifier ?? '', row.destination_identifier ?? ''];
  const [own, other] = row.type === 'INCOMING' ? [destination, source] : [await senderOf(deps, row), destination];
  const report = { own: umaAddress(own), other: umaAddress(other), utxoCallback, channels };
  await deps.uma.reportSettlement(report, { tenant, deps });
}

/** An outgoing payment stores only its source account, so the address comes from its customer. */
async function senderOf({ database }: Deps, { tenant, customer_id: id }: TransactionRow): Promise<string> {
  const customer = await database.read((unit) => findCustomer(unit, tenant, id ?? ''));
  if (customer === undefined) throw new Error(`the paying customer ${id} does not exist`);
  return customer.umaAddress;
}
