import { Buffer } from 'node:buffer';
import { operationTable, type SignedRetryOperation } from '@payments-platform/types';
import { expect, it } from 'vitest';
import type { Answer } from '../../../test/caller.ts';
import { issueCard } from '../../../test/cards.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import {
  codeBundle,
  credentialsOf,
  newDevice,
  newSignedInWallet,
  openTestSession,
  type SignedInWallet,
  sendSigned,
  signedHeaders,
  withWallets,
} from '../../../test/embedded-wallets.ts';
import { identityToken } from '../../../test/identity-tokens.ts';
import type { TestServer } from '../../../test/test-server.ts';
import type { KeyPair } from '../../engines/wallet-crypto/p256.ts';
import { writeStamp } from '../../engines/wallet-crypto/stamp.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

/** A request of an operation and the key that may sign it. */
interface Case {
  readonly path: string;
  readonly body?: object;
  /** A valid body that differs from the first one. */
  readonly otherBody?: object;
  readonly signer: KeyPair;
  readonly done: number;
}

interface Scene extends SignedInWallet {
  readonly server: TestServer;
  /** The key of a session with the wallet's other credential. */
  readonly other: KeyPair;
  readonly otherCredentialId: string;
}

async function openScene(server: TestServer): Promise<Scene> {
  const wallet = await newSignedInWallet(server, { phoneNumber: '+14155550100' });
  const { accountId, device } = wallet;
  const oidcToken = identityToken(server.clock.now());
  const added = await sendSigned(server, device, 'POST', '/auth/credentials', { type: 'OAUTH', accountId, oidcToken });
  const other = newDevice(server);
  await openTestSession(server, accountId, other, added.body.id);
  return { ...wallet, server, other, otherCredentialId: added.body.id };
}

/** Every operation that declares `x-signed-retry`. A new one does not compile without its case. */
const cases: { readonly [O in SignedRetryOperation]: (scene: Scene) => Case | Promise<Case> } = {
  createAuthCredential: ({ accountId, device }) => ({
    path: '/auth/credentials',
    body: { type: 'SMS_OTP', accountId },
    otherBody: { type: 'SMS_OTP', accountId, more: true },
    signer: device,
    done: 201,
  }),
  revokeAuthCredential: ({ otherCredentialId, device }) => ({
    path: `/auth/credentials/${otherCredentialId}`,
    signer: device,
    done: 204,
  }),
  verifyAuthCredential: async ({ server, credentialId }) => {
    await server.advance(minuteMs);
    const { body } = await server.request('POST', `/auth/credentials/${credentialId}/challenge`);
    const signer = newDevice(server);
    const bundle = () => codeBundle(server, body.otpEncryptionTargetBundle, signer);
    return {
      path: `/auth/credentials/${credentialId}/verify`,
      body: { type: 'EMAIL_OTP', encryptedOtpBundle: await bundle() },
      otherBody: { type: 'EMAIL_OTP', encryptedOtpBundle: await bundle() },
      signer,
      done: 200,
    };
  },
  revokeAuthSession: ({ sessionId, other }) => ({ path: `/auth/sessions/${sessionId}`, signer: other, done: 204 }),
  refreshAuthSession: ({ server, sessionId, device }) => ({
    path: `/auth/sessions/${sessionId}/refresh`,
    body: { clientPublicKey: newDevice(server).compressed },
    otherBody: { clientPublicKey: newDevice(server).compressed },
    signer: device,
    done: 201,
  }),
  createDelegatedKey: async ({ server, customerId, accountId, device }) => {
    const cardId = await issueCard(server, customerId, accountId);
    const body = { cardId, internalAccountId: accountId, nickname: 'Card of Ada' };
    return {
      path: '/auth/delegated-keys',
      body,
      otherBody: { ...body, nickname: 'Another' },
      signer: device,
      done: 202,
    };
  },
  updateInternalAccount: ({ accountId, device }) => ({
    path: `/internal-accounts/${accountId}`,
    body: { privateEnabled: true },
    otherBody: { privateEnabled: false },
    signer: device,
    done: 200,
  }),
  exportInternalAccount: ({ server, accountId, device }) => ({
    path: `/internal-accounts/${accountId}/export`,
    body: { clientPublicKey: newDevice(server).uncompressed },
    otherBody: { clientPublicKey: newDevice(server).uncompressed },
    signer: device,
    done: 200,
  }),
  updateCustomerById: ({ customerId, device }) => ({
    path: `/customers/${customerId}`,
    body: { customerType: 'INDIVIDUAL', email: `new-${customerId.slice(-6)}@example.com` },
    otherBody: { customerType: 'INDIVIDUAL', email: `other-${customerId.slice(-6)}@example.com` },
    signer: device,
    done: 200,
  }),
};

const unknownRequest = 'Request:0198c0de-7a23-7f1c-8b04-7e8f90a1b2c3';

