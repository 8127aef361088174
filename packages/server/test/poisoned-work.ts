import { sql } from 'kysely';
import type { Custody } from '../src/engines/custody/custody.ts';
import { createMemoryFileStore } from '../src/engines/files/memory-file-store.ts';
import { scheduleFileRemoval } from '../src/engines/files/orphan-files.ts';
import type { Arrival } from '../src/engines/funding/funding.ts';
import { queueMessage } from '../src/engines/messages/queue-message.ts';
import type { PartyInformation } from '../src/engines/uma/uma-network.ts';
import { dayMs, hourMs, plusMs } from '../src/ground/clock/instant.ts';
import { rawQuery } from '../src/ground/database/statement.ts';
import type { Unit } from '../src/ground/database/unit.ts';
import { createSeededRandom } from '../src/ground/ids/random.ts';
import { sealJson } from '../src/ground/sealing/sealed-json.ts';
import type { UmaRequestRow } from '../src/payments/uma-requests/tables.ts';
import { findRequest, insertRequest } from '../src/payments/uma-requests/uma-requests-repository.ts';
import { createSandboxCardPulls } from '../src/sandbox/adapters/sandbox-card-pulls.ts';
import { createSandboxCustody } from '../src/sandbox/adapters/sandbox-custody.ts';
import { createSandboxFunding } from '../src/sandbox/adapters/sandbox-funding.ts';
import { createSandboxIssuer } from '../src/sandbox/adapters/sandbox-issuer.ts';
import { receiveSandboxPayment } from '../src/sandbox/adapters/uma/sandbox-lightning.ts';
import {
  atMerchant,
  cardBody,
  makeHolder,
  makeCardholder as makeSpender,
  readTransaction as readCardTransaction,
} from './cards.ts';
import { header, upload } from './customer-files.ts';
import type { Start } from './each-engine.ts';
import { newWallet, withWallets } from './embedded-wallets.ts';
import { balanceOf, makeSender, makeUsdAccount, quoteBody } from './parties.ts';
import { type Planted, spoil } from './planted-work.ts';
import { plantEnablement, plantIssuance, plantStablecoinOperation } from './poisoned-stablecoins.ts';
import type { TestServer } from './test-server.ts';
import { readTransaction } from './uma-payments.ts';
import { openWebhookPort, taken } from './webhook-port.ts';

export async function payment(server: TestServer): Promise<string> {
  const { customerId, accounts } = await makeSender(server);
  const to = await makeUsdAccount(server, customerId);
  const body = quoteBody({ from: accounts['USD'] ?? '', to, extra: { immediatelyExecute: true } });
  return (await server.request('POST', '/quotes', body)).body.transactionId;
}

export async function plantPayment(start: Start): Promise<Planted> {
  const server = await start();
  const [id, other] = [await payment(server), await payment(server)];
  await spoil(server, `update transactions set due_action = 'NOTHING KNOWN' where id = '${id}' returning id`);
  return { server, id, isOtherDone: async () => (await readTransaction(server, other)).status === 'COMPLETED' };
}

async function plantUnreadableAccount(start: Start): Promise<Planted> {
  const server = await start();
  const { customerId } = await makeSender(server);
  const [id, other] = [
    await makeUsdAccount(server, customerId, '108'),
    await makeUsdAccount(server, customerId, '108'),
  ];
  await spoil(server, `update external_accounts set identifier = 'sealed:nothing' where id = '${id}' returning id`);
  const { database } = server.deps;
  return {
    server,
    id,
    isOtherDone: async () => {
      const find = (unit: Unit) =>
        unit.select((db) => db.selectFrom('external_accounts').select('collection_status').where('id', '=', other));
      return (await database.read(find))[0]?.collection_status === 'VALIDATED';
    },
  };
}

async function plantMessage(start: Start): Promise<Planted> {
  const sent: string[] = [];
  const messages = { send: async ({ text }: { readonly text: string }) => void sent.push(text) };
  const server = await start({ deps: { messages } });
  const { deps, tenant, clock } = server;
  const queue = (text: string) =>
    deps.database.transaction(async (unit) => {
      const message = { channel: 'EMAIL', to: 'ada@example.com', text } as const;
      queueMessage({ unit, tenant, now: clock.now(), deps }, message, plusMs(clock.now(), 30 * dayMs));
    });
  await queue('bad');
  const poison = `update outgoing_messages set sealed_content = 'nothing' where tenant = ${tenant} returning id`;
  const [row] = await spoil(server, poison);
  await queue('good');
  return { server, id: row?.id ?? '', isOtherDone: async () => sent.includes('good') };
}

