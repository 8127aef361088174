import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { newCustomerId } from '../../../test/customers.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { rowsOf } from '../../../test/store-rows.ts';
import { createSeededRandom } from '../ids/random.ts';
import { writeJson } from '../json/json-text.ts';
import { createSealer } from '../sealing/sealer.ts';
import type { Database } from './database.ts';
import type { NewRow } from './schema.ts';
import { sealedColumns, sealMark } from './sealed-columns.ts';
import { sealedDatabase } from './sealed-database.ts';
import { statement } from './statement.ts';

/** A vault with visible work: sealed text is written backwards. */
const mirror = {
  seal: (text: string) => [...text].reverse().join(''),
  unseal: (sealed: string) => [...sealed].reverse().join(''),
  digest: (text: string) => `digest of ${text}`,
};

/** Every byte of the master key of the test servers. */
const masterKeyFill = 7;

interface Customer {
  readonly tenant: number;
  readonly id: string;
}

const readEmail = statement<Customer, { email: string | null; profile: string }>('readEmail', (db, { tenant, id }) =>
  db.selectFrom('customers').select(['email', 'profile']).where('tenant', '=', tenant).where('id', '=', id),
);

const writeEmail = statement<Customer & { readonly email: string | null }>('writeEmail', (db, { tenant, id, email }) =>
  db.updateTable('customers').set({ email }).where('tenant', '=', tenant).where('id', '=', id),
);

eachEngine('personal data', (start) => {
  it('is stored sealed and read in clear', async () => {
    const server = await start();
    const { bare } = server;
    const sealed = sealedDatabase(bare, mirror);
    const key = { tenant: server.tenant, id: await newCustomerId(server) };
    await sealed.transaction((unit) => unit.run(writeEmail, { ...key, email: 'ada@example.com' }));
    expect(await bare.read((unit) => unit.first(readEmail, key))).toMatchObject({
      email: `${sealMark}moc.elpmaxe@ada`,
    });
    expect(await sealed.read((unit) => unit.first(readEmail, key))).toMatchObject({ email: 'ada@example.com' });
    const [listed] = await sealed.read((unit) => unit.all(readEmail, key));
    expect(listed?.email).toBe('ada@example.com');
  });

  it('is sealed and opened in queries that are built for a request', async () => {
    const server = await start();
    const { bare } = server;
    const sealed = sealedDatabase(bare, mirror);
    const id = await newCustomerId(server);
    await sealed.transaction((unit) =>
      unit.select((db) =>
        db.updateTable('customers').set({ email: 'b@example.com' }).where('id', '=', id).returning('email'),
      ),
    );
    const read = (database: Database) =>
      database.read((unit) => unit.select((db) => db.selectFrom('customers').select('email').where('id', '=', id)));
    expect(await read(bare)).toEqual([{ email: `${sealMark}moc.elpmaxe@b` }]);
    expect(await read(sealed)).toEqual([{ email: 'b@example.com' }]);
  });

  it('stays null when it is null', async () => {
    const server = await start();
    const { bare } = server;
    const sealed = sealedDatabase(bare, mirror);
    const key = { tenant: server.tenant, id: await newCustomerId(server) };
    await sealed.transaction((unit) => unit.run(writeEmail, { ...key, email: null }));
    expect(await bare.read((unit) => unit.first(readEmail, key))).toMatchObject({ email: null });
  });

  it('is refused by a database that cannot seal', async () => {
    const server = await start();
    const { bare } = server;
    const key = { tenant: server.tenant, id: await newCustomerId(server) };
    const passkey: NewRow<'passkeys'> = {
      tenant: server.tenant,
      customer_id: key.id,
      credential_id: 'credential',
      public_key: 'key',
      sign_count: 0,
      transports: writeJson([]),
      relying_party_id: 'localhost',
      name: 'my phone',
      enrolled_at: server.clock.now(),
    };
    await expect(
      bare.transaction((unit) => unit.run(writeEmail, { ...key, email: 'ada@example.com' })),
    ).rejects.toThrow(/personal text would be stored in clear/);
    await expect(bare.transaction(async (unit) => unit.insert('passkeys', [passkey]))).rejects.toThrow(
      /personal text would be stored in clear/,
    );
  });

  it('is not stored in clear, and its digest differs between platforms', async () => {
    const digests: (string | undefined)[] = [];
    for (const _platform of [1, 2]) {
      const server = await start();
      const { customerId, accounts } = await makeSender(server);
      const account = { accountType: 'USD_ACCOUNT', accountNumber: '000123456111', routingNumber: '021000021' };
      const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'US' };
      const accountInfo = { ...account, beneficiary };
      const made = { customerId, currency: 'USD', accountInfo };
      const to = (await server.request('POST', '/customers/external-accounts', made)).body.id;
      const { body: quote } = await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to }));
      const found = await server.request('GET', '/transactions?receiverAccountIdentifier=000123456111');
      expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([quote.transactionId]);
      const rows = (await rowsOf(server.bare, [server.tenant])).get('external_accounts') ?? '';
      expect(rows).not.toContain('000123456111');
      digests.push(/"identifier_digest":"([^"]+)"/.exec(rows)?.[1]);
    }
    expect(new Set(digests).size).toBe(2);
    expect(digests).not.toContain(undefined);
  });

  it('cannot be read when unsealing fails', async () => {
    const server = await start();
    const { customerId } = await makeSender(server);
    const id = await makeUsdAccount(server, customerId);
    const { bare } = server;
    const read = (database: Database) =>
      database.read((unit) =>
        unit.select((db) => db.selectFrom('external_accounts').select('identifier').where('id', '=', id)),
      );
    const under = (fill: number): Database =>
      sealedDatabase(bare, createSealer(Buffer.alloc(32, fill), createSeededRandom(1)));
    expect((await read(under(masterKeyFill)))[0]?.identifier).toMatch(/^[0-9]+111$/);
    await expect(read(under(masterKeyFill + 1))).rejects.toThrow('unable to authenticate data');
  });
});

describe('the sealed columns', () => {
  it('leave payment events unsealed unless they contain personal data', () => {
    const isPersonal = sealedColumns['events']?.['payload']?.isPersonal;
    const event = (type: string, data: object) => JSON.stringify({ id: 'Webhook:1', type, data });
    expect(isPersonal?.(event('OUTGOING_PAYMENT.COMPLETED', { status: 'COMPLETED' }))).toBe(false);
    expect(isPersonal?.(event('INTERNAL_ACCOUNT.BALANCE_UPDATED', { balance: {} }))).toBe(false);
    expect(isPersonal?.(event('OUTGOING_PAYMENT.COMPLETED', { remittanceInformation: 'rent of Ada' }))).toBe(true);
    expect(isPersonal?.(event('CUSTOMER.KYC_APPROVED', {}))).toBe(true);
    expect(isPersonal?.(event('ANYTHING.NEW', {}))).toBe(true);
  });

  it('leave stored payment responses unsealed unless they contain personal data', () => {
    const isPersonal = sealedColumns['idempotency_keys']?.['body']?.isPersonal;
    expect(isPersonal?.('{"id":"Quote:1","status":"PENDING"}')).toBe(false);
    expect(isPersonal?.('{"id":"Quote:1","counterpartyInformation":{}}')).toBe(true);
    expect(isPersonal?.('{"kycUrl":"https://example.com"}')).toBe(true);
  });
});
