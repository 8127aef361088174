import type { Caller } from '../../../server/test/caller.ts';
import { makeExternal, makeSender, quoteBody } from '../../../server/test/parties.ts';

/** A customer with money in US dollars and a payee in Europe. */
export interface Payer {
  readonly customerId: string;
  readonly accountId: string;
  readonly externalAccountId: string;
}

/** The maximum of one funding, and enough for every payment of a run. */
export const fundedMinor = 100_000_000_000;

/**
 * Creates customers who pay. Each has its own account, so that payments of different customers only wait for each
 * other where the server makes them.
 */
export async function preparePayers(caller: Caller, count: number): Promise<Payer[]> {
  const payers: Payer[] = [];
  for (let index = 0; index < count; index += 1) payers.push(await preparePayer(caller, index));
  return payers;
}

async function preparePayer(caller: Caller, index: number): Promise<Payer> {
  const platformCustomerId = `payer-${String(index).padStart(4, '0')}`;
  const { customerId, accounts } = await makeSender(caller, 'USD', fundedMinor, { platformCustomerId });
  const account = { accountType: 'EUR_ACCOUNT', iban: germanIban(index), beneficiary };
  const externalAccountId = await makeExternal(caller, customerId, 'EUR', account);
  return { customerId, accountId: accounts['USD'] ?? '', externalAccountId };
}

const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' };

/** A valid IBAN per index; its last three digits have no special meaning in the sandbox. */
function germanIban(index: number): string {
  const account = `37040044${String(index).padStart(7, '0')}100`;
  // ISO 7064 mod 97-10 over the number, followed by the country (D = 13, E = 14) and 00.
  const remainder = BigInt(`${account}131400`) % 97n;
  return `DE${String(98n - remainder).padStart(2, '0')}${account}`;
}

/** The body of a quote for this payer: an amount in US dollars, the rest in euros. */
export function payerQuote(payer: Payer, amountMinor: number, { paymentRail, ...extra }: QuoteExtras = {}): string {
  const body = quoteBody({ from: payer.accountId, to: payer.externalAccountId, amount: amountMinor, extra });
  return JSON.stringify({ ...body, destination: { ...body.destination, paymentRail } });
}

export interface QuoteExtras {
  /** `SEPA` takes a day, so that no payment settles during other measurements. */
  readonly paymentRail?: 'SEPA' | 'SEPA_INSTANT';
  readonly immediatelyExecute?: boolean;
}
