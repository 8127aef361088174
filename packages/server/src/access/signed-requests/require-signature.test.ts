import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { type KeyPair, keyPairOf, type PublicKey } from '../../engines/wallet-crypto/p256.ts';
import { writeStamp } from '../../engines/wallet-crypto/stamp.ts';
import { isRefusal, type WalletHeaders } from '../../operation/operation.ts';
import { checkSignature, type Requirement, requireSignature, useSignature } from './require-signature.ts';

function pairOf(fill: number): KeyPair {
  const pair = keyPairOf(new Uint8Array(32).fill(fill));
  if (pair === undefined) throw new Error('no private key');
  return pair;
}

const owner = pairOf(0x33);
const stranger = pairOf(0x44);
const payload = '{"type":"T","timestampMs":"0"}';
const path = { id: 'InternalAccount:0198c0de-7a11-7d0b-9031-7e8f90123456' };

const demand = {
  asked: { operation: 'exportInternalAccount', path, body: { clientPublicKey: '04' } },
  payload: () => payload,
  facts: { remembered: 'yes' },
  isSigner: (key: PublicKey) => key.compressed === owner.compressed,
} satisfies Requirement;

/** The outcome of a request: a challenge, what was signed, or the code of the refusal. */
async function send(server: TestServer, headers: Partial<WalletHeaders>, wanted: Requirement = demand) {
  const { deps, tenant, clock } = server;
  const walletHeaders = { signature: undefined, requestId: undefined, ...headers };
  return deps.database.transaction((unit) =>
    requireSignature({ unit, tenant, now: clock.now(), deps, walletHeaders }, wanted),
  );
}

async function codeOf(server: TestServer, headers: Partial<WalletHeaders>, wanted?: Requirement): Promise<string> {
  const outcome = await send(server, headers, wanted);
  return isRefusal(outcome) ? outcome.code : 'challenge' in outcome ? 'ASKED' : 'SIGNED';
}

async function ask(server: TestServer) {
  const outcome = await send(server, {});
  if (!('challenge' in outcome)) throw new Error('nothing was given to sign');
  return outcome.challenge;
}

const stamp = writeStamp(owner, payload);

function stampWith(change: Readonly<Record<string, string>>): string {
  const members = JSON.parse(Buffer.from(stamp, 'base64url').toString('utf8'));
  return Buffer.from(JSON.stringify({ ...Object(members), ...change })).toString('base64url');
}

