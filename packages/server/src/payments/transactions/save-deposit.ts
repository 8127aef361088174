import type { TransactionSourceOneOf } from '@payments-platform/types';
import type { FundingRoute, Payer } from '../../engines/funding/funding.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { readJson, writeJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import type { FundingKind } from './tables.ts';
import { TransactionMoved } from './transaction-moved.ts';
import type { TransactionRow } from './transaction-row.ts';
import { saveFunding, saveFundingForWallet } from './transactions-repository.ts';

/** A deposit for a payment, as the rail reports it. */
export interface Deposit {
  readonly amountMinor: bigint;
  readonly route: FundingRoute;
  readonly payer: Payer;
  /** Only on a chain. */
  readonly transactionHash?: string;
}

/** Stores who paid and how much. The caller moves the transaction in the same unit. */
export async function saveDeposit(
  { unit }: WorkContext,
  row: TransactionRow,
  deposit: Deposit,
): Promise<TransactionRow> {
  const { realtimeFunding } = row;
  if (realtimeFunding === null) throw new Error(`transaction ${row.id} is paid from an account`);
  const funded = {
    ...row,
    source: fundedSource(row, deposit),
    source_identifier: deposit.payer.accountIdentifier ?? null,
    realtimeFunding: { ...realtimeFunding, funded_minor: deposit.amountMinor },
  };
  if (!(await saveFunding(unit, funded, deposit.amountMinor)))
    throw new TransactionMoved(`transaction ${row.id} was funded or moved while a deposit was recorded`);
  return funded;
}

/** The same for a payment that was to be made from a wallet: from now on its money counts as coming from outside. */
export async function saveDepositForWallet(
  { unit }: WorkContext,
  row: TransactionRow,
  deposit: Deposit,
): Promise<TransactionRow> {
  const { tenant, id: transaction_id, customer_id, sent_currency: currency } = row;
  const payer = customer_id === null ? {} : { customerId: storedId('Customer', customer_id) };
  const funding = 'CHAIN_DEPOSIT';
  const outside = { ...payer, currency, ...deposit.payer, ...depositRoute(funding, deposit) };
  const realtimeFunding = {
    tenant,
    transaction_id,
    payment_instructions: null,
    funded_minor: deposit.amountMinor,
  };
  const funded = {
    ...row,
    funding,
    source: writeJson<TransactionSourceOneOf>({ sourceType: 'REALTIME_FUNDING', ...outside }),
    source_account_id: null,
    source_identifier: deposit.payer.accountIdentifier ?? null,
    realtimeFunding,
  } as const;
  if (!(await saveFundingForWallet(unit, funded, realtimeFunding)))
    throw new TransactionMoved(`transaction ${row.id} moved while a deposit was recorded`);
  return funded;
}

/** Only a payment that waits for money from outside can be funded. */
function fundedSource({ id, source, funding }: TransactionRow, deposit: Deposit): TransactionRow['source'] {
  const known = readJson(source);
  if (known.sourceType !== 'REALTIME_FUNDING') throw new Error(`transaction ${id} is paid from an account`);
  return writeJson({ ...known, ...deposit.payer, ...depositRoute(funding, deposit) });
}

/** The rail that brought the money, or the transfer on its chain. A Lightning payment has no transfer on a chain. */
export function depositRoute(funding: FundingKind, { route, transactionHash }: Deposit): object {
  if (funding !== 'CHAIN_DEPOSIT') return { paymentRail: route };
  return transactionHash === undefined ? {} : { onChainTransaction: { transactionHash, network: route } };
}
