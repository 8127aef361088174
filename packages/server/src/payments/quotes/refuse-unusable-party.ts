import { isTrusted } from '../../accounts/external/find-external-account.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { needsProof } from '../pricing/payment-limits.ts';
import type { TransactionRow } from '../transactions/transaction-row.ts';
import {
  type CurrentParties,
  detailsOf,
  findUnusableParty,
  readCurrentParties,
  type UnusableParty,
} from '../transactions/unusable-party.ts';
import { proofFailed } from './check-parties.ts';
import type { QuoteRow } from './quote-row.ts';
import { scaPurposesOf } from './sca-purposes.ts';

export type PartyRefusal = Refusal<'CONFLICT' | 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'>;

/**
 * Between a quote and its authorization an account may be deleted, frozen or closed, a customer deleted, a token
 * disabled, a currency removed from the platform, or the proof of ownership of a wallet may fail.
 */
export async function refuseAuthorization(
  context: Pick<WorkContext, 'unit' | 'tenant'>,
  transaction: TransactionRow,
): Promise<PartyRefusal | undefined> {
  const party = await findUnusableParty(context, transaction);
  return party && refuseParty(party, 'AUTHORIZATION');
}

/** The same for an execution. A customer who has been given a region since may have to authenticate now. */
export async function refuseExecution(
  context: Pick<WorkContext, 'unit' | 'tenant'>,
  quote: AuthorizedQuote,
  transaction: TransactionRow,
): Promise<PartyRefusal | undefined> {
  const parties = await readCurrentParties(context, transaction);
  if (parties.unusable !== undefined) return refuseParty(parties.unusable, 'EXECUTION');
  if (!(await lacksAuthorization(context, { parties, quote, row: transaction }))) return undefined;
  const { customer_id: customerId } = transaction;
  return refuse(
    'CONFLICT',
    `${customerId} was given a region that requires authentication since the quote was created, so nothing is paid. Create another quote.`,
    { customerId },
  );
}

type AuthorizedQuote = Pick<QuoteRow, 'sca_purposes' | 'source'>;

interface Unauthorized {
  readonly parties: CurrentParties;
  readonly quote: AuthorizedQuote;
  readonly row: TransactionRow;
}

/**
 * Whether the quote needed no authentication although one that is created now would: since then, its payer was given a
 * region, or stopped trusting the payee.
 */
export async function lacksAuthorization(
  { unit, tenant }: Pick<WorkContext, 'unit' | 'tenant'>,
  { parties: { accounts }, quote, row }: Unauthorized,
): Promise<boolean> {
  const region = accounts.get(row.customer_id ?? '')?.region;
  if (quote.sca_purposes !== null || region == null) return false;
  const { source_account_id: from, destination_account_id: to } = row;
  const named = readJson(quote.source).customerId ?? null;
  const ownerId = from === null ? named : (accounts.get(from)?.customerId ?? null);
  // The platform pays: the payment belongs to the customer who receives it.
  if ((named ?? ownerId) === null) return false;
  const source = { accountId: from, customerId: ownerId, currency: row.sent_currency };
  const destination = {
    customerId: accounts.get(to ?? '')?.customerId ?? null,
    currency: row.received_currency,
    isInternal: to?.startsWith('InternalAccount:') === true,
  };
  if (scaPurposesOf({ source, destination }, region).length === 0) return false;
  return to === null || !(await isTrusted(unit, tenant, to, row.customer_id));
}

function refuseParty(party: UnusableParty, awaited: keyof typeof waysToEnd): PartyRefusal {
  const { id, state } = party;
  if (state === proofFailed) return needsProof(id);
  const reason = `${id} has become ${state} since the quote was created, so nothing is paid. ${adviceOn(state, awaited)}`;
  return refuse('CONFLICT', reason, detailsOf(party));
}

/** How a quote that can no longer be paid ends without a request, by what it waits for. */
const waysToEnd = {
  EXECUTION: 'Let the quote expire',
  AUTHORIZATION: 'Let the challenge expire, which fails the quote,',
} as const;

function adviceOn(state: string, awaited: keyof typeof waysToEnd): string {
  if (state === 'DELETED') return `${waysToEnd[awaited]} and create one between existing accounts.`;
  if (state === 'REMOVED')
    return `${waysToEnd[awaited]} or add the currency to supportedCurrencies with PATCH /config and try again.`;
  if (state === 'DISABLED')
    return 'Read serviceOperationsStatus of the stablecoin. If it is ENABLED, add the currency to supportedCurrencies with PATCH /config, otherwise contact the operator.';
  return 'Try again once it is ACTIVE, or create a quote with another account.';
}
