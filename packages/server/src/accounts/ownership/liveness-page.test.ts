import { expect, it } from 'vitest';
import { chooseOnPage } from '../../../test/caller.ts';
import { committedEvents } from '../../../test/committed-events.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { accountPath, challenge, messageFor, registerWallet, statusOf, verify } from '../../../test/ownership.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { walletMakers } from '../../../test/wallets.ts';
import { challengeLifeMs } from './create-ownership-challenge.ts';

async function linkFor(server: TestServer, id: string): Promise<string> {
  const { status, body } = await challenge(server, id, 'LIVENESS');
  expect(status).toBe(201);
  return body.verificationLink;
}

oneEngine('the liveness check of a wallet owner', (start) => {
  it('is served on a hosted page until the challenge expires after 15 minutes', async () => {
    const server = await start();
    const id = await registerWallet(server);
    const { body } = await challenge(server, id, 'LIVENESS');
    expect(body).toEqual({
      method: 'LIVENESS',
      verificationLink: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[0-9]+\/hosted\/[\w-]{43}$/),
      expiresAt: '2025-01-01T00:15:00.000Z',
    });
    const page = await fetch(body.verificationLink);
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('Confirm that the wallet is yours'),
    ]);
    await server.advance(challengeLifeMs);
    expect((await chooseOnPage(body.verificationLink, 'APPROVE')).status).toBe(410);
    expect(await statusOf(server, id)).toBe('PENDING_OWNERSHIP_VERIFICATION');
  });

  it.each([
    ['passed', 'APPROVE', 'ACTIVE'],
    ['failed', 'DECLINE', 'UNVERIFIED'],
  ] as const)('that is %s emits an event', async (_how, outcome, status) => {
    const server = await start();
    const id = await registerWallet(server);
    expect((await chooseOnPage(await linkFor(server, id), outcome)).status).toBe(200);
    const { body } = await server.request('GET', accountPath('customers', id));
    expect(body.status).toBe(status);
    expect(await committedEvents(server, id)).toEqual([
      { type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED', resourceId: id, sequence: 1, data: body },
    ]);
  });

  it('is allowed for a Bitcoin script address of the platform', async () => {
    const server = await start();
    const script = 'bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9';
    const bitcoin = { ...walletMakers['BITCOIN P2WPKH bip137'](1), address: script };
    const id = await registerWallet(server, bitcoin, 'platform');
    const { body } = await challenge(server, id, 'LIVENESS', 'platform');
    await chooseOnPage(body.verificationLink, 'APPROVE');
    expect(await statusOf(server, id)).toBe('ACTIVE');
  });

  it('has no effect once another challenge has replaced it', async () => {
    const server = await start();
    const wallet = walletMakers.SOLANA(1);
    const id = await registerWallet(server, wallet);
    const [older, newer] = [await linkFor(server, id), await linkFor(server, id)];
    expect((await chooseOnPage(older, 'APPROVE')).text).toContain('no longer needed');
    expect(await statusOf(server, id)).toBe('PENDING_OWNERSHIP_VERIFICATION');
    const message = await messageFor(server, id);
    expect((await chooseOnPage(newer, 'DECLINE')).text).toContain('no longer needed');
    expect((await verify(server, id, wallet.sign(message))).status).toBe(200);
    expect(await committedEvents(server, id)).toHaveLength(1);
  });

  it('has no effect once the account is deleted', async () => {
    const server = await start();
    const id = await registerWallet(server);
    const link = await linkFor(server, id);
    await server.request('DELETE', accountPath('customers', id));
    expect((await chooseOnPage(link, 'APPROVE')).text).toContain('no longer needed');
    expect(await committedEvents(server, id)).toEqual([]);
  });
});

eachEngine('the liveness check of a wallet owner', (start) => {
  it('counts once, even with 8 parallel submissions', async () => {
    const server = await start();
    const id = await registerWallet(server);
    const link = await linkFor(server, id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => chooseOnPage(link, 'APPROVE')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await committedEvents(server, id)).toHaveLength(1);
  });
});
