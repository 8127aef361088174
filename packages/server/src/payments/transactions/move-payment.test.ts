import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { balancedEntry } from '../../engines/ledger/entry.ts';
import { moveFrom, type StateOf, statesOf } from '../../engines/states/transition.ts';
import { findTransaction } from './find-transaction.ts';
import { mustMovePayment, tableOf } from './move-payment.ts';
import { type PaymentMove, type PaymentMoveName, paymentMoves } from './payment-moves.ts';
import type { TransactionRow } from './transaction-row.ts';
import { changeQuoteStatus } from './transactions-repository.ts';

const moveNames = Object.keys(paymentMoves) as PaymentMoveName[];
const types = ['OUTGOING', 'INCOMING'] as const;

/** A payment of the type, as created by its quote. */
async function onePayment(server: TestServer, type: TransactionRow['type']): Promise<TransactionRow> {
  const { customerId, accounts } = await makeSender(server);
  const to = type === 'OUTGOING' ? await makeUsdAccount(server, customerId) : (accounts['EUR'] ?? '');
  const id = (await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to }))).body
    .transactionId;
  const row = await server.deps.database.read((unit) => findTransaction(unit, server.tenant, id));
  if (row === undefined) throw new Error('the payment is not there');
  return row;
}

/** A payment with a refund of this status, or without one. */
function withRefund(row: TransactionRow, status: StateOf<'refund'> | null): TransactionRow {
  if (status === null) return row;
  const { tenant, id: transaction_id, created_at: initiated_at } = row;
  const refund = { tenant, id: 'Refund:1', transaction_id, status, reason: null, initiated_at, settled_at: null };
  return { ...row, refund, refund_id: refund.id };
}

interface Standing {
  readonly row: TransactionRow;
  readonly quoteStatus: StateOf<'quote'> | null;
}

/** Tries the move from there in a unit that is always rolled back; `refused` if it was not possible. */
async function outcomeOf(server: TestServer, { row, quoteStatus }: Standing, name: PaymentMoveName): Promise<string> {
  const undone = new Error('undone');
  let outcome = 'refused';
  try {
    await server.deps.database.transaction(async (unit) => {
      const { tenant, deps } = server;
      const now = server.clock.now();
      if (quoteStatus !== null && row.quote_id !== null)
        await changeQuoteStatus(unit, { tenant, id: row.quote_id, from: 'PENDING', to: quoteStatus, now });
      const kind = (paymentMoves[name] as PaymentMove).entry;
      const moved = await mustMovePayment({ unit, tenant, now, deps }, row, name, {
        refund: { id: 'Refund:1' },
        ...(kind !== undefined && { entry: balancedEntry(kind, row.id, []) }),
      });
      outcome = `${moved.status} ${moved.refund?.status ?? null} ${moved.sequence - row.sequence}`;
      throw undone;
    });
  } catch (error) {
    if (error !== undone && !(error instanceof Error && /^(the state table|quote .* is not)/.test(error.message)))
      throw error;
  }
  return outcome;
}

/** The state that the tables lead to, and the number of events on the way. */
function expectedOf(row: TransactionRow, move: PaymentMove): string {
  let { status } = row;
  let refund = row.refund?.status ?? null;
  let events = 0;
  const [own, other] = row.type === 'OUTGOING' ? [move.outgoing, move.incoming] : [move.incoming, move.outgoing];
  if (own === undefined && other !== undefined) return 'refused';
  for (const trigger of own ?? []) {
    const edge = moveFrom(tableOf(row), status, trigger);
    if (edge === undefined) return 'refused';
    status = edge.to;
    events += edge.event === undefined ? 0 : 1;
  }
  if (move.refund !== undefined) {
    const edge = moveFrom('refund', refund, move.refund);
    if (edge === undefined) return 'refused';
    refund = edge.to;
    events += 1;
  }
  return `${status} ${refund} ${events}`;
}

eachEngine('every move from every state', (start) => {
  it.each(types)('moves an %s payment where its state tables allow, and refuses every other move', async (type) => {
    const server = await start();
    const row = await onePayment(server, type);
    for (const status of statesOf(tableOf(row))) {
      for (const refund_status of [null, ...statesOf('refund')]) {
        const from = withRefund({ ...row, status, quote_id: null }, refund_status);
        for (const name of moveNames) {
          const outcome = await outcomeOf(server, { row: from, quoteStatus: null }, name);
          expect([status, refund_status, name, outcome]).toEqual([
            status,
            refund_status,
            name,
            expectedOf(from, paymentMoves[name]),
          ]);
        }
      }
    }
    expect(await server.deps.database.read((unit) => findTransaction(unit, server.tenant, row.id))).toEqual(row);
    expect(await committedEvents(server, row.id)).toHaveLength(1);
  });

  it('moves the quote from the state that its trigger leaves, and from no other', async () => {
    const server = await start();
    const row = await onePayment(server, 'INCOMING');
    for (const quoteStatus of statesOf('quote')) {
      for (const name of moveNames) {
        const [trigger] = (paymentMoves[name] as PaymentMove).quote ?? [];
        if (trigger === undefined) continue;
        // States of the transaction and its refund in which only the quote can prevent the move.
        const from = statesOf('incoming-transaction')
          .flatMap((status) => [null, 'PENDING' as const].map((refund) => withRefund({ ...row, status }, refund)))
          .find((standing) => expectedOf(standing, paymentMoves[name]) !== 'refused');
        if (from === undefined) throw new Error(`no incoming payment moves by ${name}`);
        const isDeclared = moveFrom('quote', quoteStatus, trigger) !== undefined;
        const outcome = await outcomeOf(server, { row: from, quoteStatus }, name);
        expect([quoteStatus, name, outcome !== 'refused']).toEqual([quoteStatus, name, isDeclared]);
      }
    }
  });
});

/** The moves as docs/LIFECYCLE.md lists them. */
function lifecycleTable(): string {
  const cell = (triggers: readonly string[] = []): string => triggers.map((trigger) => `\`${trigger}\``).join(', ');
  const rows = moveNames.map((name) => {
    const { when, quote, outgoing, incoming, refund, entry }: PaymentMove = paymentMoves[name];
    const cells = [cell(quote), cell(outgoing), cell(incoming), cell(refund && [refund]), cell(entry && [entry])];
    return `| \`${name}\` | ${when} | ${cells.join(' | ')} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |');
  });
  return rows.join('\n');
}

it('every move is listed in docs/LIFECYCLE.md', () => {
  const lifecycle = readFileSync(new URL('../../../../../docs/LIFECYCLE.md', import.meta.url), 'utf8');
  expect(lifecycle).toContain(lifecycleTable());
});
