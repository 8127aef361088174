import { Buffer } from 'node:buffer';
import type { Deps } from '../src/deps.ts';
import type { Message } from '../src/messages/messages.ts';
import { hotp, stepOf } from '../src/sca/totp.ts';
import { newCustomerId } from './customers.ts';
import { consent } from './parties.ts';
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from './software-authenticator.ts';
import type { Answer, TestServer } from './test-server.ts';

export const passkeyOrigin = 'http://localhost:3000';
export const endUserIpAddress = '203.0.113.24';

export const phoneNumber = '+4915112345678';

/** A customer in Germany with a verified phone, where every payment has to be authorized. */
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

/** Enrolls an authenticator app with the code it shows now. */
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

/** What the app shows, `steps` half minutes from now. */
export function appCode(server: TestServer, secret: Uint8Array, steps = 0): string {
  return hotp(secret, stepOf(server.clock.now()) + steps);
}

/** Six digits that no code near now has. */
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

/** Logs the customer in by text message, with the code of the sandbox. */
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

/** A phone that keeps the texts it is sent. */
export interface Phone {
  readonly texts: readonly Message[];
  readonly deps: Pick<Deps, 'messages'>;
  lastCode(): string;
}

export function openPhone(): Phone {
  const texts: Message[] = [];
  return {
    texts,
    deps: { messages: { send: async (message) => void texts.push(message) } },
    lastCode: () => /\b\d{6}\b/.exec(texts.at(-1)?.text ?? '')?.[0] ?? '',
  };
}
