import type { InternalAccountType } from '@payments-platform/types';
import { findInternalAccount } from '../../accounts/internal/find-internal-account.ts';
import type { InternalAccountRow } from '../../accounts/internal/tables.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';

/** An account that is to pay for a card; without a row the issuer refuses its id unseen. */
interface Source {
  readonly id: string;
  readonly row: InternalAccountRow | undefined;
}

/** Reads the accounts that a request names, each of which has to be there. */
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

/** The currency of a card by what its accounts hold: an embedded wallet of USDB pays for a card in US dollars. */
const cardCurrencies: Readonly<Partial<Record<`${InternalAccountType} ${CurrencyCode}`, CurrencyCode>>> = {
  'INTERNAL_FIAT USD': 'USD',
  'EMBEDDED_WALLET USDB': 'USD',
};

interface Paid {
  readonly cardholderId: string;
  /** That of the card, where it has one already. */
  readonly currency?: CurrencyCode;
}

/** The currency of a card that these accounts pay for, or why they cannot. */
export function currencyOfCard(
  { issuer }: Pick<WorkContext['deps'], 'issuer'>,
  sources: readonly Source[],
  { cardholderId, currency }: Paid,
): CurrencyCode | Refusal<'FUNDING_SOURCE_INELIGIBLE'> {
  let [found, held]: [CurrencyCode | undefined, CurrencyCode | undefined] = [currency, undefined];
  for (const { id, row } of sources) {
    if (row === undefined || !issuer.acceptsSource(id)) return ineligible(id, 'the card issuer does not take it');
    if (row.customer_id !== cardholderId) return ineligible(id, `it is not an account of ${cardholderId}`);
    if (row.status !== 'ACTIVE') return ineligible(id, `it is ${row.status}`);
    const own = cardCurrencies[`${row.type} ${row.currency}`];
    if (own === undefined) return ineligible(id, `no card is paid in ${row.currency} from an account of ${row.type}`);
    if (own !== (found ?? own)) return ineligible(id, `the card is in ${found}`);
    if (row.currency !== (held ?? row.currency)) return ineligible(id, `the accounts before it hold ${held}`);
    [found, held] = [own, row.currency];
  }
  if (found === undefined) throw new Error('a card without funding sources has passed the specification');
  return found;
}

function ineligible(accountId: string, why: string): Refusal<'FUNDING_SOURCE_INELIGIBLE'> {
  return refuse(
    'FUNDING_SOURCE_INELIGIBLE',
    `${accountId} cannot pay for this card: ${why}. Name active accounts of the cardholder that all hold USD, or embedded wallets that all hold USDB.`,
    { accountId },
  );
}