async function plantFile(start: Start): Promise<Planted> {
  const files = createMemoryFileStore();
  const removed: string[] = [];
  const remove = async (key: string): Promise<void> => {
    if (key.endsWith('bad')) throw new Error('the disk does not answer');
    removed.push(key);
  };
  const server = await start({ deps: { files: { ...files, remove } } });
  const [id, other] = [`${server.tenant}/bad`, `${server.tenant}/good`];
  await server.deps.database.transaction(async (unit) => {
    for (const key of [id, other]) scheduleFileRemoval(unit, server.tenant, key, server.clock.now());
  });
  return { server, id, isOtherDone: async () => removed.includes(other) };
}

async function plantImport(start: Start): Promise<Planted> {
  const server = await start();
  const [id, other] = [(await upload(server, header)).body.jobId, (await upload(server, header)).body.jobId];
  const missing = `${server.tenant}/0198c0de-7a26-7c3f-9e07-a1b2c3d4e501`;
  await spoil(server, `update bulk_import_jobs set file_key = '${missing}' where id = '${id}' returning id`);
  const status = async () => (await server.request('GET', `/customers/bulk/jobs/${other}`)).body.status;
  return { server, id, isOtherDone: async () => (await status()) === 'COMPLETED' };
}

async function plantDelivery(start: Start): Promise<Planted> {
  const port = openWebhookPort();
  port.reply = () => taken;
  const server = await start({ deps: { send: port } });
  await server.request('PATCH', '/config', { webhookEndpoint: 'https://receiver.example.com/hook' });
  await server.app.settle();
  await payment(server);
  const [first, ...others] = await server.bare.read((unit) =>
    unit.select((db) =>
      db
        .selectFrom('deliveries')
        .select(['event_id', 'resource_id'])
        .where('tenant', '=', server.tenant)
        .where('status', '=', 'PENDING')
        .orderBy('sequence')
        .orderBy('event_id'),
    ),
  );
  const id = first?.event_id ?? '';
  await spoil(server, `delete from events where id = '${id}' returning id`);
  const sentIds = () => new Set(port.sent.map(({ body }) => (JSON.parse(body) as { id: string }).id));
  return { server, id, isOtherDone: async () => others.every(({ event_id }) => sentIds().has(event_id)) };
}

