import type { AgentAction, AgentTransferDetails, Quote } from '@payments-platform/types';
import { storedAccountId, storedId } from '../../ground/ids/stored-id.ts';
import { present } from '../../ground/json/json-text.ts';
import { wireMinor } from '../../ground/money/money.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuse } from '../../operation/operation.ts';
import { showQuotes } from '../../payments/quotes/show-quotes.ts';
import { findTransactions } from '../../payments/transactions/find-transaction.ts';
import type { TransactionRow } from '../../payments/transactions/transaction-row.ts';
import { viewTransaction } from '../../payments/transactions/transaction-view.ts';
import type { ActionRow } from './tables.ts';

type ViewContext = Pick<WorkContext, 'unit' | 'tenant' | 'deps'>;

/**
 * Rows to wire, each with the present state of its quote or transfer and its payment. Uses a few statements for all
 * rows.
 */
export async function showActions(context: ViewContext, rows: readonly ActionRow[]): Promise<Map<string, AgentAction>> {
  const byQuote = rows.filter(({ type }) => type === 'EXECUTE_QUOTE');
  const [transactions, quotes] = await Promise.all([
    findTransactions(
      context.unit,
      context.tenant,
      rows.map(({ transaction_id: id }) => id),
    ),
    showQuotes(
      context,
      byQuote.map(({ quote_id: id }) => id),
    ),
  ]);
  return new Map(
    rows.map((row) => {
      const transaction = transactions.get(row.transaction_id);
      if (transaction === undefined) throw new Error(`${row.id} has no transaction`);
      return [row.id, viewAction(row, transaction, quotes.get(row.quote_id))];
    }),
  );
}

export async function showAction(context: ViewContext, row: ActionRow): Promise<AgentAction> {
  const action = (await showActions(context, [row])).get(row.id);
  if (action === undefined) throw new Error(`${row.id} is not shown`);
  return action;
}

function viewAction(row: ActionRow, transaction: TransactionRow, quote: Quote | undefined): AgentAction {
  return present<AgentAction>({
    id: storedId('AgentAction', row.id),
    agentId: storedId('Agent', row.agent_id),
    customerId: storedId('Customer', row.customer_id),
    platformCustomerId: transaction.platform_customer_id ?? '',
    status: row.status,
    type: row.type,
    quote,
    transferDetails: row.type === 'EXECUTE_QUOTE' ? undefined : viewTransfer(transaction),
    // A pending action has a transaction too, but the field shows only the result of the action.
    transaction: row.status === 'APPROVED' ? viewTransaction(transaction) : undefined,
    rejectionReason: row.rejection_reason ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  });
}

function viewTransfer(row: TransactionRow): AgentTransferDetails {
  return {
    amount: wireMinor(row.sent_minor),
    currency: row.sent_currency,
    sourceAccountId: storedAccountId(row.source_account_id ?? ''),
    destinationAccountId: storedAccountId(row.destination_account_id ?? ''),
  };
}

/** The refusal is the same for an action of another agent or platform and one that never existed. */
export function unknownAction(id: string): Refusal<'NOT_FOUND'> {
  return refuse('NOT_FOUND', `There is no action ${id} of this agent. Check the id.`);
}
