import { orThrow } from '@payments-platform/client';
import type { AccountId, CardId, CustomerId, InternalAccountId } from '@payments-platform/types';
import { issueCard } from '../../../contract-tests/src/parties/card.ts';
import { type PayeeCurrency, registerPayee } from '../../../contract-tests/src/parties/payee.ts';
import { accountsOf, fund, registerCustomer } from '../../../contract-tests/src/parties/payer.ts';
import { createQuote, quoteRequest } from '../../../contract-tests/src/parties/payment.ts';
import { decimalText, serviceTermsOf } from '../../../contract-tests/src/prices/documented-price.ts';
import type { StatefulPlatform } from '../../../contract-tests/src/targets/target.ts';
import type { Corridor, Place } from './reference-model.ts';

/** The accounts of a run, and the routes between them. */
export interface World {
  readonly startingBalance: number;
  readonly internal: readonly Place[];
  readonly destinations: readonly Place[];
  /** External accounts that can be debited. */
  readonly pullable: readonly Place[];
  /** The payer of a quote that is funded from outside, in US dollars. */
  readonly outside: Place;
  /** A card and its funding source. */
  readonly card: { readonly id: CardId; readonly place: Place };
  /** The account for a place. */
  accountId(place: Place): AccountId;
  internalId(place: Place): InternalAccountId;
  corridor(from: Place, to: Place): Corridor;
}

const payees: readonly (readonly [PayeeCurrency, string])[] = [
  ['EUR', '100'],
  ['USD', '100'],
  ['EUR', '002'],
  ['EUR', '003'],
  ['USD', '004'],
  ['EUR', '005'],
  ['EUR', '006'],
  ['USD', '007'],
  ['USD', '002'],
  ['USD', '005'],
];

/** Enough for a payment or two, so that some fail for lack of funds. */
const startingBalance = 50_000;

/** Two customers with three accounts between them, and a payee for each outcome of the sandbox. */
export async function createWorld(platform: StatefulPlatform): Promise<World> {
  const ids = new Map<Place, AccountId>();
  const internal = new Map<Place, InternalAccountId>();
  const own = async (customerId: CustomerId, name: string, currencies: readonly string[]): Promise<void> => {
    const accounts = await accountsOf(platform, customerId);
    for (const currency of currencies) {
      const account = accounts.get(currency);
      if (account !== undefined) internal.set({ name: `${name} ${currency}`, currency }, account.id);
    }
  };
  const ada = await registerCustomer(platform.client, 'Ada Lovelace');
  await own(ada, 'Ada', ['USD', 'EUR']);
  await own(await registerCustomer(platform.client, 'Grace Hopper'), 'Grace', ['USD']);
  for (const [place, id] of internal) ids.set(place, id);
  for (const [currency, suffix] of payees) {
    const place = { name: `payee ${currency} ${suffix}`, currency, suffix };
    ids.set(place, await registerPayee(platform.client, { currency, suffix }));
  }
  for (const id of internal.values()) await fund(platform.client, id, startingBalance);
  const [first] = [...internal];
  if (first === undefined) throw new Error('the world has no account');
  const [place, accountId] = first;
  const { id } = await issueCard(platform, { customerId: ada, accountId });
  const corridors = await learnCorridors(platform, ids);
  return {
    startingBalance,
    internal: [...internal.keys()],
    destinations: [...ids.keys()],
    pullable: [...ids.keys()].filter(({ currency, suffix }) => currency === 'USD' && suffix !== undefined),
    outside: { name: 'outside', currency: 'USD' },
    card: { id, place },
    accountId: (place) => known(ids.get(place), place.name),
    internalId: (place) => known(internal.get(place), place.name),
    corridor: (from, to) => known(corridors.get(routeOf(from, to)), routeOf(from, to)),
  };
}

function known<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`the world has no ${name}`);
  return value;
}

/** The price depends only on the currencies and on whether the money leaves the service. */
function routeOf(from: Place, to: Place): string {
  return `${from.currency} to ${to.suffix === undefined ? 'internal' : 'external'} ${to.currency}`;
}

/** Reads the rate and fee of each route once; from then on the model computes prices itself. */
async function learnCorridors(
  { client, advance }: StatefulPlatform,
  ids: ReadonlyMap<Place, AccountId>,
): Promise<Map<string, Corridor>> {
  const corridors = new Map<string, Corridor>();
  for (const [from, fromId] of ids) {
    if (from.suffix !== undefined) continue;
    for (const [to, toId] of ids) {
      if (from === to || corridors.has(routeOf(from, to))) continue;
      const quote = await orThrow(createQuote(client, quoteRequest({ from: fromId, to: toId })));
      corridors.set(routeOf(from, to), { rate: decimalText(quote.exchangeRate), service: serviceTermsOf(quote) });
    }
  }
  // These quotes do not belong to the run: they expire before it starts.
  await advance(5 * 60_000);
  return corridors;
}
