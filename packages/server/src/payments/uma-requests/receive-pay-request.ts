import { lightningAmount, lightningCost } from '../../engines/rates/lightning-multiplier.ts';
import type { PricedCurrency } from '../../engines/uma/answers.ts';
import type { ReadPayRequest } from '../../engines/uma/incoming.ts';
import { newNonce } from '../../engines/uma/nonces.ts';
import { metadataOf, utxoAddress } from '../../engines/uma/places.ts';
import type { UmaAddress } from '../../engines/uma/uma-address.ts';
import type { PartyInformation } from '../../engines/uma/uma-network.ts';
import { plusMs, secondMs } from '../../ground/clock/instant.ts';
import { pick } from '../../ground/json/json-text.ts';
import { sealJson } from '../../ground/sealing/sealed-json.ts';
import type { ServerDeps } from '../../operation/deps.ts';
import type { ProviderAnswer, ProviderCall } from '../../operation/provider-route.ts';
import { type CustomerInformation, findCustomerInformation } from '../../people/customers/find-customer.ts';
import { type AddressedPlatform, addressAtPlatform, findAddressedPlatform, refusals } from './addressed.ts';
import { invoiceLifeMs } from './invoice-lifetime.ts';
import { findReceivable, type Receivable } from './receivable.ts';
import { insertRequest } from './uma-requests-repository.ts';

/** Accepts a payment of another provider: returns an invoice and the requested information about the receiver. */
export async function receivePayRequest(server: ServerDeps, call: ProviderCall): Promise<ProviderAnswer> {
  const addressed = await findAddressedPlatform(server, call);
  const receiver = addressed && addressAtPlatform(addressed, call.name);
  if (addressed === undefined || receiver === undefined) return refusals.unknownReceiver;
  const messages = await addressed.deps.uma.incoming();
  const request = await messages.readPayRequest(call.body, addressed);
  if ('body' in request) return request;
  const agreed = await agree(addressed, receiver, request);
  if ('body' in agreed) return agreed;
  const { invoice, callbackKey } = await openRequest(addressed, receiver, request, agreed);
  return messages.answerPay(
    request,
    {
      receiver,
      invoice,
      currency: agreed.priced.currency,
      receivingMinor: agreed.amountMinor,
      multiplier: agreed.priced.multiplier,
      payee: agreed.payee,
      utxoCallback: utxoAddress(receiver, callbackKey),
    },
    addressed,
  );
}

interface Agreed {
  readonly found: Receivable;
  readonly priced: PricedCurrency;
  readonly amountMinor: bigint;
  readonly amountMillisatoshis: bigint;
  readonly payee: CustomerInformation;
}

async function agree(
  addressed: AddressedPlatform,
  receiver: UmaAddress,
  request: ReadPayRequest,
): Promise<Agreed | ProviderAnswer> {
  const { tenant, deps } = addressed;
  const [found, onFile] = await deps.database.read(async (unit) => {
    const one = await findReceivable(unit, addressed, receiver);
    return [one, 'body' in one ? {} : await findCustomerInformation(unit, tenant, one.customer.id)] as const;
  });
  if ('body' in found) return found;
  const missing = found.requestedPayerFields.filter(
    ({ name, mandatory }) => mandatory && request.payer[name] === undefined,
  );
  if (missing.length > 0) return refusals.missingPayer(missing.map(({ name }) => name));
  // The receiver cannot be paid if the sender's provider requires information that is not on file.
  if (request.requestedPayeeFields.some(({ name, mandatory }) => mandatory && onFile[name] === undefined))
    return refusals.notReady;
  const agreed = agreeAmount(request.message, found.currencies);
  if ('body' in agreed) return agreed;
  const payee = pick(
    onFile,
    request.requestedPayeeFields.map(({ name }) => name),
  );
  return { ...agreed, found, payee };
}

function agreeAmount(
  { amount, receivingCurrencyCode, sendingAmountCurrencyCode }: ReadPayRequest['message'],
  currencies: readonly PricedCurrency[],
): Pick<Agreed, 'priced' | 'amountMinor' | 'amountMillisatoshis'> | ProviderAnswer {
  const priced = currencies.find(({ currency }) => currency === receivingCurrencyCode);
  if (priced === undefined) return refusals.currency;
  const isInCurrency = sendingAmountCurrencyCode === priced.currency;
  if (sendingAmountCurrencyCode !== undefined && !isInCurrency) return refusals.currency;
  if (!Number.isSafeInteger(amount) || amount <= 0) return refusals.amount;
  const amountMinor = BigInt(isInCurrency ? amount : lightningAmount(amount, priced.multiplier));
  if (amountMinor < priced.minMinor || amountMinor > priced.maxMinor) return refusals.amount;
  const cost = isInCurrency ? lightningCost(amount, priced.multiplier) : amount;
  // An amount that rounds to nothing would be paid with nothing.
  if (!Number.isSafeInteger(cost) || cost <= 0) return refusals.amount;
  return { priced, amountMinor, amountMillisatoshis: BigInt(cost) };
}

/** The node creates the invoice with no unit open; the request is stored before the response is sent. */
async function openRequest(
  { tenant, deps }: AddressedPlatform,
  receiver: UmaAddress,
  request: ReadPayRequest,
  { found, priced, amountMinor, amountMillisatoshis }: Agreed,
): Promise<{ readonly invoice: string; readonly callbackKey: string }> {
  const context = { tenant, deps };
  const createdAt = deps.clocks.system.now();
  const lifetime = { createdAt, expiresAt: plusMs(createdAt, invoiceLifeMs) };
  const terms = { amountMillisatoshis, description: metadataOf(receiver), ...lifetime };
  const invoice = await deps.lightning.createInvoice(terms, context);
  const callbackKey = newNonce(context);
  const now = deps.clock.now();
  const row = {
    tenant,
    id: deps.ids.next('UmaRequest'),
    invoice,
    customer_id: found.customer.id,
    sender: request.sender.text,
    sealed_payer: sealJson<PartyInformation>(deps.sealer, request.payer),
    currency: priced.currency,
    amount_minor: amountMinor,
    callback_key: callbackKey,
    utxo_callback: request.utxoCallback,
    created_at: now,
  };
  await deps.database.transaction(async (unit) => insertRequest(unit, row, plusMs(now, secondMs)));
  return { invoice, callbackKey };
}
