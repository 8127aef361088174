import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { challenge, messageFor, registerWallet, statusOf, verify } from '../../../test/ownership.ts';
import { codeOf } from '../../../test/refused-fields.ts';
import { walletMakers } from '../../../test/wallets.ts';

const wallet = walletMakers.TRON(1);

oneEngine('an ownership challenge for a wallet of the platform', (start) => {
  it('is also served on the customer paths', async () => {
    const server = await start();
    const id = await registerWallet(server, wallet, 'platform');
    expect((await verify(server, id, wallet.sign(await messageFor(server, id)))).status).toBe(200);
  });

  it('is refused for a wallet of a customer with ACCOUNT_NOT_FOUND', async () => {
    const server = await start();
    const id = await registerWallet(server, wallet);
    expect(codeOf(await challenge(server, id, 'WALLET_SIGNATURE', 'platform'))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    const message = await messageFor(server, id);
    expect(codeOf(await verify(server, id, wallet.sign(message), 'platform'))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    expect(await statusOf(server, id)).toBe('PENDING_OWNERSHIP_VERIFICATION');
  });
});
