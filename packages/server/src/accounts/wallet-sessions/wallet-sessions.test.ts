import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import {
  newDevice,
  newSignedInWallet,
  newWallet,
  openTestSession,
  sendSigned,
  signedHeaders,
  withWallets,
} from '../../../test/embedded-wallets.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';
import { openSessionKeyBundle } from '../../engines/wallet-crypto/session-key-bundle.ts';
import { minuteMs } from '../../ground/clock/instant.ts';
import { findWallet, lockWallet } from '../wallets/wallet-records.ts';
import { endSessionsOf } from './sessions-of-credential.ts';

async function listed(server: TestServer, accountId: string): Promise<string[]> {
  const { body } = await server.request('GET', `/auth/sessions?accountId=${accountId}`);
  return body.data.map(({ id }: { id: string }) => id);
}

/** Sends a request while a transaction ends the sessions of a credential. It waits for the wallet. */
function whileSessionsEnd(
  { bare, deps, tenant, clock }: TestServer,
  { accountId, credentialId }: { readonly accountId: string; readonly credentialId: string },
  send: () => Promise<Answer>,
): Promise<{ readonly waiting: Promise<Answer> }> {
  return deps.database.transaction(async (unit) => {
    await lockWallet(unit, tenant, accountId);
    const waiting = send();
    await untilWaiting(bare, waiting);
    endSessionsOf({ unit, tenant, now: clock.now(), deps }, credentialId);
    return { waiting };
  });
}

const unknown = 'Session:0198c0de-7a29-7f22-8a0a-d4e5f6071829';

eachEngine('sessions of embedded wallets', (start) => {
  it('are listed while they are active, the newest first and without a key', async () => {
    const server = await start(withWallets);
    const { accountId } = await newWallet(server);
    const first = await openTestSession(server, accountId, newDevice(server));
    await server.advance(minuteMs);
    const second = await openTestSession(server, accountId, newDevice(server));
    const { body } = await server.request('GET', `/auth/sessions?accountId=${accountId}`);
    expect(body).toMatchObject({ hasMore: false, nextCursor: null, totalCount: 2 });
    expect(body.data).toEqual([
      expect.objectContaining({ id: second, expiresAt: '2025-01-01T00:16:00.000Z' }),
      {
        id: first,
        accountId,
        type: 'EMAIL_OTP',
        nickname: 'ada@example.com',
        createdAt: '2025-01-01T00:00:00.000Z',
        updatedAt: '2025-01-01T00:00:00.000Z',
        expiresAt: '2025-01-01T00:15:00.000Z',
      },
    ]);
    await server.advance(14 * minuteMs);
    expect(await listed(server, accountId)).toEqual([second]);
    expect(
      await listed(
        server,
        accountId.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      ),
    ).toEqual([]);
  });

  it('end after 15 minutes: their key is refused, and they are not found', async () => {
    const server = await start(withWallets);
    const { accountId } = await newWallet(server);
    const device = newDevice(server);
    const id = await openTestSession(server, accountId, device);
    await server.advance(14 * minuteMs);
    const other = newDevice(server);
    const later = await openTestSession(server, accountId, other);
    const asked = await server.request('DELETE', `/auth/sessions/${later}`);
    await server.advance(minuteMs);
    const late = await server.request('DELETE', `/auth/sessions/${later}`, undefined, signedHeaders(device, asked));
    expect(late).toMatchObject({ status: 401, body: { code: 'WALLET_SIGNATURE_INVALID' } });
    for (const gone of [id, unknown]) {
      expect(await server.request('DELETE', `/auth/sessions/${gone}`)).toMatchObject({
        status: 404,
        body: { code: 'SESSION_NOT_FOUND' },
      });
      const refresh = await server.request('POST', `/auth/sessions/${gone}/refresh`, {
        clientPublicKey: other.compressed,
      });
      expect(refresh).toMatchObject({ status: 404, body: { code: 'SESSION_NOT_FOUND' } });
    }
  });
});

