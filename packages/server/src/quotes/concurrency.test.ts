import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../app.ts';
import type { Database } from '../database/database.ts';
import { PostgresDatabase } from '../database/postgres-database.ts';
import { createIds } from '../ids/ids.ts';
import { createSystemRandom } from '../ids/random.ts';
import { consent, person } from '../../test/customers.ts';
import { eachEngine } from '../../test/each-engine.ts';
import { createTestDatabase, postgresUnavailable } from '../../test/postgres-cluster.ts';
import { basePath, startTestServer, type TestServer } from '../../test/test-server.ts';
import { withoutCondition } from '../../test/without-condition.ts';

const callers = 32;
const amountMinor = 1_000;

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly code: string | undefined;
}

/** Calls the given servers in turn, so that those of one database share the load. */
interface Scene {
  readonly server: TestServer;
  post(path: string, body: object | undefined, key: string): Promise<Answer>;
}

function sceneOf(server: TestServer, baseUrls: readonly string[] = [server.baseUrl]): Scene {
  const { tokenId, tokenSecret } = server.credentials;
  const authorization = `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}`;
  let calls = 0;
  return {
    server,
    post: async (path, body, key) => {
      calls += 1;
      const init: RequestInit = { method: 'POST', headers: { authorization, 'idempotency-key': key } };
      if (body !== undefined) Object.assign(init, { body: JSON.stringify(body), headers: { ...init.headers, 'content-type': 'application/json' } });
      const response = await fetch(`${baseUrls[calls % baseUrls.length]}${path}`, init);
      const text = await response.text();
      return { status: response.status, text, code: JSON.parse(text).code };
    },
  };
}

interface Payer {
  readonly accountId: string;
  readonly quote: object;
}

/** A customer with that much money and somebody to pay over a slow rail, so that nothing else moves meanwhile. */
async function newPayer({ server }: Scene, fundedMinor: number): Promise<Payer> {
  const must = async (method: string, path: string, body?: unknown): Promise<{ id: string; data: { id: string }[] }> => {
    const answer = await server.request(method, path, body);
    if (answer.status >= 300) throw new Error(answer.text);
    return answer.body;
  };
  const { id: customerId } = await must('POST', '/customers', { ...person, endUserTermsConsent: consent });
  const accountId = (await must('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`)).data[0]?.id ?? '';
  await must('POST', `/sandbox/internal-accounts/${accountId}/fund`, { amount: fundedMinor });
  const external = await must('POST', '/customers/external-accounts', {
    customerId,
    currency: 'USD',
    accountInfo: {
      accountType: 'USD_ACCOUNT',
      accountNumber: '123456789100',
      routingNumber: '021000021',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'US' },
    },
  });
  return {
    accountId,
    quote: {
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: external.id, paymentRail: 'ACH' },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: amountMinor,
    },
  };
}

interface Money {
  readonly balanceMinor: bigint;
  readonly debits: number;
}