async function plantArrival(start: Start): Promise<Planted> {
  let untold: Arrival[] = [];
  let pollAt: string | undefined;
  const funding = {
    ...createSandboxFunding(),
    nextPollAt: () => pollAt,
    arrivals: async () => untold,
    acknowledge: async (ids: readonly string[]) => {
      untold = untold.filter(({ arrivalId }) => !ids.includes(arrivalId));
      pollAt = plusMs(server.clock.now(), 6 * hourMs);
    },
  };
  const server = await start({ deps: { funding } });
  const { customerId, accounts } = await makeSender(server, 'USD', 0);
  const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`);
  const { reference } = body.data[0].fundingPaymentInstructions[0].accountOrWalletInfo;
  const good: Arrival = { arrivalId: 'good', reference, currency: 'USD', amountMinor: 5n, route: 'RTP', payer: {} };
  untold = [{ ...good, arrivalId: 'bad', currency: 'NONE' as 'USD' }, good];
  pollAt = server.clock.now();
  return { server, id: 'bad', isOtherDone: async () => (await balanceOf(server, accounts['USD'] ?? '')) === 5 };
}

async function plantCard(start: Start): Promise<Planted> {
  const issuer = createSandboxIssuer({ publicUrl: () => '', cardLimit: 10 });
  const issue: typeof issuer.issue = (order, now) => {
    if (order.platformCardId === 'bad') throw new Error('the issuer does not answer');
    return issuer.issue(order, now);
  };
  const server = await start({ deps: { issuer: { ...issuer, issue } } });
  const holder = await makeHolder(server);
  const [bad, good] = [
    await server.request('POST', '/cards', cardBody(holder, { platformCardId: 'bad' })),
    await server.request('POST', '/cards', cardBody(holder)),
  ];
  const state = async () => (await server.request('GET', `/cards/${good.body.id}`)).body.state;
  return { server, id: bad.body.id, isOtherDone: async () => (await state()) === 'ACTIVE' };
}

async function plantAuthorization(start: Start): Promise<Planted> {
  const server = await start();
  const { cardId } = await makeSpender(server);
  const [bad, good] = [
    await atMerchant(server, cardId, 'authorization', 5),
    await atMerchant(server, cardId, 'authorization', 7),
  ];
  // More than the held amount cannot be released.
  await spoil(server, `update card_transactions set held_minor = 1000000 where id = '${bad.id}' returning id`);
  const status = async () => (await readCardTransaction(server, good.id)).status;
  return { server, id: bad.id, isOtherDone: async () => (await status()) !== 'AUTHORIZED' };
}

async function plantPull(start: Start): Promise<Planted> {
  const pulls = createSandboxCardPulls();
  const poll: typeof pulls.poll = (pull, now) => {
    if (pull.merchantDescriptor === 'BAD 005') throw new Error('the account does not answer');
    return pulls.poll(pull, now);
  };
  const server = await start({ deps: { cardPulls: { ...pulls, poll } } });
  const { cardId } = await makeSpender(server);
  const bad = await atMerchant(server, cardId, 'authorization', 5, 'BAD 005');
  const good = await atMerchant(server, cardId, 'authorization', 7, 'GOOD 005');
  const [pull] = await server.bare.read((unit) =>
    unit.select((db) => db.selectFrom('card_pulls').select('id').where('card_transaction_id', '=', bad.id)),
  );
  const pending = async () => (await readCardTransaction(server, good.id)).pullSummary.pendingCount;
  return { server, id: pull?.id ?? 'none', isOtherDone: async () => (await pending()) === 0 };
}

async function plantWallet(start: Start): Promise<Planted> {
  // Without its automatic opening, wallets are opened later by due work.
  const { pollOpening, open: _open, ...others } = createSandboxCustody(createSeededRandom(1));
  let bad = '';
  const custody: Custody = {
    ...others,
    pollOpening: (opening, now) => {
      if (opening.accountId === bad) throw new Error('the custodian does not answer');
      return pollOpening(opening, now);
    },
  };
  const server = await start({ ...withWallets, deps: { custody } });
  bad = (await newWallet(server)).accountId;
  const { customerId } = await newWallet(server);
  const path = `/customers/internal-accounts?customerId=${customerId}&currency=USDB`;
  const status = async () => (await server.request('GET', path)).body.data[0].status;
  return { server, id: bad, isOtherDone: async () => (await status()) === 'ACTIVE' };
}

async function plantOlderRow(start: Start): Promise<Planted> {
  const server = await start();
  const { customerId } = await makeSender(server);
  const [id, other] = [await makeUsdAccount(server, customerId), await makeUsdAccount(server, customerId)];
  const open = 'update external_accounts set identifier_digest = null';
  await spoil(server, `${open}, account_info = 'nothing' where id = '${id}' returning id`);
  await spoil(server, `${open} where id = '${other}' returning id`);
  const text = sql.raw<{ identifier_digest: string | null }>(
    `select identifier_digest from external_accounts where id = '${other}'`,
  );
  const read = (unit: Unit) => unit.select((db) => rawQuery(text, db));
  return { server, id, isOtherDone: async () => (await server.bare.read(read))[0]?.identifier_digest !== null };
}

/** A paid invoice whose request is unreadable, and one that has expired. */
async function plantPayRequest(start: Start): Promise<Planted> {
  const server = await start();
  const { deps, tenant, clock } = server;
  const { customerId } = await makeSender(server);
  const requested = async (id: string): Promise<UmaRequestRow> => {
    const createdAt = clock.now();
    const terms = {
      amountMillisatoshis: 1_000n,
      description: 'request',
      createdAt,
      expiresAt: plusMs(createdAt, dayMs),
    };
    const invoice = await deps.lightning.createInvoice(terms, { tenant, deps });
    const row = {
      ...{ tenant, id, invoice, customer_id: customerId, sender: '$grace@south.example', currency: 'USD' as const },
      ...{ amount_minor: 1_000n, callback_key: id, utxo_callback: null, created_at: createdAt },
      sealed_payer: sealJson<PartyInformation>(deps.sealer, {}),
    };
    await deps.database.transaction(async (unit) => insertRequest(unit, row, createdAt));
    return row;
  };
  const [poisoned, other] = [await requested('UmaRequest:1'), await requested('UmaRequest:2')];
  await receiveSandboxPayment(poisoned.invoice, { tenant, deps });
  await spoil(server, `update uma_requests set sealed_payer = 'nothing' where id = '${poisoned.id}' returning id`);
  const isOtherDone = async (): Promise<boolean> =>
    (await deps.database.read((unit) => findRequest(unit, tenant, other.id))) === undefined;
  return { server, id: poisoned.id, isOtherDone };
}

/** A subject of each kind of due work that throws on every attempt. */
export const plants: Readonly<Record<string, (start: Start) => Promise<Planted>>> = {
  transactions: plantPayment,
  uma_requests: plantPayRequest,
  external_accounts: plantUnreadableAccount,
  outgoing_messages: plantMessage,
  unkept_files: plantFile,
  bulk_import_jobs: plantImport,
  deliveries: plantDelivery,
  arrivals: plantArrival,
  cards: plantCard,
  card_authorizations: plantAuthorization,
  card_pulls: plantPull,
  wallet_openings: plantWallet,
  stablecoin_operations: plantStablecoinOperation,
  stablecoin_issuance: plantIssuance,
  stablecoin_enablement: plantEnablement,
  older_rows: plantOlderRow,
};
