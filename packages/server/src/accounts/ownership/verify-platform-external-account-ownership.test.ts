import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { challenge, messageFor, registerWallet, statusOf, verify } from '../../../test/ownership.ts';
import { codeOf } from '../../../test/refused-fields.ts';
import { walletMakers } from '../../../test/wallets.ts';

const wallet = walletMakers.TRON(1);

oneEngine('a wallet of the platform', (start) => {
  it('is verified on the platform paths', async () => {
    const server = await start();
    const id = await registerWallet(server, wallet, 'platform');
    const message = await messageFor(server, id, 'platform');
    expect(message).toContain(`Account: ${id}\n`);
    const answer = await verify(server, id, wallet.sign(message), 'platform');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id, status: 'ACTIVE' });
    expect(answer.body).not.toHaveProperty('customerId');
    expect(await committedEvents(server, id)).toMatchObject([
      { type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED', sequence: 1, data: answer.body },
    ]);
    expect(codeOf(await challenge(server, id, 'WALLET_SIGNATURE', 'platform'))).toEqual([409, 'CONFLICT']);
  });

  it('is UNVERIFIED after a wrong signature', async () => {
    const server = await start();
    const id = await registerWallet(server, wallet, 'platform');
    await messageFor(server, id, 'platform');
    expect(codeOf(await verify(server, id, 'x', 'platform'))).toEqual([400, 'INVALID_INPUT']);
    expect(await statusOf(server, id)).toBe('UNVERIFIED');
    expect(codeOf(await verify(server, id, 'x', 'platform'))).toEqual([409, 'CONFLICT']);
  });
});
