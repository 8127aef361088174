import type { PaymentRail } from '@payments-platform/types';
import type { AccountNetwork } from '../../accounts/external/account-facts.ts';
import type { CollectionStatus } from '../../accounts/external/tables.ts';
import type { WalletKeys } from '../../engines/custody/custody.ts';
import type { FundingRoute } from '../../engines/funding/funding.ts';
import type { RailName } from '../../engines/rails/rails.ts';
import type { UmaAddress } from '../../engines/uma/uma-address.ts';
import type { JsonText } from '../../ground/json/json-text.ts';
import type { CurrencyCode, CurrencyView } from '../../ground/money/currency.ts';
import type { Input } from '../../operation/operation.ts';
import type { Lookup } from '../receivers/find-lookup.ts';
import type { FundingKind } from '../transactions/tables.ts';

export type QuoteRequest = Input<'createQuote'>['body'];

/** The customer that a payment belongs to: the sender, or otherwise the receiver. */
export interface Payer {
  readonly customerId: string | null;
  readonly platformCustomerId: string | null;
  /** Country of the paying customer; absent if the platform pays or if none is known. */
  readonly payerRegion: string | undefined;
}

/** The embedded wallet that is debited. */
export interface SourceWallet {
  /** The spendable balance. */
  readonly balanceMinor: bigint;
  /** `undefined` until its custodian has opened it. */
  readonly keys: Pick<WalletKeys, 'organizationId' | 'signingKeyId'> | undefined;
}

/** Where the money of a payment comes from. */
export interface Source {
  /** `null` if the money is paid in for this quote. */
  readonly accountId: string | null;
  readonly customerId: string | null;
  readonly currency: CurrencyCode;
  /** The description of the currency, if it is a token of the platform. */
  readonly token: JsonText<CurrencyView> | null;
  readonly status: string;
  readonly funding: FundingKind;
  /** Account number, IBAN and so on of an external account. */
  readonly identifier: string | null;
  /** The rails or networks over which the money comes in; empty for a balance. */
  readonly routes: readonly FundingRoute[];
  /** The state of the validation of an external account by its bank; `null` if there is none. */
  readonly collectionStatus: CollectionStatus | null;
  /** The paying embedded wallet; `null` for any other source. */
  readonly wallet: SourceWallet | null;
  /** The bank rail of a direct debit; `null` for any other source. */
  readonly bankRail: PaymentRail | null;
}

/** The UMA address that is paid, with its lookup. */
export interface UmaReceiver {
  readonly address: UmaAddress;
  readonly lookup: Lookup;
}

/** The account or UMA address that is paid, and how. */
export interface Destination {
  /** `null` for a UMA address. */
  readonly accountId: string | null;
  readonly customerId: string | null;
  readonly currency: CurrencyCode;
  readonly status: string;
  readonly isInternal: boolean;
  /** Its owner trusts it, so their payments to it need no authentication. */
  readonly isTrusted: boolean;
  /** Account number, IBAN, address and so on; `null` inside the service. */
  readonly identifier: string | null;
  readonly rail: RailName;
  readonly isRailChosen: boolean;
  /** The bank rails that reach the account. */
  readonly rails: readonly string[];
  /** The bank rail that the payment leaves over; `null` inside the service, over a network and to a UMA address. */
  readonly bankRail: PaymentRail | null;
  readonly network: AccountNetwork | null;
  /** What a business that pays this account must have on file, as fields of its `businessInfo`. */
  readonly payingBusinessGives: readonly string[];
  /** Only if a UMA address is paid. */
  readonly uma?: UmaReceiver;
}

export interface Parties {
  readonly source: Source;
  readonly destination: Destination;
}

/** Whether the money leaves for an external account, which a rail must reach. */
export function isOutside({ destination }: Parties): boolean {
  return !destination.isInternal && destination.uma === undefined;
}
