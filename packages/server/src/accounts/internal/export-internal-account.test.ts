import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import {
  newDevice,
  newWallet,
  openTestSession,
  sendSigned,
  signedHeaders,
  slowCustodian,
  withWallets,
} from '../../../test/embedded-wallets.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import type { Custody } from '../../engines/custody/custody.ts';
import { openCredentialsBundle } from '../../engines/wallet-crypto/wallet-credentials-bundle.ts';
import { createSeededRandom } from '../../ground/ids/random.ts';
import { createSandboxCustody } from '../../sandbox/adapters/sandbox-custody.ts';
import { findWallet } from '../wallets/wallet-records.ts';

const standing = { 'service-wallet-signature': 'sandbox-valid-signature' };

oneEngine('exporting an embedded wallet', (start) => {
  it('returns the mnemonic encrypted to the target key after a signed retry', async () => {
    const server = await start(withWallets);
    const { accountId } = await newWallet(server);
    const [device, target] = [newDevice(server), newDevice(server)];
    await openTestSession(server, accountId, device);
    const path = `/internal-accounts/${accountId}/export`;
    const body = { clientPublicKey: target.uncompressed };
    const asked = await server.request('POST', path, body);
    const keys = await server.deps.database.read((unit) => findWallet(unit, server.tenant, accountId));
    expect(asked.status).toBe(202);
    expect(JSON.parse(asked.body.payloadToSign)).toEqual({
      organizationId: keys?.organizationId,
      parameters: { targetPublicKey: target.uncompressed, walletId: keys?.walletId },
      timestampMs: '1735689600000',
      type: 'ACTIVITY_TYPE_EXPORT_WALLET',
    });
    const exported = await server.request('POST', path, body, signedHeaders(device, asked));
    expect([exported.status, exported.body.id]).toEqual([200, accountId]);
    const opened = await openCredentialsBundle(target, exported.body.encryptedWalletCredentials);
    expect(opened).toMatchObject({ organizationId: keys?.organizationId, signedBy: undefined });
    expect(validateMnemonic(opened?.mnemonic ?? '', wordlist)).toBe(true);
    expect(opened?.mnemonic).toBe(keys?.secret);
    expect(await openCredentialsBundle(device, exported.body.encryptedWalletCredentials)).toBe(undefined);
    expect(await server.request('POST', path, body, signedHeaders(device, asked))).toMatchObject({
      status: 401,
      body: { code: 'WALLET_SIGNATURE_INVALID' },
    });
  });

  it('returns the same mnemonic to a second key, and the wallet stays ACTIVE', async () => {
    const server = await start(withWallets);
    const { accountId, customerId } = await newWallet(server);
    const device = newDevice(server);
    await openTestSession(server, accountId, device);
    const targets = [newDevice(server), newDevice(server)];
    const words = [];
    for (const target of targets) {
      const body = { clientPublicKey: target.uncompressed };
      const { body: exported } = await sendSigned(
        server,
        device,
        'POST',
        `/internal-accounts/${accountId}/export`,
        body,
      );
      words.push((await openCredentialsBundle(target, exported.encryptedWalletCredentials))?.mnemonic);
    }
    expect(words[0]).toBe(words[1]);
    const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USDB`);
    expect(body.data[0].status).toBe('ACTIVE');
  });

  it('refuses a compressed key and a point that is not on the curve', async () => {
    const server = await start(withWallets);
    const { accountId } = await newWallet(server);
    const { compressed, uncompressed } = newDevice(server);
    const beside = `${uncompressed.slice(0, -2)}${uncompressed.endsWith('00') ? '01' : '00'}`;
    for (const clientPublicKey of [compressed, beside, '', undefined]) {
      const answer = await server.request('POST', `/internal-accounts/${accountId}/export`, { clientPublicKey });
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(refusedFields(answer)).toContain('clientPublicKey');
    }
  });

  it('accepts a signature for its own target key and wallet only', async () => {
    const server = await start(withWallets);
    const [wallet, other] = [await newWallet(server), await newWallet(server)];
    const device = newDevice(server);
    await openTestSession(server, wallet.accountId, device);
    const path = `/internal-accounts/${wallet.accountId}/export`;
    const body = { clientPublicKey: newDevice(server).uncompressed };
    const asked = await server.request('POST', path, body);
    const headers = signedHeaders(device, asked);
    const codeOf = async (...request: Parameters<typeof server.request>): Promise<string> =>
      (await server.request(...request)).body.code;
    const another = { clientPublicKey: newDevice(server).uncompressed };
    expect(await codeOf('POST', path, another, headers)).toBe('WALLET_SIGNATURE_BODY_MISMATCH');
    const elsewhere = `/internal-accounts/${other.accountId}/export`;
    expect(await codeOf('POST', elsewhere, body, headers)).toBe('REQUEST_NOT_FOUND');
    const stranger = newDevice(server);
    await openTestSession(server, other.accountId, stranger);
    expect(await codeOf('POST', path, body, signedHeaders(stranger, asked))).toBe('WALLET_SIGNATURE_INVALID');
    expect(await codeOf('POST', path, body, { ...headers, 'service-wallet-signature': 'x' })).toBe(
      'WALLET_SIGNATURE_MALFORMED',
    );
    expect(await codeOf('POST', path, body, standing)).toBe('REQUEST_ID_MISSING');
    expect((await server.request('POST', path, body, headers)).status).toBe(200);
  });

  it('refuses an account that is not a wallet, and an unknown one', async () => {
    const server = await start(withWallets);
    const { customerId } = await newWallet(server);
    const { body: listed } = await server.request(
      'GET',
      `/customers/internal-accounts?customerId=${customerId}&currency=USD`,
    );
    const body = { clientPublicKey: newDevice(server).uncompressed };
    const dollars = await server.request('POST', `/internal-accounts/${listed.data[0].id}/export`, body);
    expect(dollars).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(refusedFields(dollars)).toEqual(['id']);
    const unknown = 'InternalAccount:0198c0de-7a11-7d0b-9031-7e8f90123456';
    expect((await server.request('POST', `/internal-accounts/${unknown}/export`, body)).body.code).toBe(
      'ACCOUNT_NOT_FOUND',
    );
  });

  it('refuses a closed wallet, even with sandbox-valid-signature', async () => {
    const server = await start(withWallets);
    const { accountId, customerId } = await newWallet(server);
    const path = `/internal-accounts/${accountId}/export`;
    const body = { clientPublicKey: newDevice(server).uncompressed };
    const asked = await server.request('POST', path, body);
    expect((await server.request('DELETE', `/customers/${customerId}`)).status).toBe(200);
    for (const headers of [{}, { ...standing, 'request-id': asked.body.requestId }]) {
      const closed = await server.request('POST', path, body, headers);
      expect([closed.status, refusedFields(closed)]).toEqual([400, ['id']]);
    }
  });

  it.each([
    ['the session ends', 'session', [401, 'WALLET_SIGNATURE_INVALID']],
    ['the wallet is closed', 'customer', [400, 'INVALID_INPUT']],
  ] as const)('returns nothing when %s while the custodian seals the mnemonic', async (_why, ended, expected) => {
    const sandboxCustody = createSandboxCustody(createSeededRandom(1));
    let whileSealing = async (): Promise<unknown> => undefined;
    const exportPhrase: Custody['exportPhrase'] = async (...asked) => {
      await whileSealing();
      return sandboxCustody.exportPhrase(...asked);
    };
    const server = await start({ ...withWallets, deps: { custody: { ...sandboxCustody, exportPhrase } } });
    const { accountId, customerId } = await newWallet(server);
    const device = newDevice(server);
    const sessionId = await openTestSession(server, accountId, device);
    const ends = { session: () => `/auth/sessions/${sessionId}`, customer: () => `/customers/${customerId}` };
    whileSealing = async () => {
      const path = ends[ended]();
      const asked = await server.request('DELETE', path);
      if (asked.status !== 202) return expect(asked.status).toBe(200);
      return expect((await server.request('DELETE', path, undefined, signedHeaders(device, asked))).status).toBe(204);
    };
    const body = { clientPublicKey: newDevice(server).uncompressed };
    const refused = await sendSigned(server, device, 'POST', `/internal-accounts/${accountId}/export`, body);
    expect([refused.status, refused.body.code]).toEqual(expected);
    expect(refused.text).not.toContain('encryptedWalletCredentials');
  });

  it('refuses with WALLET_NOT_PROVISIONED while the custodian opens the wallet', async () => {
    const facts = {
      isRegulated: true,
      skipsVerificationPaperwork: false,
      production: { custody: slowCustodian },
    } as const;
    const server = await start({ environment: 'PRODUCTION', ...facts, ...withWallets });
    const { accountId } = await newWallet(server, { endUserTermsConsent: undefined });
    const body = { clientPublicKey: newDevice(server).uncompressed };
    for (const [method, path, sent] of [
      ['POST', `/internal-accounts/${accountId}/export`, body],
      ['PATCH', `/internal-accounts/${accountId}`, { privateEnabled: true }],
    ] as const)
      expect(await server.request(method, path, sent)).toMatchObject({
        status: 409,
        body: { code: 'WALLET_NOT_PROVISIONED', details: { status: 'PENDING' } },
      });
  });
});

eachEngine('exporting an embedded wallet', (start) => {
  it('accepts one of 32 parallel requests with the same signature', async () => {
    const server = await start(withWallets);
    const { accountId } = await newWallet(server);
    const body = { clientPublicKey: newDevice(server).uncompressed };
    const path = `/internal-accounts/${accountId}/export`;
    const asked = await server.request('POST', path, body);
    const headers = { ...standing, 'request-id': asked.body.requestId };
    const answers = await Promise.all(Array.from({ length: 32 }, () => server.request('POST', path, body, headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 31 }, () => 401)]);
  });
});
