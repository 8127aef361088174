import type { PaymentInstructions } from '@payments-platform/types';
import type { Fundable, FundableAccount, FundingRoute } from '../../../engines/funding/funding.ts';
import { hashOf } from '../../../ground/ids/hash-of.ts';
import { sandboxSuffix } from '../../../ground/ids/sandbox-suffixes.ts';
import { bankFunding } from './bank-funding.ts';
import { cryptoFunding } from './crypto-funding.ts';
import type { AccountInfo, FundingMethod } from './funding-method.ts';

/** A currency without an entry cannot be deposited from outside. */
const fundingMethods: Readonly<Record<string, readonly FundingMethod[]>> = { ...bankFunding, ...cryptoFunding };

function notesOf(info: AccountInfo): string {
  if ('reference' in info) return 'Include the reference exactly as shown.';
  if ('assetType' in info) return `Send only ${info.assetType} over this network; anything else is lost.`;
  return 'Pay exactly to the details shown.';
}

/**
 * Account numbers and addresses are derived from the id of the account or quote. One that would end in a sandbox suffix
 * is derived from another id instead. The reference is given and does not change.
 */
function infoOf(way: FundingMethod, fundable: Fundable, routes: readonly FundingRoute[]): AccountInfo {
  const endsInSuffix = (value: unknown): boolean =>
    typeof value === 'string' && sandboxSuffix(value) !== undefined && !endsWithReference(value, fundable);
  let info = way.info(fundable, routes);
  for (let attempt = 1; Object.values(info).some(endsInSuffix) && attempt < mostAttempts; attempt += 1) {
    info = way.info({ ...fundable, id: anotherId(fundable.id, attempt) }, routes);
  }
  return info;
}

function endsWithReference(value: string, { reference }: Fundable): boolean {
  return value.split('@', 1)[0]?.toLowerCase().endsWith(reference.toLowerCase()) === true;
}

function anotherId(id: string, attempt: number): string {
  return `${id.slice(0, -lastPart)}${hashOf(`${id} ${attempt}`).slice(-lastPart)}`;
}

/** Hexadecimal digits in the last part of a UUID. */
const lastPart = 12;
const mostAttempts = 100;

/** The instructions of recently shown accounts. They never change, and each event about a balance contains them. */
const standing = new Map<string, readonly PaymentInstructions[]>();
const mostStanding = 1_024;

/** Every way to deposit into an internal account. All are permanent, and each is complete. */
export function fundingInstructions(account: FundableAccount): PaymentInstructions[] {
  const key = `${account.id} ${account.currency} ${account.reference} ${account.customer_id === null}`;
  let known = standing.get(key);
  if (known === undefined) {
    known = makeInstructions(account);
    if (standing.size >= mostStanding) standing.clear();
    standing.set(key, known);
  }
  return [...known];
}

function makeInstructions(account: FundableAccount): readonly PaymentInstructions[] {
  const methods = (fundingMethods[account.currency] ?? []).filter(({ isForOnePayment }) => isForOnePayment !== true);
  return methods.map((way) => {
    const accountOrWalletInfo = infoOf(way, account, way.routes);
    return {
      accountOrWalletInfo,
      instructionsNotes: notesOf(accountOrWalletInfo),
      isPlatformAccount: account.customer_id === null,
    };
  });
}

/** Every rail and network over which the currency can be deposited. */
export function routesInto(currency: string): FundingRoute[] {
  return (fundingMethods[currency] ?? []).flatMap(({ routes }) => routes);
}

/** Every way to pay for one quote over some of the routes. */
export function quoteInstructions(
  account: FundableAccount & Required<Pick<Fundable, 'payment'>>,
  routes: readonly FundingRoute[],
): PaymentInstructions[] {
  return (fundingMethods[account.currency] ?? []).flatMap((way) => {
    const open = way.routes.filter((route) => routes.includes(route));
    if (open.length === 0) return [];
    const accountOrWalletInfo = infoOf(way, account, open);
    const instructionsNotes = `Pay the exact amount before the quote expires. ${notesOf(accountOrWalletInfo)}`;
    return [{ accountOrWalletInfo, instructionsNotes, isPlatformAccount: account.customer_id === null }];
  });
}
