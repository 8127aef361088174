import type { WorkContext } from '../../operation/deps.ts';
import type { PaymentDecision } from '../../payments/transactions/life-cycle.ts';
import { findActionOfTransaction } from './actions-repository.ts';
import { approveAction, rejectAction } from './decide-action.ts';

/** Decides a payment that an agent submitted, by deciding its action. */
export async function decidePayment(
  context: Omit<WorkContext, 'unit'>,
  transactionId: string,
  decision: PaymentDecision,
): Promise<'DECIDED' | 'NOT_WAITING' | undefined> {
  const { tenant, deps } = context;
  const action = await deps.database.read((unit) => findActionOfTransaction(unit, tenant, transactionId));
  if (action === undefined) return undefined;
  const key = { agentId: action.agent_id, actionId: action.id };
  const decided = decision.isApproved
    ? await approveAction(context, key)
    : await rejectAction(context, key, decision.reason);
  return typeof decided === 'string' ? 'NOT_WAITING' : 'DECIDED';
}

/** Whether an agent submitted the payment and its action is still waiting for approval. */
export async function holdsPayment({ unit, tenant }: WorkContext, transactionId: string): Promise<boolean> {
  return (await findActionOfTransaction(unit, tenant, transactionId))?.status === 'PENDING_APPROVAL';
}