function moneyOf({ server }: Scene, accountId: string): Promise<Money> {
  return server.deps.database.read(async (unit) => {
    const [account] = await unit.select((db) =>
      db.selectFrom('internal_accounts').select('balance_minor').where('tenant', '=', server.tenant).where('id', '=', accountId),
    );
    const debits = await unit.select((db) =>
      db.selectFrom('ledger_entries').select('id').where('tenant', '=', server.tenant).where('kind', '=', 'DEBIT'),
    );
    return { balanceMinor: account?.balance_minor ?? 0n, debits: debits.length };
  });
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const counted = (answers: readonly Answer[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(answers, ({ status, code }) => `${status} ${code ?? ''}`.trim())].map(([name, those]) => [name, those.length]));

/** 32 callers execute one quote, half of them under one key: what goes against one debit and one success. */
async function executeOneQuote(scene: Scene): Promise<string[]> {
  const funded = 100 * amountMinor;
  const payer = await newPayer(scene, funded);
  const quote = JSON.parse((await scene.post('/quotes', payer.quote, 'the-quote')).text);
  const keyOf = (index: number): string => (index % 2 === 0 ? 'shared' : `own-${index}`);
  const answers = await Promise.all(times(callers, async (index) => ({ key: keyOf(index), answer: await scene.post(`/quotes/${quote.id}/execute`, undefined, keyOf(index)) })));
  const money = await moneyOf(scene, payer.accountId);

  const faults: string[] = [];
  const winners = new Set(answers.filter(({ answer }) => answer.status === 200).map(({ key }) => key));
  const wonAnswers = answers.filter(({ key }) => winners.has(key)).map(({ answer }) => answer);
  const lostAnswers = answers.filter(({ key }) => !winners.has(key)).map(({ answer }) => answer);
  if (winners.size !== 1) faults.push(`${winners.size} keys won`);
  if (new Set(wonAnswers.map(({ status, text }) => `${status} ${text}`)).size !== 1) faults.push(`answers under the winning key differ: ${JSON.stringify(counted(wonAnswers))}`);
  if (lostAnswers.some(({ status, code }) => status !== 409 || code !== 'CONFLICT')) faults.push(`the others got ${JSON.stringify(counted(lostAnswers))}`);
  if (money.debits !== 1) faults.push(`${money.debits} debits`);
  if (money.balanceMinor !== BigInt(funded - amountMinor)) faults.push(`the balance is ${money.balanceMinor}`);
  return faults;
}

/** 32 quotes over money for 7 of them, executed at once, while somebody watches the balance. */
async function executeOverBalance(scene: Scene): Promise<string[]> {
  const fitting = 7;
  const payer = await newPayer(scene, fitting * amountMinor + 1);
  const quotes = await Promise.all(times(callers, async (index) => JSON.parse((await scene.post('/quotes', payer.quote, `quote-${index}`)).text)));
  const faults: string[] = [];
  let isDone = false;
  const watch = async (): Promise<void> => {
    while (!isDone) {
      const { balanceMinor } = await moneyOf(scene, payer.accountId);
      if (balanceMinor < 0n) faults.push(`the balance was ${balanceMinor}`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  const watching = watch();
  const answers = await Promise.all(quotes.map(({ id }, index) => scene.post(`/quotes/${id}/execute`, undefined, `execute-${index}`)));
  isDone = true;
  await watching;
  const money = await moneyOf(scene, payer.accountId);

  const outcome = JSON.stringify(counted(answers));
  const wanted = JSON.stringify(counted([...times(fitting, () => ({ status: 200 })), ...times(callers - fitting, () => ({ status: 400, code: 'INSUFFICIENT_FUNDS' }))] as Answer[]));
  if (sortedEntries(outcome) !== sortedEntries(wanted)) faults.push(`the answers are ${outcome}`);
  if (money.debits !== fitting) faults.push(`${money.debits} debits`);
  if (money.balanceMinor !== 1n) faults.push(`the balance is ${money.balanceMinor}`);
  return faults;
}

function sortedEntries(json: string): string {
  return JSON.stringify(Object.entries(JSON.parse(json)).sort());
}

async function quoteUnderOneKey(scene: Scene): Promise<string[]> {
  const payer = await newPayer(scene, amountMinor);
  const answers = await Promise.all(times(callers, () => scene.post('/quotes', payer.quote, 'one-key')));
  const { tenant, deps } = scene.server;
  const quotes = await deps.database.read((unit) => unit.select((db) => db.selectFrom('quotes').select('id').where('tenant', '=', tenant)));
  const faults: string[] = [];
  if (new Set(answers.map(({ status, text }) => `${status} ${text}`)).size !== 1) faults.push(`the answers differ: ${JSON.stringify(counted(answers))}`);
  if (answers[0]?.status !== 201) faults.push(`the answer is ${answers[0]?.text}`);
  if (quotes.length !== 1) faults.push(`${quotes.length} quotes`);
  return faults;
}

eachEngine('at the same time', (start) => {
  it('executes one quote once for 32 callers', async () => {
    expect(await executeOneQuote(sceneOf(await start()))).toEqual([]);
  });

  it('executes as many of 32 quotes as the balance covers', async () => {
    expect(await executeOverBalance(sceneOf(await start()))).toEqual([]);
  });

  it('makes one quote for 32 requests under one key, with the same bytes for each', async () => {
    expect(await quoteUnderOneKey(sceneOf(await start()))).toEqual([]);
  });
});

eachEngine('the same checks with a planted fault', (start) => {
  /** A server on the same database in which one statement has lost its condition. */
  const startFaulty = async (name: string, lost: RegExp): Promise<Scene> => {
    const { deps } = await start();
    return sceneOf(await start({ deps: { database: withoutCondition(deps.database, name, lost) } }));
  };

  it('report a quote that is taken without looking at its status', async () => {
    const scene = await startFaulty('takeQuote', / and "status" = (\?|\$\d+)/);
    expect(await executeOneQuote(scene)).not.toEqual([]);
  });

  it('report a debit that does not look at the balance', async () => {
    const scene = await startFaulty('debitAccount', / and "balance_minor" >= (\?|\$\d+)/);
    expect(await executeOverBalance(scene)).not.toEqual([]);
  });

  it('report a key that is not looked up', async () => {
    const scene = await startFaulty('findIdempotencyKey', /"key_hash" = (\?|\$\d+)/);
    expect(await quoteUnderOneKey(scene)).not.toEqual([]);
  });
});

describe.skipIf(postgresUnavailable() !== undefined)('at the same time in two servers on one PostgreSQL database', () => {
  const databases: Database[] = [];
  const running: { close(): Promise<void> }[] = [];
  let scene: Scene;

  beforeAll(async () => {
    const url = await createTestDatabase();
    for (let count = 0; count < 2; count += 1) databases.push(await PostgresDatabase.open(url, 8));
    const [first, second] = databases;
    if (first === undefined || second === undefined) throw new Error('two databases were opened');
    const server = await startTestServer(first);
    running.push(server);
    const { clock } = server;
    const app: App = createApp({ ...server.deps, database: second, ids: createIds(clock, createSystemRandom()) }, { basePath, onBug: () => undefined });
    running.push({ close: () => app.stop() });
    const address = await app.http.listen({ host: '127.0.0.1', port: 0 });
    scene = sceneOf(server, [server.baseUrl, `${address}${basePath}`]);
  });

  afterAll(async () => {
    for (const server of running) await server.close();
    for (const database of databases) await database.close();
  });

  it('executes one quote once for 32 callers', async () => {
    expect(await executeOneQuote(scene)).toEqual([]);
  });

  it('executes as many of 32 quotes as the balance covers', async () => {
    expect(await executeOverBalance(scene)).toEqual([]);
  });

  it('makes one quote for 32 requests under one key, with the same bytes for each', async () => {
    expect(await quoteUnderOneKey(scene)).toEqual([]);
  });
});
