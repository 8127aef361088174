import type { CounterpartyFieldDefinition, CurrencyPreference } from '@payments-platform/types';
import type { ReceivableCurrency } from '../../engines/uma/uma-network.ts';
import { minuteMs, plusMs } from '../../ground/clock/instant.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { writeJson } from '../../ground/json/json-text.ts';
import { viewCurrency } from '../../ground/money/currency.ts';
import { wireMinor } from '../../ground/money/money.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { findCustomerInformation, type KnownCustomer } from '../../people/customers/find-customer.ts';
import { findSendingCurrency } from './sending-currency.ts';
import type { LookupRow } from './tables.ts';

/** Enough time to ask the sender for missing information. */
const lifetimeMs = 15 * minuteMs;

export interface NewLookup {
  /** A UMA address in lower case, or the id of an external account. */
  readonly receiver: string;
  /** The customer of the platform with this address. */
  readonly receiverCustomerId?: string | undefined;
  readonly sender: KnownCustomer | null;
  readonly currencies: readonly ReceivableCurrency[];
  /** The fields that the receiver's side requests about the sender. */
  readonly wanted: readonly CounterpartyFieldDefinition[];
}

export interface LookupView {
  readonly lookupId: `Lookup:${string}`;
  readonly supportedCurrencies: CurrencyPreference[];
  readonly requiredPayerDataFields: CounterpartyFieldDefinition[];
}

/** Stores the currencies of a receiver that have a rate for the sender. `undefined` if none is left. */
export async function saveLookup(context: WorkContext, found: NewLookup): Promise<LookupView | undefined> {
  const { unit, tenant, now, deps } = context;
  const shown = (await Promise.all(found.currencies.map((one) => viewPreference(context, found.sender, one)))).flat();
  if (shown.length === 0) return undefined;
  const required = await stillWanted(context, found);
  const lookupId = storedId('Lookup', deps.ids.next('Lookup'));
  unit.insert('receiver_lookups', [
    {
      tenant,
      id: lookupId,
      receiver: found.receiver,
      receiver_customer_id: found.receiverCustomerId ?? null,
      sender_customer_id: found.sender?.id ?? null,
      currencies: storedCurrencies(
        found.currencies.filter(({ currency }) => shown.some((one) => one.currency.code === currency)),
      ),
      required_fields: writeJson(found.wanted),
      created_at: now,
      expires_at: plusMs(now, lifetimeMs),
    },
  ]);
  return { lookupId, supportedCurrencies: shown, requiredPayerDataFields: required };
}

async function viewPreference(
  context: WorkContext,
  sender: KnownCustomer | null,
  { currency, minMinor, maxMinor }: ReceivableCurrency,
): Promise<CurrencyPreference[]> {
  const quoted = await findSendingCurrency(context, sender, currency);
  if (quoted === undefined) return [];
  return [
    {
      currency: viewCurrency(currency),
      estimatedExchangeRate: Number(quoted.rate),
      min: wireMinor(minMinor),
      max: wireMinor(maxMinor),
    },
  ];
}

/** Fields that are on file about the sender do not have to be requested. */
async function stillWanted(
  { unit, tenant }: WorkContext,
  { sender, wanted }: NewLookup,
): Promise<CounterpartyFieldDefinition[]> {
  if (sender === null || wanted.length === 0) return [...wanted];
  const onFile = await findCustomerInformation(unit, tenant, sender.id);
  return wanted.filter(({ name }) => onFile[name] === undefined);
}

function storedCurrencies(currencies: readonly ReceivableCurrency[]): LookupRow['currencies'] {
  return writeJson(
    currencies.map(({ currency, minMinor, maxMinor }) => ({
      currency,
      min: minMinor.toString(),
      max: maxMinor.toString(),
    })),
  );
}
