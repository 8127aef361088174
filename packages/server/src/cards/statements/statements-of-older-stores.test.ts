import { expect, it } from 'vitest';
import { afterwards, atMerchant, makeCardholder } from '../../../test/cards.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { secondMs } from '../../ground/clock/instant.ts';
import { migrations } from '../../ground/database/migrate.ts';
import type { Engine, Row, Statement } from '../../ground/database/statement.ts';
import { verifyStore } from '../../verify/verify-store.ts';

function raw(text: string): Statement<object, Row> {
  return { name: text.slice(0, 60), bind: () => ({ text, values: [] }) };
}

/** The statements of the migration that convert older postings: its first insert and the statement after it. */
function fillingOf(engine: Engine): string[] {
  const text = migrations(engine).find(({ name }) => name.endsWith('-statements.sql'))?.text ?? '';
  return text.slice(text.indexOf('INSERT INTO account_entries')).split(';').slice(0, 2);
}

async function rowsOf({ bare }: TestServer): Promise<Row[]> {
  const columns =
    'tenant, account_id, entry_id, kind, subject_id, amount_minor, held_amount_minor, balance_minor, held_minor, created_at';
  return bare.read((unit) =>
    unit.all(raw(`select ${columns} from account_entries order by created_at, entry_id, account_id`), {}),
  );
}

async function pay(server: TestServer, from: string, to: string): Promise<void> {
  const platformFeeOverride = { platformFixedFee: { amount: 10, currency: 'USD' }, platformVariableFeeBps: 0 };
  const body = quoteBody({ from, to, amount: 1_000, extra: { immediatelyExecute: true, platformFeeOverride } });
  await server.request('POST', '/quotes', body);
  await server.advance(60 * secondMs);
}

eachEngine('the statements of a store older than statements', (start, engine) => {
  it('are filled by the migration with every entry posted before it', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const account = accounts['USD'] ?? '';
    for (const suffix of ['111', '002', '005'])
      await pay(server, account, await makeUsdAccount(server, customerId, suffix));
    await pay(server, account, (await makeSender(server, 'USD', 0)).accounts['EUR'] ?? '');
    const { cardId } = await makeCardholder(server, 10_000);
    await server.advance(secondMs);
    const purchase = await atMerchant(server, cardId, 'authorization', 3_000);
    await server.advance(secondMs);
    await afterwards(server, purchase, 'clearing', 3_500);
    await server.advance(secondMs);
    await afterwards(server, purchase, 'return', 500);
    const kept = await rowsOf(server);
    expect(new Set(kept.map(({ kind }) => kind)).size).toBeGreaterThan(8);
    const [fill = '', date = ''] = fillingOf(engine as Engine);
    for (const text of ['delete from account_entries', 'update internal_accounts set entered_at = null', fill, date])
      await server.bare.transaction((unit) => unit.run(raw(text), {}));
    expect(await rowsOf(server)).toEqual(kept);
    await pay(server, account, await makeUsdAccount(server, customerId, '111'));
    expect((await verifyStore(server.bare)).filter(({ breach }) => breach !== null)).toEqual([]);
  });
});
