import type { PayoutFailure, RailReport } from '../../engines/rails/rails.ts';
import { umaAddress } from '../../engines/uma/uma-address.ts';
import type { PartyInformation } from '../../engines/uma/uma-network.ts';
import { type Instant, plusMs, secondMs } from '../../ground/clock/instant.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { Deps, WorkContext } from '../../operation/deps.ts';
import {
  findCustomer,
  findCustomerByUmaAddress,
  findCustomerInformation,
} from '../../people/customers/find-customer.ts';
import { findCurrencyTerms } from '../../platform/config/currency-terms.ts';
import { findPlatform } from '../../platform/platforms/find-platform.ts';
import { applyRailReport } from './apply-rail-report.ts';
import { lockTransaction } from './find-transaction.ts';
import { findPayee, findPinnedPayee } from './pinned-payee.ts';
import { nextPollAfter } from './settle-over-lightning.ts';
import type { TransactionRow } from './transaction-row.ts';
import { insertUmaPayment, saveTransaction } from './transactions-repository.ts';
import { findReceivingAccount, openUmaPayment } from './uma-payment.ts';

type Recording = (context: WorkContext) => Promise<void>;

/**
 * A payment to a UMA address of this platform stays inside the service: the outgoing payment of one account becomes
 * an incoming payment of another, which the platform decides. Returns what to record, or `undefined` for an address
 * of another provider.
 */
export async function findOnUsPayment(deps: Deps, row: TransactionRow): Promise<Recording | undefined> {
  const { tenant, destination_identifier: address } = row;
  if (row.type !== 'OUTGOING' || address === null || !address.startsWith('$')) return undefined;
  const peerId = row.uma?.peer_transaction_id ?? null;
  if (peerId !== null) return async (context) => followPeer(context, row, peerId);
  // Another provider has agreed to it, whoever has the address now.
  if ((row.uma?.invoice ?? null) !== null) return undefined;
  const isOwn = await deps.database.read(async (unit) => {
    if ((await findPinnedPayee(unit, row)) !== undefined) return true;
    const customer = await findCustomerByUmaAddress(unit, tenant, address);
    return customer !== undefined || umaAddress(address).domain === (await findPlatform(unit, tenant)).uma_domain;
  });
  return isOwn ? (context) => announce(context, row) : undefined;
}

/** Opens the incoming half, or fails if the receiver no longer has the address. */
async function announce(context: WorkContext, row: TransactionRow): Promise<void> {
  const { unit, tenant } = context;
  const receiver = await findPayee(unit, row);
  const sender = await findCustomer(unit, tenant, row.customer_id ?? '');
  if (receiver === undefined || receiver.isDeleted || sender === undefined)
    return fail(context, row, 'ACCOUNT_INVALID');
  const reached = await findReceivingAccount(context, receiver.id, row.received_currency);
  if (reached === undefined) return fail(context, row, 'ACCOUNT_CANNOT_RECEIVE');
  const incoming = await openUmaPayment(
    context,
    {
      sender: umaAddress(sender.umaAddress),
      receiver,
      currency: row.received_currency,
      amountMinor: row.received_minor,
      reference: row.reference ?? row.id,
      payer: await informationAboutSender(context, sender.id, row.received_currency),
      requestedPayeeFields: [],
      abandoned: null,
      peerTransactionId: row.id,
    },
    reached,
  );
  const next = { due_at: plusMs(context.now, secondMs), due_action: 'LOOK' as const };
  await saveTransaction(unit, { ...row, ...next }, row.sequence);
  insertUmaPayment(unit, row, incoming.id);
}

function fail(context: WorkContext, row: TransactionRow, reason: PayoutFailure): Promise<void> {
  return applyRailReport(context, row, { kind: 'FAILED', reason });
}

/** What the platform must know about a counterparty in the currency, from the sender's data. */
async function informationAboutSender(
  { unit, tenant }: WorkContext,
  customerId: string,
  currency: CurrencyCode,
): Promise<PartyInformation> {
  const onFile = await findCustomerInformation(unit, tenant, customerId);
  const terms = await findCurrencyTerms(unit, tenant, currency);
  const wanted = (terms?.counterpartyRules ?? []).map(({ name }): string => name);
  return Object.fromEntries(Object.entries(onFile).filter(([name]) => name === 'FULL_NAME' || wanted.includes(name)));
}

/**
 * Follows the other half: when that one has arrived, failed, been returned or been cancelled, this one does the
 * same in the same order.
 */
async function followPeer(context: WorkContext, row: TransactionRow, peerId: string): Promise<void> {
  // Locked, so that a return at this moment wakes this half after it has become idle.
  const peer = await lockTransaction(context.unit, context.tenant, peerId);
  if (peer === undefined) throw new Error(`the payment ${row.id} has no other half`);
  await applyRailReport(context, row, reportOf(row, peer, context.now));
}

function reportOf(row: TransactionRow, peer: TransactionRow, now: string): RailReport {
  const hasFailed = peer.status === 'FAILED';
  const isOver = hasFailed || peer.status === 'COMPLETED';
  if (peer.refund?.reason === 'USER_CANCELLATION' && row.refund === null) return { kind: 'CANCELLED' };
  if (!isOver) return { kind: 'IN_TRANSIT', nextPollAt: nextPollAfter(now, peer.created_at) };
  if (row.refund !== null) return hasFailed ? { kind: 'FINAL' } : delivered(null);
  if (row.settled_at !== null) return { kind: hasFailed ? 'RETURNED' : 'FINAL' };
  // A payment that was returned had arrived first.
  if (peer.settled_at !== null) return delivered(hasFailed ? plusMs(now, secondMs) : null);
  const isRejected = peer.failure_reason === 'COMPLIANCE_REJECTED';
  return { kind: 'FAILED', reason: isRejected ? 'COMPLIANCE_REJECTED' : 'ACCOUNT_CANNOT_RECEIVE' };
}

function delivered(nextPollAt: Instant | null): RailReport {
  return { kind: 'DELIVERED', transactionHash: null, nextPollAt };
}
