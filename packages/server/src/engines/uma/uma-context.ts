import type { Clock } from '../../ground/clock/clock.ts';
import type { Database } from '../../ground/database/database.ts';
import type { Random } from '../../ground/ids/ids.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';

/** What is known about a person or business, by the names of the specification. */
export type PartyInformation = Readonly<Record<string, unknown>>;

/** A currency in which an account or address can be paid, with the least and the most that can arrive. */
export interface ReceivableCurrency {
  readonly currency: CurrencyCode;
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
}

/** What an exchange with another provider needs of the server: whose keys sign, and what time it really is. */
export interface UmaContext {
  readonly tenant: number;
  readonly deps: {
    readonly database: Database;
    readonly sealer: Sealer;
    readonly random: Random;
    /** Messages carry real time, whatever the clock of a sandbox platform shows. */
    readonly clocks: { readonly system: Clock };
  };
  /** The network of whoever asks; nobody does where the exchange begins here. */
  readonly askedFrom?: string;
}

/** Over which channel of a provider a payment went. */
export interface Channel {
  /** The transaction that opened it, a colon, and its output. */
  readonly utxo: string;
  readonly amountMsats: number;
}
