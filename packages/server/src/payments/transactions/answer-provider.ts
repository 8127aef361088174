import { umaAddress } from '../../engines/uma/uma-address.ts';
import { unsealJson } from '../../ground/sealing/sealed-json.ts';
import type { Deps, WorkContext } from '../../operation/deps.ts';
import { informationAboutPayee } from './payee-fields.ts';
import { settleHeldInvoice } from './settle-over-lightning.ts';
import { isPassedOn, type TransactionRow } from './transaction-row.ts';
import { railTimingOf } from './transaction-view.ts';
import { saveTransaction } from './transactions-repository.ts';

/**
 * Sends the decision to the sender's provider, with no unit open; sending it twice is harmless. Returns whether the
 * payment can continue: not if our node has released its money meanwhile.
 */
export async function answerProvider(deps: Deps, row: TransactionRow): Promise<boolean> {
  // If a customer of the platform pays, there is no other provider.
  if (row.uma === null || row.uma.peer_transaction_id !== null) return true;
  const isApproved = row.status === 'PROCESSING';
  const sealed = row.uma.sealed_receiver_information;
  const given = sealed === null ? {} : unsealJson(deps.sealer, sealed);
  const payee = isApproved
    ? await deps.database.read((unit) => informationAboutPayee({ unit, tenant: row.tenant }, row, given))
    : {};
  const sender = umaAddress(row.source_identifier ?? '');
  if (row.uma.invoice !== null) return settleOrCancelInvoice(deps, row, row.uma.invoice, isApproved);
  await deps.uma.answer({ sender, reference: row.reference ?? row.id, isApproved, payee });
  return true;
}

/**
 * The money is held at our node. An approval takes it before it is passed on to a bank or a wallet, since the money
 * sent there must be ours; a payment that stays inside takes it at delivery. Any other decision releases it.
 */
async function settleOrCancelInvoice(
  deps: Deps,
  row: TransactionRow,
  invoice: string,
  isApproved: boolean,
): Promise<boolean> {
  const context = { tenant: row.tenant, deps };
  if (!isApproved) {
    await deps.lightning.cancel(invoice, context);
    return true;
  }
  return !isPassedOn(row) || settleHeldInvoice(context, row, invoice);
}

/** After the provider has the decision: an approved payment is now on its way, any other has ended. */
export async function recordAnswer(context: WorkContext, row: TransactionRow): Promise<void> {
  const due =
    row.status === 'PROCESSING'
      ? { due_at: context.deps.rails.firstPollAt(railTimingOf(row)), due_action: 'LOOK' as const }
      : { due_at: null, due_action: null };
  await saveTransaction(context.unit, { ...row, ...due }, row.sequence);
}
