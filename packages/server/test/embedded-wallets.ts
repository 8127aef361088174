import { openSession } from '../src/accounts/wallet-sessions/open-session.ts';
import type { Custody } from '../src/engines/custody/custody.ts';
import { readTargetBundle, writeCodeBundle } from '../src/engines/wallet-crypto/one-time-code-bundle.ts';
import { drawKeyPair, type KeyPair } from '../src/engines/wallet-crypto/p256.ts';
import { writeStamp } from '../src/engines/wallet-crypto/stamp.ts';
import { dayMs, plusMs } from '../src/ground/clock/instant.ts';
import type { Answer } from './caller.ts';
import { consent, newCustomerId, person } from './customers.ts';
import type { TestServer } from './test-server.ts';

/** A platform whose customers have embedded wallets. */
export const withWallets = { currencies: ['USD', 'USDB'] } as const;

export interface TestWallet {
  readonly customerId: string;
  readonly accountId: string;
}

/** A customer with an embedded wallet. */
export async function newWallet(server: TestServer, facts: object = {}): Promise<TestWallet> {
  const customerId = await newCustomerId(server, { ...person, endUserTermsConsent: consent, ...facts });
  const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USDB`);
  return { customerId, accountId: body.data[0].id };
}

/** A production custodian that never finishes opening a wallet. */
export const slowCustodian: Custody = {
  pollOpening: async (_opening, now) => ({ kind: 'OPENING', nextPollAt: plusMs(now, dayMs) }),
  exportPhrase: async () => 'never called',
  moveContact: async () => false,
  newSigner: async () => ({ publicKey: 'never called', secret: null }),
};

/** A device with its own key. */
export function newDevice({ deps }: TestServer): KeyPair {
  return drawKeyPair(deps.random);
}

/** A session without a sign-in, for rules that are not about signing in. */
export async function openTestSession(
  { deps, tenant, clock }: TestServer,
  accountId: string,
  device: KeyPair,
  credentialId = 'AuthMethod:0198c0de-7a28-7e21-9009-c3d4e5f60718',
): Promise<string> {
  const signedIn = {
    accountId,
    credentialId,
    type: 'EMAIL_OTP',
    nickname: 'ada@example.com',
    passkeyId: null,
  } as const;
  const session = await deps.database.transaction((unit) =>
    openSession({ unit, tenant, now: clock.now(), deps }, signedIn, { kept: 'BY_DEVICE', key: device }, 'VERIFY'),
  );
  return session.id;
}

/** The headers of a second request: the first response, signed. */
export function signedHeaders(device: KeyPair, { body }: Answer): Record<string, string> {
  return { 'service-wallet-signature': writeStamp(device, body.payloadToSign), 'request-id': body.requestId };
}

/** Sends a request, signs its response, and sends it again. */
export async function sendSigned(
  server: TestServer,
  device: KeyPair,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const asked = await server.request(method, path, body);
  if (asked.status !== 202) throw new Error(`${method} ${path} was answered ${asked.status}: ${asked.text}`);
  return server.request(method, path, body, signedHeaders(device, asked));
}

/** The credentials of a wallet, the newest first. */
export async function credentialsOf(server: TestServer, accountId: string): Promise<{ id: string; type: string }[]> {
  return (await server.request('GET', `/auth/credentials?accountId=${accountId}`)).body.data;
}

/** The request of a device for a typed code. */
export async function codeBundle(
  { deps }: TestServer,
  targetBundle: string,
  device: Pick<KeyPair, 'compressed'>,
  code = '000000',
): Promise<string> {
  const target = readTargetBundle(targetBundle);
  if (target === undefined) throw new Error('the target bundle does not verify');
  return writeCodeBundle(target, { code, publicKey: device.compressed }, deps.random);
}

/** Signs in with the code of a credential by two requests, and returns the last response. */
export async function signInByCode(
  server: TestServer,
  credentialId: string,
  device: KeyPair,
  type = 'EMAIL_OTP',
): Promise<Answer> {
  const challenge = await server.request('POST', `/auth/credentials/${credentialId}/challenge`);
  if (challenge.status !== 200) throw new Error(challenge.text);
  const encryptedOtpBundle = await codeBundle(server, challenge.body.otpEncryptionTargetBundle, device);
  return sendSigned(server, device, 'POST', `/auth/credentials/${credentialId}/verify`, { type, encryptedOtpBundle });
}

export interface SignedInWallet extends TestWallet {
  /** The first credential, of type `EMAIL_OTP`. */
  readonly credentialId: string;
  readonly device: KeyPair;
  readonly sessionId: string;
}

let people = 0;

/** A customer who is signed in to their wallet with a code from an e-mail. */
export async function newSignedInWallet(server: TestServer, facts: object = {}): Promise<SignedInWallet> {
  people += 1;
  const wallet = await newWallet(server, { email: `ada${people}@example.com`, ...facts });
  const credentialId = (await credentialsOf(server, wallet.accountId))[0]?.id ?? 'none';
  const device = newDevice(server);
  const { body } = await signInByCode(server, credentialId, device);
  return { ...wallet, credentialId, device, sessionId: body.id };
}
