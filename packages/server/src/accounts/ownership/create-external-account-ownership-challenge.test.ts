import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { newCustomerId } from '../../../test/customers.ts';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { accountPath, challenge, messageFor, registerWallet, statusOf, verify } from '../../../test/ownership.ts';
import { codeOf, refusedFields } from '../../../test/refused-fields.ts';
import { sampleAccount } from '../../../test/sample-accounts.ts';
import { walletMakers } from '../../../test/wallets.ts';

oneEngine('an ownership challenge', (start) => {
  it('names the platform, address, network, account, a nonce and its times in the message to sign', async () => {
    const server = await start();
    await server.request('PATCH', '/config', { umaDomain: 'pay.example.org' });
    const wallet = walletMakers.SOLANA(1);
    const id = await registerWallet(server, wallet);
    const { status, body } = await challenge(server, id);
    expect(status).toBe(201);
    expect(body).toEqual({
      method: 'WALLET_SIGNATURE',
      messageToSign: expect.any(String),
      expiresAt: '2025-01-01T00:15:00.000Z',
    });
    const lines = body.messageToSign.split('\n');
    expect(lines[5]).toMatch(/^Nonce: [0-9a-f]{32}$/);
    expect(lines.toSpliced(5, 1)).toEqual([
      'pay.example.org asks you to prove that this wallet is yours.',
      '',
      `Address: ${wallet.address}`,
      'Network: SOLANA',
      `Account: ${id}`,
      'Issued: 2025-01-01T00:00:00.000Z',
      'Expires: 2025-01-01T00:15:00.000Z',
      '',
      'Signing this proves ownership only. It moves no money and gives no access.',
    ]);
  });

  it('writes the address in its canonical form', async () => {
    const server = await start();
    const lowerCase = { ...walletMakers.ETHEREUM(1), address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' };
    expect(await messageFor(server, await registerWallet(server, lowerCase))).toContain(
      'Address: 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\n',
    );
    const segwit = walletMakers['BITCOIN P2WPKH bip137'](1);
    const upperCase = { ...segwit, address: segwit.address.toUpperCase() };
    expect(await messageFor(server, await registerWallet(server, upperCase))).toContain(`Address: ${segwit.address}\n`);
  });

  it('has a new message each time', async () => {
    const server = await start();
    const id = await registerWallet(server);
    const messages = [await messageFor(server, id), await messageFor(server, id), await messageFor(server, id)];
    expect(new Set(messages).size).toBe(3);
  });

  it('changes no status and emits no event for a new account', async () => {
    const server = await start();
    const id = await registerWallet(server);
    await challenge(server, id);
    await challenge(server, id, 'LIVENESS');
    expect(await statusOf(server, id)).toBe('PENDING_OWNERSHIP_VERIFICATION');
    expect(await committedEvents(server, id)).toEqual([]);
  });

  it('returns an UNVERIFIED account to PENDING_OWNERSHIP_VERIFICATION, with an event', async () => {
    const server = await start();
    const id = await registerWallet(server);
    await challenge(server, id);
    await verify(server, id, 'x');
    expect(await statusOf(server, id)).toBe('UNVERIFIED');
    expect((await challenge(server, id)).status).toBe(201);
    const { body } = await server.request('GET', accountPath('customers', id));
    expect(body.status).toBe('PENDING_OWNERSHIP_VERIFICATION');
    const events = await committedEvents(server, id);
    expect(events.map(({ sequence, data }) => [sequence, data.status])).toEqual([
      [1, 'UNVERIFIED'],
      [2, 'PENDING_OWNERSHIP_VERIFICATION'],
    ]);
    expect(events[1]).toMatchObject({ type: 'EXTERNAL_ACCOUNT.STATUS_UPDATED', data: body });
  });

  it('is stored encrypted, one per account', async () => {
    const server = await start();
    const id = await registerWallet(server);
    await messageFor(server, id);
    const message = await messageFor(server, id);
    const rows = await server.deps.database.read((unit) =>
      unit.select((db) => db.selectFrom('ownership_challenges').selectAll().where('tenant', '=', server.tenant)),
    );
    expect(rows).toMatchObject([{ external_account_id: id, status: 'OPEN', method: 'WALLET_SIGNATURE' }]);
    expect(server.deps.sealer.unseal(rows[0]?.sealed_message ?? '')).toBe(message);
    expect(JSON.stringify(rows)).not.toContain(walletMakers.SOLANA(1).address);
  });

  it.each([
    ['a bank account of the customer', 'USD_ACCOUNT', {}, 'FIRST_PARTY'],
    ['an account on Lightning', 'LIGHTNING', {}, 'FIRST_PARTY'],
    ['a custodial wallet', 'SOLANA_WALLET', { vaspName: 'Example Exchange' }, 'FIRST_PARTY'],
    ['a third-party wallet', 'SOLANA_WALLET', {}, 'THIRD_PARTY'],
    ['a wallet without ownershipType', 'SOLANA_WALLET', {}, undefined],
  ] as const)('is refused for %s', async (_what, type, fields, ownershipType) => {
    const server = await start();
    const customerId = await newCustomerId(server);
    const sample = { ...sampleAccount(type, { ...fields }), ownershipType, customerId };
    const { body } = await server.request('POST', '/customers/external-accounts', sample);
    expect(codeOf(await challenge(server, body.id))).toEqual([409, 'CONFLICT']);
    expect(codeOf(await challenge(server, body.id, 'LIVENESS'))).toEqual([409, 'CONFLICT']);
  });

  it('is refused once the wallet is verified', async () => {
    const server = await start();
    const wallet = walletMakers.SOLANA(1);
    const id = await registerWallet(server, wallet);
    await verify(server, id, wallet.sign(await messageFor(server, id)));
    expect(codeOf(await challenge(server, id))).toEqual([409, 'CONFLICT']);
    expect(await statusOf(server, id)).toBe('ACTIVE');
  });

  it.each([
    ['the account of a Solana program', 'SOLANA_WALLET', 'USDC', '5Q544fKrFoe6tsEbD7S8EmxGTJYAKTVhAW5Q5pge4j1'],
    ['a Bitcoin script', 'BITCOIN_WALLET', 'BTC', 'bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9'],
  ])('requires LIVENESS for %s, which has no private key', async (_what, accountType, currency, address) => {
    const server = await start();
    const id = await registerWallet(server, { ...walletMakers.SOLANA(1), accountType, currency, address });
    const answer = await challenge(server, id);
    expect(codeOf(answer)).toEqual([400, 'INVALID_INPUT']);
    expect(refusedFields(answer)).toEqual(['method']);
    expect((await challenge(server, id, 'LIVENESS')).status).toBe(201);
  });

  it('is refused for an account that is unknown or deleted', async () => {
    const server = await start();
    const unknown = 'ExternalAccount:0198c0de-7a14-7b40-8d3e-000000000028';
    expect(codeOf(await challenge(server, unknown))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    const id = await registerWallet(server);
    await challenge(server, id);
    await server.request('DELETE', accountPath('customers', id));
    expect(codeOf(await challenge(server, id))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    expect(codeOf(await verify(server, id, 'x'))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  });

  it('is refused with an unknown method, and without one', async () => {
    const server = await start();
    const id = await registerWallet(server);
    for (const body of [{}, { method: 'PIGEON' }]) {
      const answer = await server.request('POST', accountPath('customers', id, '/challenge'), body);
      expect([...codeOf(answer), ...refusedFields(answer)]).toEqual([400, 'INVALID_INPUT', 'method']);
    }
  });
});

eachEngine('an ownership challenge', (start) => {
  it('leaves one valid challenge after 16 parallel starts', async () => {
    const server = await start();
    const wallet = walletMakers.SOLANA(1);
    const id = await registerWallet(server, wallet);
    const answers = await Promise.all(Array.from({ length: 16 }, () => challenge(server, id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(201));
    const [kept, ...others] = await server.bare.read((unit) =>
      unit.select((db) =>
        db.selectFrom('ownership_challenges').select('sealed_message').where('external_account_id', '=', id),
      ),
    );
    expect(others).toEqual([]);
    const stored = server.deps.sealer.unseal(kept?.sealed_message ?? '');
    const messages: string[] = answers.map(({ body }) => body.messageToSign);
    expect(messages.filter((message) => message === stored)).toHaveLength(1);
    // Only the challenge that was stored last is valid. The first attempt with another one would use it up.
    expect((await verify(server, id, wallet.sign(stored))).status).toBe(200);
    for (const message of messages) expect((await verify(server, id, wallet.sign(message))).status).toBe(409);
  });
});
