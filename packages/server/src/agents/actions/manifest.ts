import type { Manifest } from '../../operation/manifest.ts';
import { actionInvariants } from './action-invariants.ts';
import { agentCreateTransferIn } from './agent-create-transfer-in.ts';
import { agentCreateTransferOut } from './agent-create-transfer-out.ts';
import { agentExecuteQuote } from './agent-execute-quote.ts';
import { agentGetAction } from './agent-get-action.ts';
import { agentListActions } from './agent-list-actions.ts';
import { approveAgentAction } from './approve-agent-action.ts';
import { decidePayment, holdsPayment } from './decide-payment.ts';
import { deleteAgent } from './delete-agent.ts';
import { endAgentsOf } from './end-agent.ts';
import { expireAction } from './expire-action.ts';
import { getAgentActionById } from './get-agent-action-by-id.ts';
import { listAgentActions } from './list-agent-actions.ts';
import { listAgentApprovals } from './list-agent-approvals.ts';
import { rejectAgentAction } from './reject-agent-action.ts';

export const manifest = {
  operations: {
    agentCreateTransferIn,
    agentCreateTransferOut,
    agentExecuteQuote,
    agentGetAction,
    agentListActions,
    deleteAgent,
    getAgentActionById,
    listAgentActions,
    listAgentApprovals,
  },
  externalOperations: { approveAgentAction, rejectAgentAction },
  lifeCycle: { beforeCustomerDeleted: endAgentsOf, decidePayment, holdsPayment, beforePaymentExpires: expireAction },
  invariants: actionInvariants,
} satisfies Manifest;