oneEngine('ending a session', (start) => {
  it('accepts the signature of any session of the wallet, and takes effect at once', async () => {
    const server = await start(withWallets);
    const { accountId } = await newWallet(server);
    const [one, other] = [newDevice(server), newDevice(server)];
    const first = await openTestSession(server, accountId, one);
    const second = await openTestSession(server, accountId, other);
    const asked = await server.request('DELETE', `/auth/sessions/${first}`);
    const wallet = await server.deps.database.read((unit) => findWallet(unit, server.tenant, accountId));
    expect(asked).toMatchObject({ status: 202, body: { type: 'EMAIL_OTP', expiresAt: '2025-01-01T00:05:00.000Z' } });
    expect(asked.body.payloadToSign).toBe(
      `{"organizationId":"${wallet?.organizationId}","parameters":{"apiKeyIds":["${first.slice(8)}"],"userId":"${wallet?.userId}"},"timestampMs":"1735689600000","type":"ACTIVITY_TYPE_DELETE_API_KEYS"}`,
    );
    expect(await listed(server, accountId)).toHaveLength(2);
    const done = await server.request('DELETE', `/auth/sessions/${first}`, undefined, signedHeaders(other, asked));
    expect([done.status, done.text]).toEqual([204, '']);
    expect(await listed(server, accountId)).toEqual([second]);
    const ended = await server.request('DELETE', `/auth/sessions/${second}`);
    const byEnded = await server.request('DELETE', `/auth/sessions/${second}`, undefined, signedHeaders(one, ended));
    expect(byEnded).toMatchObject({ status: 401, body: { code: 'WALLET_SIGNATURE_INVALID' } });
    expect((await sendSigned(server, other, 'DELETE', `/auth/sessions/${second}`)).status).toBe(204);
    expect(await server.request('DELETE', `/auth/sessions/${second}`)).toMatchObject({ status: 404 });
  });

  it('refuses a signature of another wallet, and finds no session of another platform', async () => {
    const server = await start(withWallets);
    const [mine, foreign] = [await newWallet(server), await newWallet(server, { fullName: 'Grace Hopper' })];
    const [device, stranger] = [newDevice(server), newDevice(server)];
    const id = await openTestSession(server, mine.accountId, device);
    await openTestSession(server, foreign.accountId, stranger);
    const answer = await sendSigned(server, stranger, 'DELETE', `/auth/sessions/${id}`);
    expect(answer).toMatchObject({ status: 401, body: { code: 'WALLET_SIGNATURE_INVALID' } });
    const elsewhere = await start(withWallets);
    expect((await elsewhere.request('DELETE', `/auth/sessions/${id}`)).body.code).toBe('SESSION_NOT_FOUND');
    expect(await listed(elsewhere, mine.accountId)).toEqual([]);
  });
});

