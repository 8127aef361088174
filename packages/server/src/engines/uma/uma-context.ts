import type { Clock } from '../../ground/clock/clock.ts';
import type { Database } from '../../ground/database/database.ts';
import type { Random } from '../../ground/ids/ids.ts';
import type { CurrencyCode } from '../../ground/money/currency.ts';
import type { Sealer } from '../../ground/sealing/sealer.ts';

/** Facts about a person or business, under the names of the specification. */
export type PartyInformation = Readonly<Record<string, unknown>>;

/** A currency in which an account or address can receive, with the least and the most that can arrive. */
export interface ReceivableCurrency {
  readonly currency: CurrencyCode;
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
}

/** What an exchange with another provider needs from the server: the platform whose keys sign, and the real time. */
export interface UmaContext {
  readonly tenant: number;
  readonly deps: {
    readonly database: Database;
    readonly sealer: Sealer;
    readonly random: Random;
    /** Messages contain real time, even if the clock of a sandbox platform differs. */
    readonly clocks: { readonly system: Clock };
  };
  /** The network of the sender of a message from outside; absent if the exchange starts on this server. */
  readonly callerNetwork?: string;
}

/** The channel of a provider that a payment used. */
export interface Channel {
  /** The id of the funding transaction, a colon, and the index of its output. */
  readonly utxo: string;
  readonly amountMsats: number;
}
