import type { AgentAction } from '@payments-platform/types';
import { dayMs } from '../../ground/clock/instant.ts';
import { declared, type RefusalOf } from '../../operation/declared-refusal.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Caller, isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import { makeTransfer, type Transfer } from '../../payments/transfers/transfer.ts';
import { lockCallingAgent, lockCallingAgentAfterCustomer } from '../agents/calling-agent.ts';
import { refuseForeignAccounts } from '../agents/own-accounts.ts';
import { submitPayment } from './submit-payment.ts';

/** How long a transfer waits for approval. It does not convert, so it has no price that could expire. */
const approvalWindowMs = dayMs;

const types = { agentCreateTransferIn: 'TRANSFER_IN', agentCreateTransferOut: 'TRANSFER_OUT' } as const;
type AgentTransfer = keyof typeof types;

interface TransferCall extends WorkContext {
  readonly caller: Caller;
  readonly input: {
    readonly body: {
      readonly source: { readonly accountId: string };
      readonly destination: { readonly accountId: string };
    };
  };
}

/** Submits a transfer of an agent: a quote in one currency that is submitted at once. */
export async function submitTransfer<O extends AgentTransfer>(
  call: TransferCall,
  operationId: O,
  read: () => Promise<Transfer | Refusal>,
): Promise<AgentAction | RefusalOf<O> | Refusal<'UNAUTHORIZED'>> {
  const pulls = types[operationId] === 'TRANSFER_IN';
  const agent = await (pulls ? lockCallingAgentAfterCustomer(call) : lockCallingAgent(call));
  if (isRefusal(agent)) return agent;
  const { source, destination } = call.input.body;
  const foreign = await refuseForeignAccounts(call, agent.customer_id, [source.accountId, destination.accountId]);
  if (foreign !== undefined) return declared(operationId, foreign);
  const transfer = await read();
  if (isRefusal(transfer)) return declared(operationId, transfer);
  const waiting = { agentId: agent.id, waitsMs: approvalWindowMs };
  const transaction = await makeTransfer(call, operationId, transfer, waiting);
  if (isRefusal(transaction)) return transaction;
  const action = await submitPayment(call, agent, { type: types[operationId], transaction, sign: nothingToSign });
  return isRefusal(action) ? declared(operationId, ofTransfer(action)) : action;
}

/** Transfers from embedded wallets, which would require the owner's signature, have already been refused. */
const nothingToSign = async () => undefined;

/**
 * A transfer has no quote that the caller could execute again, so the code must not be CONFLICT. If something changed
 * while the transfer was processed, the checks of a repeat name it.
 */
function ofTransfer(refusal: Refusal): Refusal {
  if (refusal.code !== 'CONFLICT') return refusal;
  if (refusal.details === undefined) return { ...refusal, code: 'QUOTE_REQUEST_FAILED' };
  return refuse(
    'QUOTE_REQUEST_FAILED',
    'An account, the customer or a currency of the transfer changed while it was processed, so nothing was paid. Send the request again; the response names what prevents the payment.',
  );
}
