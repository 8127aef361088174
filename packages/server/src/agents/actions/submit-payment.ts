import type { AgentAction, AgentActionType, AgentPermission } from '@payments-platform/types';
import { appendEvents } from '../../engines/outbox/append-event.ts';
import { mustMove } from '../../engines/states/transition.ts';
import { dayOf } from '../../ground/clock/instant.ts';
import { readJson } from '../../ground/json/json-text.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { isRefusal, type Refusal } from '../../operation/operation.ts';
import { type ExecutionRefusal, executeStoredQuote } from '../../payments/quotes/execute-quote.ts';
import type { TransactionRow } from '../../payments/transactions/transaction-row.ts';
import { usageOf, withUsage } from '../agents/agent-view.ts';
import { saveAgent } from '../agents/save-agent.ts';
import type { AgentRow } from '../agents/tables.ts';
import { evaluatePolicy, type Verdict } from '../policies/evaluate-policy.ts';
import { refuseByPolicy } from '../policies/refuse-by-policy.ts';
import { usageOn, withPayment } from '../policies/usage.ts';
import { showAction } from './action-view.ts';
import { insertAction } from './actions-repository.ts';
import type { ActionRow } from './tables.ts';

/** The permission that each type of action requires, at submission and again at approval. */
const permissions: Readonly<Record<AgentActionType, AgentPermission>> = {
  EXECUTE_QUOTE: 'EXECUTE_QUOTES',
  TRANSFER_OUT: 'CREATE_TRANSFERS',
  TRANSFER_IN: 'CREATE_TRANSFERS',
};

export interface Submission {
  readonly type: AgentActionType;
  readonly transaction: TransactionRow;
  /**
   * Refuses a payment that the owner of an embedded wallet has not signed. Checked at submission only, so an approval
   * requires no signature.
   */
  readonly sign: () => Promise<ExecutionRefusal | undefined>;
  /** The checked signature, which is stored with the action. */
  readonly signature?: string | undefined;
}

/**
 * Submits a payment of a locked agent: it is executed at once, waits for approval, or is refused. After a refusal, the
 * caller must roll back its unit.
 */
export async function submitPayment(
  context: WorkContext,
  agent: AgentRow,
  { type, transaction, sign, signature }: Submission,
): Promise<AgentAction | Refusal<'FORBIDDEN'> | ExecutionRefusal> {
  const { unit, tenant, now, deps } = context;
  const verdict = evaluatePayment(context, agent, type, transaction);
  if (verdict.decision === 'REFUSED') return refuseByPolicy(verdict.breach);
  const unsigned = await sign();
  if (unsigned !== undefined) return unsigned;
  const isAllowed = verdict.decision === 'ALLOWED';
  const refused = isAllowed ? await executePayment(context, agent, transaction, verdict.countedMinor) : undefined;
  if (refused !== undefined) return refused;
  const { to: status, event } = mustMove('agent-action', null, isAllowed ? 'ALLOW' : 'REQUIRE_APPROVAL');
  const row: ActionRow = {
    tenant,
    id: deps.ids.next('AgentAction'),
    agent_id: agent.id,
    customer_id: agent.customer_id,
    type,
    status,
    quote_id: transaction.quote_id ?? '',
    transaction_id: transaction.id,
    rejection_reason: null,
    owner_signature: signature ?? null,
    created_at: now,
    updated_at: now,
  };
  insertAction(unit, row);
  const action = await showAction(context, row);
  if (event !== undefined) {
    const emitted = { type: event, resourceId: row.id, sequence: 1, data: action };
    appendEvents({ unit, tenant, now, ids: deps.ids }, [emitted]);
  }
  return action;
}

/** Evaluates the agent's policy for a payment now. */
export function evaluatePayment(
  { now, deps }: WorkContext,
  agent: AgentRow,
  type: AgentActionType,
  transaction: TransactionRow,
): Verdict {
  const { source_account_id: source, destination_account_id: destination } = transaction;
  return evaluatePolicy(
    {
      isPaused: agent.is_paused === 1,
      policy: readJson(agent.policy),
      usage: usageOn(usageOf(agent), dayOf(now)),
      rates: deps.rates,
    },
    {
      permission: permissions[type],
      sourceAccountId: insideOnly(source),
      destinationAccountId: insideOnly(destination),
      amountMinor: transaction.sent_minor,
      currency: transaction.sent_currency,
    },
  );
}

/** Policies apply only to accounts inside the service. */
function insideOnly(accountId: string | null): string | null {
  return accountId?.startsWith('InternalAccount:') === true ? accountId : null;
}

/**
 * Executes a payment that was signed at submission and adds it to the agent's usage. Returns a refusal if it cannot be
 * executed.
 */
export async function executePayment(
  context: WorkContext,
  agent: AgentRow,
  transaction: TransactionRow,
  countedMinor: bigint,
): Promise<ExecutionRefusal | undefined> {
  const usage = usageOn(usageOf(agent), dayOf(context.now));
  await saveAgent(context.unit, withUsage(agent, withPayment(usage, countedMinor)));
  const sign = async () => undefined;
  const executed = await executeStoredQuote(context, transaction.quote_id ?? '', { sign });
  return isRefusal(executed) ? executed : undefined;
}
