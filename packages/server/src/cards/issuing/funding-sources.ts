import type { InternalAccountType } from '@payments-platform/types';
import { findInternalAccount } from '../../accounts/internal/find-internal-account.ts';
import type { InternalAccountRow } from '../../accounts/internal/tables.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';

/** An account that is to pay for a card. `row` is `undefined` if the issuer refuses the id without a lookup. */
interface Source {
  readonly id: string;
  readonly row: InternalAccountRow | undefined;
}

/** Reads the accounts that a request names, each of which must exist. */
export async function findSources(
  { unit, tenant, deps }: WorkContext,
  accountIds: readonly string[],
): Promise<readonly Source[] | Refusal<'ACCOUNT_NOT_FOUND'>> {
  const sources = await Promise.all(
    accountIds.map(async (id) => ({ id, row: await findInternalAccount(unit, tenant, id) })),
  );
  const missing = sources.find(({ id, row }) => row === undefined && deps.issuer.acceptsSource(id));
  if (missing === undefined) return sources;
  return refuse(
    'ACCOUNT_NOT_FOUND',
    `There is no internal account ${missing.id}. Find the cardholder's with GET /customers/internal-accounts.`,
  );
}

/**
 * The currency of a card by type and currency of its accounts: an embedded wallet in USDB pays for a card in US
 * dollars.
 */
const cardCurrencies: Readonly<Partial<Record<`${InternalAccountType} ${CurrencyCode}`, CurrencyCode>>> = {
  'INTERNAL_FIAT USD': 'USD',
  'EMBEDDED_WALLET USDB': 'USD',
};

interface Paid {
  readonly cardholderId: string;
  /** The currency of the card, if it already has one. */
  readonly currency?: CurrencyCode;
}

/** The currency of the card that these accounts can pay for, or a refusal. */
export function currencyOfCard(
  { issuer }: Pick<WorkContext['deps'], 'issuer'>,
  sources: readonly Source[],
  { cardholderId, currency }: Paid,
): CurrencyCode | Refusal<'FUNDING_SOURCE_INELIGIBLE'> {
  let [found, held]: [CurrencyCode | undefined, CurrencyCode | undefined] = [currency, undefined];
  for (const { id, row } of sources) {
    if (row === undefined || !issuer.acceptsSource(id)) return ineligible(id, 'the card issuer does not accept it');
    if (row.customer_id !== cardholderId) return ineligible(id, `it is not an account of ${cardholderId}`);
    if (row.status !== 'ACTIVE') return ineligible(id, `it is ${row.status}`);
    const own = cardCurrencies[`${row.type} ${row.currency}`];
    if (own === undefined)
      return ineligible(id, `no card can be paid in ${row.currency} from an account of type ${row.type}`);
    if (own !== (found ?? own)) return ineligible(id, `the card is in ${found}`);
    if (row.currency !== (held ?? row.currency)) return ineligible(id, `the accounts before it are in ${held}`);
    [found, held] = [own, row.currency];
  }
  if (found === undefined) throw new Error('a card without funding sources has passed the specification');
  return found;
}

function ineligible(accountId: string, why: string): Refusal<'FUNDING_SOURCE_INELIGIBLE'> {
  return refuse(
    'FUNDING_SOURCE_INELIGIBLE',
    `${accountId} cannot pay for this card: ${why}. Send active accounts of the cardholder that are all in USD, or embedded wallets that are all in USDB.`,
    { accountId },
  );
}