/** Sends the first request. Returns its response, and a function that repeats the request with other headers. */
async function asked(server: TestServer, operation: SignedRetryOperation, { path, body }: Case) {
  const { method } = operationTable[operation];
  const first = await server.request(method, path, body);
  expect([operation, first.status, first.body.code]).toEqual([operation, 202, undefined]);
  const again = async (headers: object, sent = body): Promise<string> => {
    const { status, body: answer }: Answer = await server.request(method, path, sent, { ...headers });
    return status < 300 ? String(status) : `${status} ${answer.code}`;
  };
  return { first, again };
}

function changed(header: string, change: Readonly<Record<string, string>>): string {
  const members = Object(JSON.parse(Buffer.from(header, 'base64url').toString('utf8')));
  return Buffer.from(JSON.stringify({ ...members, ...change })).toString('base64url');
}

/** Copies of the payload with one change each: a member of its JSON or of its parameters, or a part of its token. */
function tampered(payload: string): string[] {
  if (!payload.startsWith('{')) {
    const parts = payload.split('.');
    return parts.map((part, index) =>
      parts
        .with(
          index,
          part.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        )
        .join('.'),
    );
  }
  const members: Readonly<Record<string, unknown>> = Object(JSON.parse(payload));
  const parameters: Readonly<Record<string, unknown>> = Object(members['parameters']);
  return [
    ...Object.keys(members).map((name) => JSON.stringify({ ...members, [name]: 'changed' })),
    ...Object.keys(parameters).map((name) =>
      JSON.stringify({ ...members, parameters: { ...parameters, [name]: 'changed' } }),
    ),
  ];
}

oneEngine('a signed operation', (start) => {
  it.each(Object.keys(cases) as SignedRetryOperation[])(
    'accepts the exact signature of its payload and refuses every altered one: %s',
    async (name) => {
      const server = await start(withWallets);
      const scene = await openScene(server);
      const foreign = await newSignedInWallet(server);
      const one = await cases[name](scene);
      const { first, again } = await asked(server, name, one);
      const { payloadToSign, requestId } = first.body;
      const good = signedHeaders(one.signer, first);
      const signature = good['service-wallet-signature'] ?? '';
      const signed = (stamp: string) => ({ 'service-wallet-signature': stamp, 'request-id': requestId });
      for (const [headers, code] of [
        [{ 'request-id': requestId }, '401 WALLET_SIGNATURE_MISSING'],
        [signed('x'), '401 WALLET_SIGNATURE_MALFORMED'],
        [signed(changed(signature, { scheme: 'another' })), '401 WALLET_SIGNATURE_MALFORMED'],
        [{ 'service-wallet-signature': signature }, '401 REQUEST_ID_MISSING'],
        [{ ...good, 'request-id': unknownRequest }, '404 REQUEST_NOT_FOUND'],
        [signed(changed(signature, { publicKey: foreign.device.compressed })), '401 WALLET_SIGNATURE_INVALID'],
        [signed(writeStamp(one.signer, `${payloadToSign} `)), '401 WALLET_SIGNATURE_INVALID'],
        [signed(writeStamp(foreign.device, payloadToSign)), '401 WALLET_SIGNATURE_INVALID'],
        [signed(writeStamp(newDevice(server), payloadToSign)), '401 WALLET_SIGNATURE_INVALID'],
        ...tampered(payloadToSign).map(
          (text) => [signed(writeStamp(one.signer, text)), '401 WALLET_SIGNATURE_INVALID'] as const,
        ),
      ] as const)
        expect([code, await again(headers)]).toEqual([code, code]);
      if (one.otherBody !== undefined)
        expect(await again(good, one.otherBody)).toBe('401 WALLET_SIGNATURE_BODY_MISMATCH');
      expect(await again(good)).toBe(String(one.done));
      // The customer has the new address by now, so there is nothing left to sign.
      if (name !== 'updateCustomerById') expect(await again(good)).not.toBe(String(one.done));
    },
  );

  it('refuses a signature after five minutes, and accepts sandbox-valid-signature once before', async () => {
    const server = await start(withWallets);
    const scene = await openScene(server);
    const one = await cases.exportInternalAccount(scene);
    const { first, again } = await asked(server, 'exportInternalAccount', one);
    await server.advance(5 * minuteMs);
    expect(await again(signedHeaders(one.signer, first))).toBe('401 WALLET_SIGNATURE_INVALID');
    const next = await asked(server, 'exportInternalAccount', one);
    const standing = { 'service-wallet-signature': 'sandbox-valid-signature', 'request-id': next.first.body.requestId };
    expect([await next.again(standing), await next.again(standing)]).toEqual(['200', '401 WALLET_SIGNATURE_INVALID']);
    expect(await credentialsOf(server, scene.accountId)).toHaveLength(2);
  });
});
