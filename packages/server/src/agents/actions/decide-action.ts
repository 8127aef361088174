import type { AgentAction } from '@payments-platform/types';
import type { WorkContext } from '../../operation/deps.ts';
import { lockTransaction } from '../../payments/transactions/find-transaction.ts';
import { withdrawPayment } from '../../payments/transactions/payment-steps.ts';
import { lockAgent } from '../agents/find-agent.ts';
import type { AgentRow } from '../agents/tables.ts';
import { showAction } from './action-view.ts';
import { findAction } from './actions-repository.ts';
import { moveAction } from './move-action.ts';
import { evaluatePayment, executePayment } from './submit-payment.ts';
import type { ActionRow } from './tables.ts';

export interface ActionKey {
  readonly agentId: string;
  readonly actionId: string;
}

export type Undecidable = 'UNKNOWN' | 'DECIDED_BEFORE';

type Outside = Omit<WorkContext, 'unit'>;
type Decide = (context: WorkContext, agent: AgentRow, action: ActionRow) => Promise<ActionRow>;

/** An approved action cannot be carried out. Throwing it rolls back the unit. */
class Impossible extends Error {}

/**
 * Approves an action: checks the policy again and executes the payment. If that is no longer possible, everything is
 * rolled back and a second unit records that the action has failed. An action that has already failed, for example
 * because its quote expired, is returned.
 */
export async function approveAction(context: Outside, key: ActionKey): Promise<AgentAction | Undecidable> {
  try {
    return await decide(context, key, executeApproved, 'FAILED');
  } catch (error) {
    if (!(error instanceof Impossible)) throw error;
    return decide(context, key, failApproved, 'FAILED');
  }
}

export function rejectAction(
  context: Outside,
  key: ActionKey,
  reason: string | null,
): Promise<AgentAction | Undecidable> {
  return decide(context, key, (inside, _agent, action) => endAction(inside, action, 'REJECT', reason));
}

/** Every decision locks the agent first, so of concurrent decisions one is made and the others see its result. */
function decide(
  context: Outside,
  { agentId, actionId }: ActionKey,
  work: Decide,
  shown?: ActionRow['status'],
): Promise<AgentAction | Undecidable> {
  const { tenant, deps } = context;
  return deps.database.transaction(async (unit) => {
    const inside = { ...context, unit };
    const agent = await lockAgent(unit, tenant, agentId);
    const action = agent && (await findAction(unit, tenant, actionId));
    if (agent === undefined || action?.agent_id !== agent.id) return 'UNKNOWN';
    if (action.status === shown) return showAction(inside, action);
    if (action.status !== 'PENDING_APPROVAL') return 'DECIDED_BEFORE';
    return showAction(inside, await work(inside, agent, action));
  });
}

async function executeApproved(context: WorkContext, agent: AgentRow, action: ActionRow): Promise<ActionRow> {
  const transaction = await transactionOf(context, action);
  const verdict = evaluatePayment(context, agent, action.type, transaction);
  if (verdict.decision === 'REFUSED') throw new Impossible(verdict.breach.cause);
  const refused = await executePayment(context, agent, transaction, verdict.countedMinor);
  if (refused !== undefined) throw new Impossible(refused.code);
  return moveAction(context, action, 'APPROVE');
}

function failApproved(context: WorkContext, _agent: AgentRow, action: ActionRow): Promise<ActionRow> {
  return endAction(context, action, 'APPROVE_IN_VAIN');
}

/** Ends a pending action and its payment. */
export async function endAction(
  context: WorkContext,
  action: ActionRow,
  trigger: 'APPROVE_IN_VAIN' | 'REJECT' | 'DELETE_AGENT',
  reason: string | null = null,
): Promise<ActionRow> {
  await withdrawPayment(context, await transactionOf(context, action));
  return moveAction(context, action, trigger, reason);
}

/** Locks the transaction, so that it does not expire meanwhile. */
async function transactionOf({ unit, tenant }: WorkContext, action: ActionRow) {
  const transaction = await lockTransaction(unit, tenant, action.transaction_id);
  if (transaction === undefined) throw new Error(`${action.id} has no transaction`);
  return transaction;
}