oneEngine('refreshing a session', (start) => {
  it('opens another session for the new key, and keeps the present one', async () => {
    const server = await start(withWallets);
    const { accountId } = await newWallet(server);
    const [device, next] = [newDevice(server), newDevice(server)];
    const id = await openTestSession(server, accountId, device);
    await server.advance(minuteMs);
    const body = { clientPublicKey: next.compressed };
    const asked = await server.request('POST', `/auth/sessions/${id}/refresh`, body);
    expect(Object.keys(asked.body).sort()).toEqual(['expiresAt', 'payloadToSign', 'requestId']);
    expect(asked.body.payloadToSign).toContain(`"parameters":{"targetPublicKey":"${next.compressed}"}`);
    const opened = await server.request('POST', `/auth/sessions/${id}/refresh`, body, signedHeaders(device, asked));
    expect(opened).toMatchObject({
      status: 201,
      body: { accountId, type: 'EMAIL_OTP', expiresAt: '2025-01-01T00:16:00.000Z' },
    });
    expect(opened.body).not.toHaveProperty('encryptedSessionSigningKey');
    expect(await listed(server, accountId)).toEqual([opened.body.id, id]);
    expect((await sendSigned(server, next, 'DELETE', `/auth/sessions/${id}`)).status).toBe(204);
  });

  it('creates a signing key for an uncompressed key, and returns it encrypted to that key, once', async () => {
    const server = await start(withWallets);
    const { accountId } = await newWallet(server);
    const [device, next] = [newDevice(server), newDevice(server)];
    const id = await openTestSession(server, accountId, device);
    const opened = await sendSigned(server, device, 'POST', `/auth/sessions/${id}/refresh`, {
      clientPublicKey: next.uncompressed,
    });
    expect(opened.status).toBe(201);
    const key = await openSessionKeyBundle(next, opened.body.encryptedSessionSigningKey);
    if (key === undefined) throw new Error('the signing key does not open');
    expect((await server.request('GET', `/auth/sessions?accountId=${accountId}`)).text).not.toContain('encrypted');
    const byClientKey = await sendSigned(server, next, 'DELETE', `/auth/sessions/${opened.body.id}`);
    expect(byClientKey).toMatchObject({ status: 401, body: { code: 'WALLET_SIGNATURE_INVALID' } });
    expect((await sendSigned(server, key, 'DELETE', `/auth/sessions/${opened.body.id}`)).status).toBe(204);
  });

  it('requires the signature of the session in the path, and the same key in both requests', async () => {
    const server = await start(withWallets);
    const { accountId } = await newWallet(server);
    const [device, other] = [newDevice(server), newDevice(server)];
    const id = await openTestSession(server, accountId, device);
    await openTestSession(server, accountId, other);
    const path = `/auth/sessions/${id}/refresh`;
    const body = { clientPublicKey: newDevice(server).compressed };
    expect((await sendSigned(server, other, 'POST', path, body)).body.code).toBe('WALLET_SIGNATURE_INVALID');
    const asked = await server.request('POST', path, body);
    const changed = { clientPublicKey: other.compressed };
    const answer = await server.request('POST', path, changed, signedHeaders(device, asked));
    expect(answer).toMatchObject({ status: 401, body: { code: 'WALLET_SIGNATURE_BODY_MISMATCH' } });
    expect((await server.request('POST', path, body, signedHeaders(device, asked))).status).toBe(201);
  });

  it('refuses a key that is not a point on the curve', async () => {
    const server = await start(withWallets);
    const { accountId } = await newWallet(server);
    const id = await openTestSession(server, accountId, newDevice(server));
    const answer = await server.request('POST', `/auth/sessions/${id}/refresh`, {
      clientPublicKey: `02${'f'.repeat(64)}`,
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });
});

eachEngine('ending a session', (start) => {
  it('is refused to a session that a parallel transaction ends', async () => {
    const server = await start(withWallets);
    const { accountId, credentialId, device } = await newSignedInWallet(server);
    const other = await openTestSession(server, accountId, newDevice(server));
    const path = `/auth/sessions/${other}`;
    const headers = signedHeaders(device, await server.request('DELETE', path));
    const { waiting } = await whileSessionsEnd(server, { accountId, credentialId }, () =>
      server.request('DELETE', path, undefined, headers),
    );
    expect((await waiting).body.code).toBe('WALLET_SIGNATURE_INVALID');
    expect(await listed(server, accountId)).toEqual([other]);
  });
});

eachEngine('refreshing a session', (start) => {
  it('succeeds once of 32 parallel requests', async () => {
    const server = await start(withWallets);
    const { accountId } = await newWallet(server);
    const device = newDevice(server);
    const id = await openTestSession(server, accountId, device);
    const path = `/auth/sessions/${id}/refresh`;
    const body = { clientPublicKey: newDevice(server).compressed };
    const headers = signedHeaders(device, await server.request('POST', path, body));
    const answers = await Promise.all(Array.from({ length: 32 }, () => server.request('POST', path, body, headers)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(31);
    expect(await listed(server, accountId)).toHaveLength(2);
  });
});

eachEngine('a session', (start) => {
  it.each([
    ['refreshed', 'POST', '/refresh'],
    ['ended', 'DELETE', ''],
  ])(
    'that is %s while a parallel transaction ends it is refused with SESSION_NOT_FOUND',
    async (_name, method, end) => {
      const server = await start(withWallets);
      const { accountId, credentialId, sessionId, device } = await newSignedInWallet(server);
      const path = `/auth/sessions/${sessionId}${end}`;
      const body = method === 'POST' ? { clientPublicKey: newDevice(server).compressed } : undefined;
      const headers = signedHeaders(device, await server.request(method, path, body));
      const { waiting } = await whileSessionsEnd(server, { accountId, credentialId }, () =>
        server.request(method, path, body, headers),
      );
      expect((await waiting).body.code).toBe('SESSION_NOT_FOUND');
      expect(await listed(server, accountId)).toEqual([]);
    },
  );
});
