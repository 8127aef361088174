import type { Caller } from './caller.ts';
import { expectStatus } from './caller.ts';

/** A customer with money in US dollars and somebody in Europe to pay. */
export interface Payer {
  readonly customerId: string;
  readonly platformCustomerId: string;
  readonly accountId: string;
  readonly externalAccountId: string;
  readonly iban: string;
}

/** The most that one funding takes, and enough for every payment of a run. */
export const fundedMinor = 100_000_000_000;

/**
 * Makes customers who pay. Each has an account of its own, as customers do, so that payments of
 * different customers wait for each other only where the server makes them.
 */
export async function preparePayers(caller: Caller, count: number): Promise<Payer[]> {
  const endUserTermsConsent = await consent(caller);
  const payers: Payer[] = [];
  for (let index = 0; index < count; index += 1) payers.push(await preparePayer(caller, index, endUserTermsConsent));
  return payers;
}

async function consent(caller: Caller): Promise<object> {
  const { version } = expectStatus(await caller.get('/customers/end-user-terms'), 200) as { version: string };
  return {
    acceptedAt: new Date().toISOString(),
    ipAddress: '192.0.2.1',
    termsVersion: version,
    acceptanceMethod: 'CHECKBOX',
  };
}

async function preparePayer(caller: Caller, index: number, endUserTermsConsent: object): Promise<Payer> {
  const platformCustomerId = `payer-${String(index).padStart(4, '0')}`;
  const customerId = await create(caller, '/customers', {
    customerType: 'INDIVIDUAL',
    fullName: 'Ada Lovelace',
    platformCustomerId,
    endUserTermsConsent,
  });
  const accountId = firstId(
    expectStatus(await caller.get(`/customers/internal-accounts?customerId=${customerId}&currency=USD`), 200),
  );
  expectStatus(
    await caller.post(`/sandbox/internal-accounts/${accountId}/fund`, JSON.stringify({ amount: fundedMinor })),
    200,
  );
  const iban = germanIban(index);
  const externalAccountId = await create(caller, '/customers/external-accounts', {
    customerId,
    currency: 'EUR',
    accountInfo: { accountType: 'EUR_ACCOUNT', iban, beneficiary },
  });
  return { customerId, platformCustomerId, accountId, externalAccountId, iban };
}

async function create(caller: Caller, path: string, body: object): Promise<string> {
  return idOf(expectStatus(await caller.post(path, JSON.stringify(body)), 201));
}

function firstId(page: unknown): string {
  if (typeof page === 'object' && page !== null && 'data' in page && Array.isArray(page.data))
    return idOf(page.data[0]);
  throw new Error('the answer is no list');
}

function idOf(resource: unknown): string {
  if (typeof resource === 'object' && resource !== null && 'id' in resource && typeof resource.id === 'string')
    return resource.id;
  throw new Error('the answer has no id');
}

const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' };

/** A valid IBAN per index; its last three digits are none that the sandbox treats in a special way. */
function germanIban(index: number): string {
  const account = `37040044${String(index).padStart(7, '0')}100`;
  // ISO 7064 mod 97-10 over the number with the country (D = 13, E = 14) and 00 at its end.
  const remainder = BigInt(`${account}131400`) % 97n;
  return `DE${String(98n - remainder).padStart(2, '0')}${account}`;
}

/** The body of a quote for this payer: an amount in US dollars, the rest in euros. */
export function quoteBody(
  { accountId, externalAccountId }: Payer,
  amountMinor: number,
  more: QuoteExtras = {},
): string {
  const { paymentRail, ...rest } = more;
  const destination = {
    destinationType: 'ACCOUNT',
    accountId: externalAccountId,
    ...(paymentRail === undefined ? {} : { paymentRail }),
  };
  return JSON.stringify({
    source: { sourceType: 'ACCOUNT', accountId },
    destination,
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: amountMinor,
    ...rest,
  });
}

export interface QuoteExtras {
  /** `SEPA` takes a day, so that nothing settles while something else is measured. */
  readonly paymentRail?: 'SEPA' | 'SEPA_INSTANT';
  readonly immediatelyExecute?: boolean;
}
