import { stateTables } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { statesOf } from '../../engines/states/transition.ts';
import { findTransaction } from './find-transaction.ts';
import { moveTransaction, type Step } from './move-transaction.ts';
import type { TransactionRow } from './transaction-row.ts';

interface Edge {
  readonly from: string | null;
  readonly trigger: string;
  readonly to: string;
  readonly event?: string;
}

/** A payment of the type, as it is after its quote was made. */
async function onePayment(server: TestServer, type: TransactionRow['type']): Promise<string> {
  const { customerId, accounts } = await makeSender(server);
  const to = type === 'OUTGOING' ? await makeUsdAccount(server, customerId) : (accounts['EUR'] ?? '');
  return (await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to }))).body.transactionId;
}

/** Takes the step from the state in a unit that is undone either way, and tells what came of it. */
async function outcomeOf(server: TestServer, row: TransactionRow, step: Step): Promise<string> {
  const undone = new Error('undone');
  let outcome = 'refused';
  try {
    await server.deps.database.transaction(async (unit) => {
      const context = { unit, tenant: server.tenant, now: server.clock.now(), deps: server.deps };
      const moved = await moveTransaction(context, row, [step]);
      outcome = 'refund' in step ? `${moved.refund_status}` : moved.status;
      throw undone;
    });
  } catch (error) {
    if (error !== undone && !(error instanceof Error && error.message.startsWith('the state table'))) throw error;
  }
  return outcome;
}

/** What the table says: where a trigger leads from a state, with an event to tell of it, or that it leads nowhere. */
function expectedOf(edges: readonly Edge[], from: string | null, trigger: string): string {
  const edge = edges.find((one) => one.from === from && one.trigger === trigger);
  return edge?.event === undefined ? 'refused' : edge.to;
}

eachEngine('every trigger in every state', (start) => {
  it.each(['OUTGOING', 'INCOMING'] as const)(
    'moves a payment of the type %s by its table, and by nothing else',
    async (type) => {
      const server = await start();
      const id = await onePayment(server, type);
      const row = await server.deps.database.read((unit) => findTransaction(unit, server.tenant, id));
      if (row === undefined) throw new Error('the payment is not there');
      const payments = stateTables[type === 'OUTGOING' ? 'outgoing-transaction' : 'incoming-transaction'];
      const { refund } = stateTables;
      const triggers = [
        ...stateTables['outgoing-transaction'].transitions,
        ...stateTables['incoming-transaction'].transitions,
      ].map(({ trigger }) => trigger);
      for (const status of statesOf(type === 'OUTGOING' ? 'outgoing-transaction' : 'incoming-transaction')) {
        for (const trigger of new Set(triggers)) {
          const outcome = await outcomeOf(server, { ...row, status }, { trigger, set: {} });
          expect([status, trigger, outcome]).toEqual([
            status,
            trigger,
            expectedOf(payments.transitions, status, trigger),
          ]);
        }
      }
      for (const status of [null, ...statesOf('refund')]) {
        for (const { trigger } of refund.transitions) {
          const outcome = await outcomeOf(server, { ...row, refund_status: status }, { refund: trigger, set: {} });
          expect([status, trigger, outcome]).toEqual([
            status,
            trigger,
            expectedOf(refund.transitions, status, trigger),
          ]);
        }
      }
      const after = await server.deps.database.read((unit) => findTransaction(unit, server.tenant, id));
      expect(after).toEqual(row);
      expect(await committedEvents(server, id)).toHaveLength(1);
    },
  );
});
