import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, createCaller } from '../../../test/caller.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { type Fault, faultyDatabase } from '../../../test/faulty-database.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { postgresUnavailable } from '../../../test/postgres-cluster.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { startTwoServers, type TwoServers } from '../../../test/two-servers.ts';
import { storedId } from '../../ground/ids/stored-id.ts';

const callers = 32;
const amount = 1_000;

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly text: string;
}

/** A platform and the servers that serve it; calls are distributed round robin. */
interface Scene {
  readonly server: TestServer;
  post(path: string, key: string, body?: object): Promise<Answer>;
}

/** A fault inside the server shows in its responses; these tests plant such faults. */
function sceneOf(server: TestServer, given?: Caller): Scene {
  const caller = given ?? createCaller({ ...server.credentials, baseUrl: server.baseUrl });
  const post = async (path: string, key: string, body?: object): Promise<Answer> => {
    const { status, text, body: answered } = await caller.request('POST', path, body, { 'idempotency-key': key });
    return { status, code: answered.code, text };
  };
  return { server, post };
}

interface Payer {
  readonly accountId: string;
  readonly quote: object;
}

async function newPayer({ server }: Scene, funded: number): Promise<Payer> {
  const { customerId, accounts } = await makeSender(server, 'USD', funded);
  const accountId = accounts['USD'] ?? '';
  return { accountId, quote: quoteBody({ from: accountId, to: await makeUsdAccount(server, customerId), amount }) };
}

interface Money {
  readonly balance: bigint;
  readonly debits: number;
}

function moneyOf({ server: { deps, tenant } }: Scene, accountId: string): Promise<Money> {
  return deps.database.read(async (unit) => {
    const accounts = await unit.select((db) =>
      db
        .selectFrom('internal_accounts')
        .select('balance_minor')
        .where('tenant', '=', tenant)
        .where('id', '=', accountId),
    );
    const debits = await unit.select((db) =>
      db
        .selectFrom('ledger_postings')
        .select('entry_id')
        .distinct()
        .where('tenant', '=', tenant)
        .where('account', '=', storedId('InternalAccount', accountId))
        .where('amount_minor', '<', 0n),
    );
    return { balance: accounts[0]?.balance_minor ?? 0n, debits: debits.length };
  });
}

/** One of each response, with its count. */
function tally(answers: readonly Answer[]): string {
  const kinds = Map.groupBy(answers, ({ status, code }) => `${status}${code === undefined ? '' : ` ${code}`}`);
  return [...kinds]
    .map(([kind, those]) => `${those.length} × ${kind}`)
    .sort()
    .join(', ');
}

/** Every caller with its own key, all with the same key, or half and half. */
type Keys = (typeof kinds)[number];
const kinds = ['own', 'shared', 'mixed'] as const;

function keysOf(kind: Keys): string[] {
  return Array.from({ length: callers }, (_, index) =>
    kind === 'shared' || (kind === 'mixed' && index % 2 === 0) ? 'shared' : `own ${index}`,
  );
}

/** 32 callers execute one quote. Returns what is wrong with the outcome. */
async function executeOneQuote(scene: Scene, kind: Keys): Promise<string[]> {
  const payer = await newPayer(scene, 10 * amount);
  const { text } = await scene.post('/quotes', `quote for ${kind} keys`, payer.quote);
  const quote = JSON.parse(text) as { readonly id: string };
  const keys = keysOf(kind);
  const execute = async (key: string) => ({ key, ...(await scene.post(`/quotes/${quote.id}/execute`, key)) });
  const answers = await Promise.all(keys.map(execute));
  const money = await moneyOf(scene, payer.accountId);

  const winners = new Set(answers.filter(({ status }) => status === 200).map(({ key }) => key));
  const won = answers.filter(({ key }) => winners.has(key));
  const lost = answers.filter(({ key }) => !winners.has(key));
  const faults: string[] = [];
  if (winners.size !== 1) faults.push(`${winners.size} keys succeed`);
  if (new Set(won.map(({ text }) => text)).size !== 1) faults.push(`the successful key has ${tally(won)}`);
  if (lost.some(({ status, code }) => status !== 409 || code !== 'CONFLICT')) faults.push(`others have ${tally(lost)}`);
  if (money.debits !== 1) faults.push(`${money.debits} debits`);
  if (money.balance !== BigInt(9 * amount)) faults.push(`the balance is ${money.balance}`);
  return faults;
}

