import { type Caller, expectStatus } from './caller.ts';
import { makeSender } from './parties.ts';
import type { Answer, TestServer } from './test-server.ts';

/** The only provider that the sandbox reaches. */
export const umaDomain = 'sandbox.example.com';

/** The id of a lookup of a UMA address for a customer. */
export async function lookUpAddress(
  server: Pick<TestServer, 'request'>,
  customerId: string,
  address: string,
): Promise<string> {
  const answer = await server.request(
    'GET',
    `/receiver/uma/${encodeURIComponent(address)}?customerId=${encodeURIComponent(customerId)}`,
  );
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.lookupId;
}

export interface UmaQuoteParts {
  readonly from: string;
  readonly address: string;
  readonly lookupId: string;
  readonly amount?: number;
  readonly extra?: object;
}

export function umaQuoteBody({ from, address, lookupId, amount = 10_000, extra = {} }: UmaQuoteParts): object {
  return {
    lookupId,
    source: { sourceType: 'ACCOUNT', accountId: from },
    destination: { destinationType: 'UMA_ADDRESS', umaAddress: address },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: amount,
    ...extra,
  };
}

export interface PreparedUma {
  readonly customerId: string;
  readonly accounts: Readonly<Record<string, string>>;
  readonly from: string;
  readonly lookupId: string;
  readonly address: string;
}

export async function prepareUma(server: TestServer, name = 'success.usd'): Promise<PreparedUma> {
  const { customerId, accounts } = await makeSender(server);
  const address = `$${name}@${umaDomain}`;
  return {
    customerId,
    accounts,
    address,
    from: accounts['USD'] ?? '',
    lookupId: await lookUpAddress(server, customerId, address),
  };
}

export async function quoteUma(server: TestServer, prepared: PreparedUma, extra: object = {}): Promise<Answer> {
  return server.request('POST', '/quotes', umaQuoteBody({ ...prepared, extra }));
}

export async function payUma(
  server: TestServer,
  name: string,
): Promise<{ readonly id: string; readonly from: string }> {
  const prepared = await prepareUma(server, name);
  const { status, body, text } = await quoteUma(server, prepared, { immediatelyExecute: true });
  if (status !== 201) throw new Error(text);
  return { id: body.transactionId, from: prepared.from };
}

// biome-ignore lint/suspicious/noExplicitAny: answers are checked against the specification
export async function readTransaction(server: TestServer, id: string): Promise<any> {
  return (await server.request('GET', `/transactions/${id}`)).body;
}

export interface UmaReceiver {
  readonly customerId: string;
  readonly address: string;
  readonly accounts: Readonly<Record<string, string>>;
}

/** A receiving customer with a UMA address and accounts. */
export async function makeReceiver(server: TestServer): Promise<UmaReceiver> {
  const { customerId, accounts } = await makeSender(server, 'USD', 0);
  const { body } = await server.request('GET', `/customers/${customerId}`);
  return { customerId, accounts, address: body.umaAddress };
}

export interface ReceivedParts {
  readonly from?: string;
  readonly amount?: number;
  readonly currency?: string;
}

/** A sender at another provider pays to the receiver. */
export function receiveUma(
  server: TestServer,
  { customerId }: Pick<UmaReceiver, 'customerId'>,
  { from = '$grace@one.example.com', amount = 7_500, currency = 'USD' }: ReceivedParts = {},
): Promise<Answer> {
  return server.request('POST', '/sandbox/uma/receive', {
    senderUmaAddress: from,
    customerId,
    receivingCurrencyCode: currency,
    receivingCurrencyAmount: amount,
  });
}

let chosenCount = 0;

/** UMA payments to the customer are forwarded to a bank account that ends in `suffix`. */
export async function chooseDeposit(server: Caller, customerId: string, suffix: string): Promise<string> {
  chosenCount += 1;
  const account = {
    customerId,
    currency: 'USD',
    defaultUmaDepositAccount: true,
    accountInfo: {
      accountType: 'USD_ACCOUNT',
      accountNumber: `${5_000_000 + chosenCount}${suffix}`,
      routingNumber: '021000021',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Lovelace', countryOfResidence: 'US' },
    },
  };
  return expectStatus(await server.request('POST', '/customers/external-accounts', account), 201).id;
}

export interface OwnPayment {
  readonly receiver: UmaReceiver;
  readonly from: string;
  readonly outgoing: string;
  readonly senderAddress: string;
}

/** One customer of the platform pays another one by UMA address. */
export async function payOwn(server: TestServer, currency = 'USD'): Promise<OwnPayment> {
  const sender = await makeSender(server);
  const receiver = await makeReceiver(server);
  const from = sender.accounts['USD'] ?? '';
  const { address } = receiver;
  const lookupId = await lookUpAddress(server, sender.customerId, address);
  const destination = { destinationType: 'UMA_ADDRESS', umaAddress: address, currency };
  const body = umaQuoteBody({ from, address, lookupId, extra: { immediatelyExecute: true, destination } });
  const { transactionId } = expectStatus(await server.request('POST', '/quotes', body), 201);
  const { body: customer } = await server.request('GET', `/customers/${sender.customerId}`);
  return { receiver, from, outgoing: transactionId, senderAddress: customer.umaAddress };
}

/** The incoming half of the only payment to its receiver. */
export async function incomingOf(server: TestServer, { receiver }: Pick<OwnPayment, 'receiver'>): Promise<string> {
  const { body } = await server.request('GET', `/transactions?customerId=${receiver.customerId}&type=INCOMING`);
  if (body.data.length !== 1) throw new Error(`${body.data.length} payments have come in`);
  return body.data[0].id;
}

/** A payment from another provider that waits for the decision of the platform. */
export async function newIncoming(server: TestServer, from?: string): Promise<UmaReceiver & { readonly id: string }> {
  const receiver = await makeReceiver(server);
  const { body } = await receiveUma(server, receiver, from === undefined ? {} : { from });
  return { ...receiver, id: body.id };
}