oneEngine('a signed retry', (start) => {
  it('is requested by a challenge valid for five minutes and continues with the stored facts', async () => {
    const server = await start();
    const challenge = await ask(server);
    expect(challenge).toEqual({
      payloadToSign: payload,
      requestId: expect.stringMatching(/^Request:/),
      expiresAt: '2025-01-01T00:05:00.000Z',
    });
    const signed = await send(server, { signature: stamp, requestId: challenge.requestId });
    expect(signed).toMatchObject({ payload, facts: { remembered: 'yes' } });
  });

  it('is checked part by part in the documented order', async () => {
    const server = await start();
    const { requestId } = await ask(server);
    const unknown = 'Request:0198c0de-7a23-7f1c-8b04-7e8f90a1b2c3';
    const otherBody = { ...demand, asked: { ...demand.asked, body: { clientPublicKey: '05' } } };
    const otherPath = { ...demand, asked: { ...demand.asked, path: { id: path.id.replace('6', '7') } } };
    const otherOperation: Requirement = {
      ...demand,
      asked: { ...demand.asked, operation: 'updateInternalAccount' },
    };
    expect([
      await codeOf(server, { requestId }),
      await codeOf(server, { requestId: unknown }),
      await codeOf(server, { signature: 'e30', requestId: unknown }),
      await codeOf(server, { signature: 'e30' }),
      await codeOf(server, { signature: stamp }),
      await codeOf(server, { signature: stamp, requestId: unknown }),
      await codeOf(server, { signature: stamp, requestId: 'anything' }),
      await codeOf(server, { signature: stamp, requestId }, otherPath),
      await codeOf(server, { signature: stamp, requestId }, otherOperation),
      await codeOf(server, { signature: stamp, requestId }, otherBody),
      await codeOf(server, { signature: writeStamp(stranger, payload), requestId }),
      await codeOf(server, { signature: stamp, requestId }),
      await codeOf(server, { signature: stamp, requestId }),
    ]).toEqual([
      'WALLET_SIGNATURE_MISSING',
      'WALLET_SIGNATURE_MISSING',
      'WALLET_SIGNATURE_MALFORMED',
      'WALLET_SIGNATURE_MALFORMED',
      'REQUEST_ID_MISSING',
      'REQUEST_NOT_FOUND',
      'REQUEST_NOT_FOUND',
      'REQUEST_NOT_FOUND',
      'REQUEST_NOT_FOUND',
      'WALLET_SIGNATURE_BODY_MISMATCH',
      'WALLET_SIGNATURE_INVALID',
      'SIGNED',
      'WALLET_SIGNATURE_INVALID',
    ]);
  });

  it('is refused when any field of its stamp is changed', async () => {
    const server = await start();
    const { requestId } = await ask(server);
    const signed = writeStamp(stranger, payload);
    const foreign = JSON.parse(Buffer.from(signed, 'base64url').toString('utf8'));
    const { signature } = Object(foreign);
    for (const [change, code] of [
      [{ publicKey: stranger.compressed }, 'WALLET_SIGNATURE_INVALID'],
      [{ publicKey: owner.uncompressed }, 'WALLET_SIGNATURE_MALFORMED'],
      [{ scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1' }, 'WALLET_SIGNATURE_MALFORMED'],
      [{ signature }, 'WALLET_SIGNATURE_INVALID'],
      [{ signature: 'zz' }, 'WALLET_SIGNATURE_MALFORMED'],
    ] as const)
      expect([change, await codeOf(server, { signature: stampWith(change), requestId })]).toEqual([change, code]);
    const overOther = writeStamp(owner, `${payload} `);
    expect(await codeOf(server, { signature: overOther, requestId })).toBe('WALLET_SIGNATURE_INVALID');
    expect(await codeOf(server, { signature: 'A'.repeat(4097), requestId })).toBe('WALLET_SIGNATURE_MALFORMED');
    expect(await codeOf(server, { signature: stampWith({}), requestId })).toBe('SIGNED');
  });

  it('is accepted until its challenge expires after five minutes', async () => {
    const server = await start();
    const [first, second] = [await ask(server), await ask(server)];
    server.clock.moveTo('2025-01-01T00:04:59.999Z');
    expect(await codeOf(server, { signature: stamp, requestId: first.requestId })).toBe('SIGNED');
    server.clock.moveTo('2025-01-01T00:05:00.000Z');
    const late = { signature: stamp, requestId: second.requestId };
    expect(await codeOf(server, late)).toBe('WALLET_SIGNATURE_INVALID');
  });

  it('is refused when its key is no longer a signer at the time of the retry', async () => {
    const server = await start();
    const { requestId } = await ask(server);
    const ended = { ...demand, isSigner: () => false };
    expect(await codeOf(server, { signature: stamp, requestId }, ended)).toBe('WALLET_SIGNATURE_INVALID');
    expect(await codeOf(server, { signature: stamp, requestId })).toBe('SIGNED');
  });

  it('accepts sandbox-valid-signature in the sandbox, once and with its Request-Id', async () => {
    const server = await start();
    const signature = 'sandbox-valid-signature';
    const ended = { ...demand, isSigner: () => false };
    const { requestId } = await ask(server);
    expect(await codeOf(server, { signature }, ended)).toBe('REQUEST_ID_MISSING');
    const otherBody = { ...ended, asked: { ...demand.asked, body: {} } };
    expect(await codeOf(server, { signature, requestId }, otherBody)).toBe('WALLET_SIGNATURE_BODY_MISMATCH');
    expect(await codeOf(server, { signature, requestId }, ended)).toBe('SIGNED');
    expect(await codeOf(server, { signature, requestId }, ended)).toBe('WALLET_SIGNATURE_INVALID');
    const { requestId: late } = await ask(server);
    server.clock.moveTo('2025-01-01T00:05:00.000Z');
    expect(await codeOf(server, { signature, requestId: late }, ended)).toBe('WALLET_SIGNATURE_INVALID');
  });

  it('refuses sandbox-valid-signature in production', async () => {
    const server = await start({ environment: 'PRODUCTION', isRegulated: true, skipsVerificationPaperwork: false });
    const { requestId } = await ask(server);
    const signature = 'sandbox-valid-signature';
    expect(await codeOf(server, { signature, requestId })).toBe('WALLET_SIGNATURE_MALFORMED');
    expect(await codeOf(server, { signature: stamp, requestId })).toBe('SIGNED');
  });

  it('is refused at another platform with REQUEST_NOT_FOUND', async () => {
    const [server, other] = [await start(), await start()];
    const { requestId } = await ask(server);
    expect(await codeOf(other, { signature: stamp, requestId })).toBe('REQUEST_NOT_FOUND');
  });

  it('stores neither the payload to sign, the facts nor the body in clear text', async () => {
    const server = await start();
    await ask(server);
    const rows = await server.bare.read((unit) =>
      unit.select((db) => db.selectFrom('signed_requests').selectAll().where('tenant', '=', server.tenant)),
    );
    expect(rows).toEqual([expect.objectContaining({ body_digest: expect.stringMatching(/^[\w-]{43}$/) })]);
    expect(JSON.stringify(rows)).not.toMatch(/timestampMs|remembered|clientPublicKey/);
  });
});

eachEngine('a signed retry', (start) => {
  it('succeeds once of 32 parallel attempts', async () => {
    const server = await start();
    const { requestId } = await ask(server);
    const codes = await Promise.all(Array.from({ length: 32 }, () => codeOf(server, { signature: stamp, requestId })));
    expect(codes.filter((code) => code === 'SIGNED')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['SIGNED', 'WALLET_SIGNATURE_INVALID']));
  });

  it('succeeds once when two attempts pass the check before either is used', async () => {
    const server = await start();
    const { deps, tenant, clock } = server;
    const { requestId } = await ask(server);
    const walletHeaders = { signature: stamp, requestId };
    const uses = [];
    for (let time = 0; time < 2; time += 1) {
      const checked = await deps.database.transaction((unit) =>
        checkSignature({ unit, tenant, now: clock.now(), deps, walletHeaders }, demand),
      );
      if (checked === 'UNSIGNED' || isRefusal(checked)) throw new Error('nothing has been used yet');
      uses.push(() =>
        deps.database.transaction((unit) => useSignature({ unit, tenant, now: clock.now(), deps }, checked)),
      );
    }
    expect(await uses[0]?.()).toBeUndefined();
    expect(await uses[1]?.()).toMatchObject({ code: 'WALLET_SIGNATURE_INVALID' });
  });

  it('is accepted again after its database transaction was rolled back', async () => {
    const server = await start();
    const { deps, tenant, clock } = server;
    const { requestId } = await ask(server);
    const walletHeaders = { signature: stamp, requestId };
    const failing = deps.database.transaction(async (unit) => {
      await requireSignature({ unit, tenant, now: clock.now(), deps, walletHeaders }, demand);
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(await codeOf(server, walletHeaders)).toBe('SIGNED');
  });
});
