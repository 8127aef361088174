import { readOutsideAccount } from '../../accounts/external/read-outside-account.ts';
import type { Collection } from '../../engines/rails/collections.ts';
import type { CarriedText, OutsideAccount, RailPayment, RailRefund, RefundedPayer } from '../../engines/rails/rails.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { Deps } from '../../operation/deps.ts';
import { owedMinor } from './payment-entries.ts';
import type { TransactionRow } from './transaction-row.ts';
import { collectionTimingOf, railTimingOf } from './transaction-view.ts';

/** What banks and chains get to know about a payment that they carry; `passedOnTo` as in `railTimingOf`. */
export function railPaymentOf(deps: Deps, row: TransactionRow, passedOnTo: string | null = null): RailPayment {
  return {
    ...railTimingOf(row, passedOnTo),
    ...carriedText(row),
    amountMinor: row.received_minor,
    readDestination: () => readAccount(deps, row, row.destination_account_id),
  };
}

/** What banks and chains get to know about a refund. */
export function railRefundOf(row: TransactionRow, payment: RailPayment): RailRefund {
  return {
    ...payment,
    refundMinor: owedMinor(row),
    refundCurrency: row.sent_currency,
    payer: payerOf(row),
  };
}

function payerOf({ source }: TransactionRow): RefundedPayer | null {
  const known = readJson(source);
  if (known.sourceType !== 'REALTIME_FUNDING') return null;
  const { accountHolderName, accountIdentifier, bankName, bankIdentifier } = known;
  return { accountHolderName, accountIdentifier, bankName, bankIdentifier };
}

/** What the bank of an account gets to know about a direct debit. */
export function directDebitOf(deps: Deps, row: TransactionRow): Collection {
  return {
    ...collectionTimingOf(row),
    ...carriedText(row),
    amountMinor: row.sent_minor,
    readSource: () => readAccount(deps, row, row.source_account_id),
  };
}

function carriedText(row: TransactionRow): CarriedText {
  return { remittanceInformation: row.remittance_information, purposeOfPayment: row.purpose_of_payment };
}

async function readAccount(
  { database }: Deps,
  { tenant }: TransactionRow,
  id: string | null,
): Promise<OutsideAccount | null> {
  if (id?.startsWith('ExternalAccount:') !== true) return null;
  return database.read((unit) => readOutsideAccount(unit, tenant, id));
}
