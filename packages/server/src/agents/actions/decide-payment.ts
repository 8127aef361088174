import type { WorkContext } from '../../operation/deps.ts';
import type { PaymentDecision } from '../../payments/transactions/life-cycle.ts';
import { findActionOfTransaction } from './actions-repository.ts';
import { approveAction, rejectAction } from './decide-action.ts';

/** A payment that an agent asked for is decided as its action is. */
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

/** What an agent has submitted and nobody has decided about. */
export async function holdsPayment({ unit, tenant }: WorkContext, transactionId: string): Promise<boolean> {
  return (await findActionOfTransaction(unit, tenant, transactionId))?.status === 'PENDING_APPROVAL';
}