/** 32 quotes, with money for 7, are executed while the balance is polled. Returns what is wrong. */
async function overdraw(scene: Scene): Promise<string[]> {
  const fitting = 7;
  const payer = await newPayer(scene, fitting * amount + 1);
  const indices = Array.from({ length: callers }, (_, index) => index);
  const quotes = await Promise.all(indices.map((index) => scene.post('/quotes', `quote ${index}`, payer.quote)));
  const faults: string[] = [];
  let isDone = false;
  const watch = async (): Promise<void> => {
    while (!isDone) {
      const { balance } = await moneyOf(scene, payer.accountId);
      if (balance < 0n) faults.push(`the balance is ${balance} for a while`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  const watching = watch();
  const paths = quotes.map(({ text }) => `/quotes/${(JSON.parse(text) as { id: string }).id}/execute`);
  const answers = await Promise.all(paths.map((path, index) => scene.post(path, `execute ${index}`)));
  isDone = true;
  await watching;

  const { debits, balance } = await moneyOf(scene, payer.accountId);
  const outcome = tally(answers);
  if (outcome !== `${callers - fitting} × 400 INSUFFICIENT_FUNDS, ${fitting} × 200`) faults.push(`answers: ${outcome}`);
  if (debits !== fitting) faults.push(`${debits} debits`);
  if (balance !== 1n) faults.push(`the balance is ${balance}`);
  return faults;
}

/** 32 requests for a quote under one key. Returns what is wrong. */
async function quoteUnderOneKey(scene: Scene): Promise<string[]> {
  const payer = await newPayer(scene, amount);
  const requests = Array.from({ length: callers }, () => scene.post('/quotes', 'one key', payer.quote));
  const answers = await Promise.all(requests);
  const { tenant, deps } = scene.server;
  const quotes = await deps.database.read((unit) =>
    unit.select((db) =>
      db
        .selectFrom('quotes')
        .select('id')
        .where('tenant', '=', tenant)
        .where('source_account_id', '=', payer.accountId),
    ),
  );
  const faults: string[] = [];
  if (tally(answers) !== `${callers} × 201`) faults.push(`answers: ${tally(answers)}`);
  if (new Set(answers.map(({ text }) => text)).size !== 1) faults.push('the bytes differ');
  if (quotes.length !== 1) faults.push(`${quotes.length} quotes`);
  return faults;
}

eachEngine('32 callers at the same time', (start) => {
  it.each(kinds)('execute one quote once with %s idempotency keys', async (kind) => {
    expect(await executeOneQuote(sceneOf(await start()), kind)).toEqual([]);
  });

  it('execute only as many quotes as the balance covers', async () => {
    expect(await overdraw(sceneOf(await start()))).toEqual([]);
  });

  it('create one quote under one idempotency key and get the same response', async () => {
    expect(await quoteUnderOneKey(sceneOf(await start()))).toEqual([]);
  });
});

eachEngine('the checks on 32 callers fail', (start) => {
  const startFaulty = async (fault: Fault): Promise<Scene> => {
    const { deps } = await start();
    return sceneOf(await start({ deps: { database: faultyDatabase(deps.database, fault) } }));
  };
  /** Stores the parameter and lets every request through. */
  const without = (condition: RegExp) => (text: string) => text.replace(condition, ' and ($1 or 1 = 1)');

  it('when the lock of a quote ignores its status', async () => {
    const scene = await startFaulty({
      statement: 'lockExecutableQuote',
      rewrite: without(/ and ("status" = (?:\?|\$\d+))/),
    });
    expect(await executeOneQuote(scene, 'own')).not.toEqual([]);
  });

  it('when a debit ignores the balance', async () => {
    const condition = / and ("balance_minor" >= (?:\?|\$\d+))/;
    const scene = await startFaulty({ statement: 'debitAccount', rewrite: without(condition) });
    expect(await overdraw(scene)).not.toEqual([]);
  });

  it('when idempotency keys are not stored', async () => {
    expect(await quoteUnderOneKey(await startFaulty({ drops: 'idempotency_keys' }))).not.toEqual([]);
  });
});

describe.skipIf(postgresUnavailable() !== undefined)('32 callers at two servers on one PostgreSQL database', () => {
  let servers: TwoServers;
  let scene: Scene;

  beforeAll(async () => {
    servers = await startTwoServers();
    scene = sceneOf(servers.server, servers.caller);
  });
  afterAll(() => servers.close());

  it.each(kinds)('execute one quote once with %s idempotency keys', async (kind) => {
    expect(await executeOneQuote(scene, kind)).toEqual([]);
  });

  it('execute only as many quotes as the balance covers', async () => {
    expect(await overdraw(scene)).toEqual([]);
  });

  it('create one quote under one idempotency key and get the same response', async () => {
    expect(await quoteUnderOneKey(scene)).toEqual([]);
  });
});
