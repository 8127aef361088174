import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { accountPath, challenge, messageFor, registerWallet, statusOf, verify } from '../../../test/ownership.ts';
import { makeSender, quoteBody } from '../../../test/parties.ts';
import { codeOf, refusedFields } from '../../../test/refused-fields.ts';
import type { Answer } from '../../../test/test-server.ts';
import { type WalletMaker, walletMakers } from '../../../test/wallets.ts';
import { challengeLifeMs } from './create-ownership-challenge.ts';

const makers = Object.entries(walletMakers) as [string, WalletMaker][];
const refused = [400, 'INVALID_INPUT', 'signature'];
const refusalOf = (answer: Answer) => [...codeOf(answer), ...refusedFields(answer)];

oneEngine('the signature of a wallet', (start) => {
  it.each(makers)('makes an account on %s ACTIVE, with an event', async (_name, maker) => {
    const server = await start();
    const wallet = maker(1);
    const id = await registerWallet(server, wallet);
    const signature = wallet.sign(await messageFor(server, id));
    const answer = await verify(server, id, signature, 'customers', wallet.signatureScheme);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id, status: 'ACTIVE', accountInfo: { address: wallet.address } });
    expect((await server.request('GET', accountPath('customers', id))).body).toEqual(answer.body);
    expect(await committedEvents(server, id)).toEqual([
      { type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED', resourceId: id, sequence: 1, data: answer.body },
    ]);
  });

  it.each(makers)('of another key on %s makes the account UNVERIFIED, with an event', async (_name, maker) => {
    const server = await start();
    const wallet = maker(1);
    const id = await registerWallet(server, wallet);
    const signature = maker(2).sign(await messageFor(server, id));
    expect(refusalOf(await verify(server, id, signature, 'customers', wallet.signatureScheme))).toEqual(refused);
    const { body } = await server.request('GET', accountPath('customers', id));
    expect(body.status).toBe('UNVERIFIED');
    expect(await committedEvents(server, id)).toEqual([
      { type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED', resourceId: id, sequence: 1, data: body },
    ]);
  });

  it.each([
    ['is not even a signature', () => 'please'],
    ['is of another message', (message: string) => walletMakers.SOLANA(1).sign(`${message} `)],
    ['is of the address in another case', (message: string) => walletMakers.SOLANA(1).sign(message.toLowerCase())],
    [
      'is of a message with a later expiry',
      (message: string) => walletMakers.SOLANA(1).sign(message.replace('00:15:00', '01:15:00')),
    ],
  ])('that %s makes the account UNVERIFIED and uses the challenge up', async (_what, sign) => {
    const server = await start();
    const id = await registerWallet(server);
    const message = await messageFor(server, id);
    expect(refusalOf(await verify(server, id, sign(message)))).toEqual(refused);
    expect(await statusOf(server, id)).toBe('UNVERIFIED');
    const right = walletMakers.SOLANA(1).sign(message);
    expect(codeOf(await verify(server, id, right))).toEqual([409, 'CONFLICT']);
    expect(await statusOf(server, id)).toBe('UNVERIFIED');
  });

  it('is accepted until the challenge expires, and afterwards makes the account UNVERIFIED', async () => {
    const server = await start();
    const wallet = walletMakers.SOLANA(1);
    const [inTime, late] = [await registerWallet(server, wallet), await registerWallet(server, wallet)];
    const signatures = [wallet.sign(await messageFor(server, inTime)), wallet.sign(await messageFor(server, late))];
    await server.advance(challengeLifeMs - 1);
    expect((await verify(server, inTime, signatures[0] ?? '')).status).toBe(200);
    await server.advance(1);
    expect(await statusOf(server, late)).toBe('PENDING_OWNERSHIP_VERIFICATION');
    expect(refusalOf(await verify(server, late, signatures[1] ?? ''))).toEqual(refused);
    expect(await statusOf(server, late)).toBe('UNVERIFIED');
    expect((await committedEvents(server, late)).map(({ data }) => data.status)).toEqual(['UNVERIFIED']);
    expect(codeOf(await verify(server, late, signatures[1] ?? ''))).toEqual([409, 'CONFLICT']);
  });

  it('is accepted once; a repeat is refused with CONFLICT', async () => {
    const server = await start();
    const wallet = walletMakers.SOLANA(1);
    const id = await registerWallet(server, wallet);
    const signature = wallet.sign(await messageFor(server, id));
    expect((await verify(server, id, signature)).status).toBe(200);
    expect(codeOf(await verify(server, id, signature))).toEqual([409, 'CONFLICT']);
    expect(codeOf(await verify(server, id, 'x'))).toEqual([409, 'CONFLICT']);
    expect(await statusOf(server, id)).toBe('ACTIVE');
    expect(await committedEvents(server, id)).toHaveLength(1);
  });

  it('of a challenge that was replaced is refused', async () => {
    const server = await start();
    const wallet = walletMakers.SOLANA(1);
    const id = await registerWallet(server, wallet);
    const replaced = wallet.sign(await messageFor(server, id));
    await messageFor(server, id);
    expect(refusalOf(await verify(server, id, replaced))).toEqual(refused);
    expect(await statusOf(server, id)).toBe('UNVERIFIED');
  });

  it('of the same wallet for another account is refused', async () => {
    const server = await start();
    const wallet = walletMakers.ETHEREUM(1);
    const [one, other] = [await registerWallet(server, wallet), await registerWallet(server, wallet)];
    const signature = wallet.sign(await messageFor(server, one));
    await messageFor(server, other);
    expect(refusalOf(await verify(server, other, signature))).toEqual(refused);
    expect((await verify(server, one, signature)).status).toBe(200);
  });

  it('of the same key for another network is refused', async () => {
    const server = await start();
    const [base, polygon] = [walletMakers.BASE(1), walletMakers.POLYGON(1)];
    expect(base.address).toBe(polygon.address);
    const [onBase, onPolygon] = [await registerWallet(server, base), await registerWallet(server, polygon)];
    const signature = base.sign(await messageFor(server, onBase));
    await messageFor(server, onPolygon);
    expect(refusalOf(await verify(server, onPolygon, signature))).toEqual(refused);
  });

  it('for another platform is refused', async () => {
    const [one, other] = [await start(), await start()];
    const wallet = walletMakers.SOLANA(1);
    const id = await registerWallet(one, wallet);
    const foreign = await registerWallet(other, wallet);
    const signature = wallet.sign(await messageFor(one, id));
    await messageFor(other, foreign);
    expect(codeOf(await verify(other, id, signature))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    expect(refusalOf(await verify(other, foreign, signature))).toEqual(refused);
    expect((await verify(one, id, signature)).status).toBe(200);
  });

  it('is refused with CONFLICT before a challenge and while a liveness check is open', async () => {
    const server = await start();
    const id = await registerWallet(server);
    expect(codeOf(await verify(server, id, 'x'))).toEqual([409, 'CONFLICT']);
    const message = await messageFor(server, id);
    await challenge(server, id, 'LIVENESS');
    expect(codeOf(await verify(server, id, walletMakers.SOLANA(1).sign(message)))).toEqual([409, 'CONFLICT']);
    expect(await statusOf(server, id)).toBe('PENDING_OWNERSHIP_VERIFICATION');
    expect(await committedEvents(server, id)).toEqual([]);
  });

  it('is checked in the named scheme, which is BIP 137 by default', async () => {
    const server = await start();
    const [bip137, electrum] = [walletMakers['BITCOIN P2WPKH bip137'](1), walletMakers['BITCOIN P2WPKH electrum'](1)];
    const id = await registerWallet(server, bip137);
    expect((await verify(server, id, electrum.sign(await messageFor(server, id)))).status).toBe(400);
    expect((await verify(server, id, electrum.sign(await messageFor(server, id)), 'customers', 'bip137')).status).toBe(
      400,
    );
    expect((await verify(server, id, 'x', 'customers', 'pgp')).status).toBe(400);
    expect((await verify(server, id, bip137.sign(await messageFor(server, id)))).status).toBe(200);
    const solana = await registerWallet(server);
    const signature = walletMakers.SOLANA(1).sign(await messageFor(server, solana));
    expect((await verify(server, solana, signature, 'customers', 'electrum')).status).toBe(200);
  });

  it('is required for a quote of 1000 USDC, and for any quote after a failed attempt', async () => {
    const server = await start();
    const wallet = walletMakers.ETHEREUM(1);
    const { accounts, customerId } = await makeSender(server, 'USDC', 5_000_000_000);
    const id = await registerWallet(server, wallet, 'customers', customerId);
    const quote = (dollars: number) =>
      server.request(
        'POST',
        '/quotes',
        quoteBody({ from: accounts['USDC'] ?? '', to: id, amount: dollars * 1_000_000 }),
      );
    const required = [400, 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'];
    expect((await quote(999)).status).toBe(201);
    expect(codeOf(await quote(1_000))).toEqual(required);
    await messageFor(server, id);
    await verify(server, id, 'x');
    expect(codeOf(await quote(1))).toEqual(required);
    const message = await messageFor(server, id);
    expect((await quote(999)).status).toBe(201);
    expect(codeOf(await quote(1_000))).toEqual(required);
    await verify(server, id, wallet.sign(message));
    expect((await quote(1_000)).status).toBe(201);
  });
});

eachEngine('the signature of a wallet', (start) => {
  it('is accepted once of 32 parallel requests', async () => {
    const server = await start();
    const wallet = walletMakers.SOLANA(1);
    const id = await registerWallet(server, wallet);
    const signature = wallet.sign(await messageFor(server, id));
    const answers = await Promise.all(Array.from({ length: 32 }, () => verify(server, id, signature)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(31).fill(409)]);
    expect(await committedEvents(server, id)).toHaveLength(1);
    expect(await statusOf(server, id)).toBe('ACTIVE');
  });

  it('in parallel with 31 wrong ones decides the account only if it is checked first', async () => {
    const server = await start();
    const wallet = walletMakers.SOLANA(1);
    const id = await registerWallet(server, wallet);
    const right = wallet.sign(await messageFor(server, id));
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) => verify(server, id, index === 16 ? right : `wrong${index}`)),
    );
    const judged = answers.flatMap(({ status }, index) => (status === 409 ? [] : [[index === 16, status]]));
    const isRight = answers[16]?.status === 200;
    expect(judged).toEqual([isRight ? [true, 200] : [false, 400]]);
    expect(await statusOf(server, id)).toBe(isRight ? 'ACTIVE' : 'UNVERIFIED');
    expect(await committedEvents(server, id)).toHaveLength(1);
  });
});
