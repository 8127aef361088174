import type { PaymentInstructions } from '@payments-platform/types';
import { bankWays } from './bank-ways.ts';
import { walletWays } from './wallet-ways.ts';
import type { AccountInfo, Fundable, FundingRoute, WayIn } from './way-in.ts';

/** A currency that is missing here cannot be paid in from outside. */
const waysIn: Readonly<Record<string, readonly WayIn[]>> = { ...bankWays, ...walletWays };

export interface FundableAccount extends Fundable {
  readonly currency: string;
  readonly customer_id: string | null;
}

function notesOf(info: AccountInfo): string {
  if ('reference' in info) return 'Include the reference exactly as shown.';
  if ('assetType' in info) return `Send only ${info.assetType} over this network; anything else is lost.`;
  return 'Pay exactly to what is shown.';
}

/** Every way to pay into an internal account, for good; each is complete in itself. */
export function fundingInstructions(account: FundableAccount): PaymentInstructions[] {
  const standing = (waysIn[account.currency] ?? []).filter(({ isForOnePayment }) => isForOnePayment !== true);
  return standing.map((way) => {
    const accountOrWalletInfo = way.info(account, way.routes);
    return {
      accountOrWalletInfo,
      instructionsNotes: notesOf(accountOrWalletInfo),
      isPlatformAccount: account.customer_id === null,
    };
  });
}

/** Every rail and network over which the currency can be paid in. */
export function routesInto(currency: string): FundingRoute[] {
  return (waysIn[currency] ?? []).flatMap(({ routes }) => routes);
}

/** Every way to pay for one quote over some of the routes. */
export function quoteInstructions(
  account: FundableAccount & Required<Pick<Fundable, 'payment'>>,
  routes: readonly FundingRoute[],
): PaymentInstructions[] {
  return (waysIn[account.currency] ?? []).flatMap((way) => {
    const open = way.routes.filter((route) => routes.includes(route));
    if (open.length === 0) return [];
    const accountOrWalletInfo = way.info(account, open);
    const instructionsNotes = `Pay the exact amount before the quote expires. ${notesOf(accountOrWalletInfo)}`;
    return [{ accountOrWalletInfo, instructionsNotes, isPlatformAccount: account.customer_id === null }];
  });
}
