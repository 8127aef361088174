import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { challenge, messageFor, registerWallet, statusOf, verify } from '../../../test/ownership.ts';
import type { Answer } from '../../../test/test-server.ts';
import { walletMakers } from '../../../test/wallets.ts';

const codeOf = ({ status, body }: Answer) => [status, body.code];
const wallet = walletMakers.TRON(1);

oneEngine('a challenge for a wallet of the platform itself', (start) => {
  it('is also reached on the paths of the customers', async () => {
    const server = await start();
    const id = await registerWallet(server, wallet, 'platform');
    expect((await verify(server, id, wallet.sign(await messageFor(server, id)))).status).toBe(200);
  });

  it('is another one than a wallet of a customer, which is not found there', async () => {
    const server = await start();
    const id = await registerWallet(server, wallet);
    expect(codeOf(await challenge(server, id, 'WALLET_SIGNATURE', 'platform'))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    const message = await messageFor(server, id);
    expect(codeOf(await verify(server, id, wallet.sign(message), 'platform'))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    expect(await statusOf(server, id)).toBe('PENDING_OWNERSHIP_VERIFICATION');
  });
});
