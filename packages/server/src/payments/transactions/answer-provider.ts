import { umaAddress } from '../../engines/uma/uma-address.ts';
import { unsealJson } from '../../ground/sealing/sealed-json.ts';
import type { Deps, WorkContext } from '../../operation/deps.ts';
import { informationAboutPayee } from './payee-fields.ts';
import { takeHeld } from './settle-over-lightning.ts';
import { isPassedOn, type TransactionRow } from './transaction-row.ts';
import { railTimingOf } from './transaction-view.ts';
import { saveTransaction } from './transactions-repository.ts';

/**
 * Tells the sender's provider what was decided, with no unit open; telling it twice is harmless. Answers whether the
 * payment can go on: not where our node has let its money go meanwhile.
 */
export async function answerProvider(deps: Deps, row: TransactionRow): Promise<boolean> {
  // Where a customer of the platform pays, there is no other provider.
  if (row.uma === null || row.uma.peer_transaction_id !== null) return true;
  const isApproved = row.status === 'PROCESSING';
  const sealed = row.uma.sealed_receiver_information;
  const given = sealed === null ? {} : unsealJson(deps.sealer, sealed);
  const payee = isApproved
    ? await deps.database.read((unit) => informationAboutPayee({ unit, tenant: row.tenant }, row, given))
    : {};
  const sender = umaAddress(row.source_identifier ?? '');
  if (row.uma.invoice !== null) return takeOrLetGo(deps, row, row.uma.invoice, isApproved);
  await deps.uma.answer({ sender, reference: row.reference ?? row.id, isApproved, payee });
  return true;
}

/**
 * The money is held at our node. An approval takes it before it is passed on to a bank or a wallet, since what is sent
 * there has to be ours; what stays inside is taken when it is delivered. Anything else lets it go back.
 */
async function takeOrLetGo(deps: Deps, row: TransactionRow, invoice: string, isApproved: boolean): Promise<boolean> {
  const context = { tenant: row.tenant, deps };
  if (!isApproved) {
    await deps.lightning.cancel(invoice, context);
    return true;
  }
  return !isPassedOn(row) || takeHeld(context, row, invoice);
}

/** The provider knows: an approved payment is on its way now, any other one has come to its end. */
export async function recordAnswer(context: WorkContext, row: TransactionRow): Promise<void> {
  const due =
    row.status === 'PROCESSING'
      ? { due_at: context.deps.rails.firstLookAt(railTimingOf(row)), due_action: 'LOOK' as const }
      : { due_at: null, due_action: null };
  await saveTransaction(context.unit, { ...row, ...due }, row.sequence);
}
