import { Buffer } from 'node:buffer';
import { hotp, stepOf } from '../src/access/sca/totp.ts';
import type { Deps } from '../src/operation/deps.ts';
import { newCustomerId } from './customers.ts';
import { codeSentTo, createMessageInbox } from './message-inbox.ts';
import { consent, fund, makeUsdAccount, quoteBody } from './parties.ts';
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from './software-authenticator.ts';
import type { Answer, TestServer } from './test-server.ts';

export const passkeyOrigin = 'http://localhost:3000';
export const endUserIpAddress = '203.0.113.24';

export const phoneNumber = '+4915112345678';

/** A customer in Germany with a verified phone, whose payments all need authorization. */
export async function newEuropeanId(server: TestServer, more: object = {}): Promise<string> {
  const customerId = await newCustomerId(server, {
    customerType: 'INDIVIDUAL',
    fullName: 'Marie Curie',
    region: 'DE',
    phoneNumber,
    endUserTermsConsent: consent,
    ...more,
  });
  await markPhoneVerified(server, customerId);
  return customerId;
}

async function markPhoneVerified({ deps, tenant, clock }: TestServer, customerId: string): Promise<void> {
  await deps.database.transaction(async (unit) => {
    await unit.select((db) =>
      db
        .updateTable('customers')
        .set({ phone_verified_at: clock.now() })
        .where('tenant', '=', tenant)
        .where('id', '=', customerId)
        .where('phone_number', 'is not', null)
        .returning('id'),
    );
  });
}

export function sca(server: TestServer, path: string, customerId: string, body?: unknown): Promise<Answer> {
  return server.request('POST', `/sca/${path}?customerId=${customerId}`, body);
}

export interface EnrolledApp {
  readonly secret: Uint8Array;
  readonly recoveryCodes: readonly string[];
}

/** Enrolls an authenticator app with its current code. */
export async function enrollApp(server: TestServer, customerId: string): Promise<EnrolledApp> {
  const started = await sca(server, 'factors', customerId, { type: 'TOTP' });
  const secret = Buffer.from(started.body.secret, 'hex');
  const confirmed = await sca(server, 'factors/confirm', customerId, {
    type: 'TOTP',
    secret: started.body.secret,
    code: appCode(server, secret),
  });
  if (confirmed.status !== 200) throw new Error(confirmed.text);
  return { secret, recoveryCodes: confirmed.body.recoveryCodes };
}

/** The app's code `steps` half minutes from now. */
export function appCode(server: TestServer, secret: Uint8Array, steps = 0): string {
  return hotp(secret, stepOf(server.clock.now()) + steps);
}

/** Six digits that are not a current code. */
export function wrongCode(server: TestServer, secret: Uint8Array): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => appCode(server, secret, steps));
  return ['000000', '000001', '000002', '000003', '000004', '000005'].find((code) => !right.includes(code)) ?? '';
}

export async function enrollPasskey(server: TestServer, customerId: string): Promise<SoftwareAuthenticator> {
  const authenticator = createSoftwareAuthenticator();
  const { body } = await sca(server, 'factors', customerId, { type: 'PASSKEY' });
  const credential = authenticator.create(body.options, passkeyOrigin);
  const confirmed = await sca(server, 'factors/confirm', customerId, {
    type: 'PASSKEY',
    origin: passkeyOrigin,
    credential,
  });
  if (confirmed.status !== 200) throw new Error(confirmed.text);
  return authenticator;
}

/** Logs the customer in by text message, with the sandbox's code. */
export async function logIn(server: TestServer, customerId: string): Promise<void> {
  const { body } = await sca(server, 'login/start', customerId, { factor: 'SMS_OTP' });
  const completed = await sca(server, 'login/complete', customerId, {
    factor: 'SMS_OTP',
    challengeId: body.challengeId,
    code: '123456',
    endUserIpAddress,
  });
  if (completed.status !== 200) throw new Error(completed.text);
}

export function beginLogin(server: TestServer, customerId: string, factor: string): Promise<Answer> {
  return sca(server, 'login/start', customerId, { factor });
}

export function completeLogin(server: TestServer, customerId: string, proof: object): Promise<Answer> {
  return sca(server, 'login/complete', customerId, { endUserIpAddress, ...proof });
}

/** Its own phone, which stores its messages. Other platforms of the database may also have messages to send. */
export interface Phone {
  readonly phoneNumber: string;
  readonly deps: Pick<Deps, 'messages'>;
  texts(): string[];
  lastCode(): string;
}

let phoneCount = 0;

export function openPhone(): Phone {
  phoneCount += 1;
  const phoneNumber = `+4916${String(phoneCount).padStart(8, '0')}`;
  const messages = createMessageInbox();
  const texts = (): string[] =>
    messages.received.filter(({ channel, to }) => channel === 'SMS' && to === phoneNumber).map(({ text }) => text);
  return { phoneNumber, deps: { messages }, texts, lastCode: () => codeSentTo(messages, phoneNumber) };
}

export interface EuropeanPayer {
  readonly customerId: string;
  readonly accounts: Readonly<Record<string, string>>;
  /** Another person's account at a bank, in US dollars. */
  readonly payee: string;
}

/** A customer with money who has to authorize payments. */
export async function newEuropeanPayer(
  server: TestServer,
  amount = 1_000_000,
  more: object = {},
): Promise<EuropeanPayer> {
  const customerId = await newEuropeanId(server, more);
  const listed = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}&limit=100`);
  const accounts: Record<string, string> = {};
  for (const account of listed.body.data) accounts[account.balance.currency.code] = account.id;
  if (amount > 0) await fund(server, accounts['USD'] ?? '', amount);
  return { customerId, accounts, payee: await makeUsdAccount(server, customerId) };
}

/** A quote from the payer's dollars, executed and waiting for the customer. */
export async function executedQuote(
  server: TestServer,
  { accounts, payee }: EuropeanPayer,
  { to = payee, amount = 10_000, options }: { to?: string; amount?: number; options?: object } = {},
): Promise<Answer['body']> {
  const quoted = await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to, amount }));
  const executed = await server.request('POST', `/quotes/${quoted.body.id}/execute`, options);
  if (executed.status !== 200) throw new Error(executed.text);
  return executed.body;
}

export function authorize(server: TestServer, quoteId: string, proof: object): Promise<Answer> {
  return server.request('POST', `/quotes/${quoteId}/authorize`, proof);
}

export const rightCode = { code: '123456' };
