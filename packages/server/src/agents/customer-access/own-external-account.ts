import { accountNotFound, findExternalAccount } from '../../accounts/external/find-external-account.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Caller, isRefusal, type Refusal } from '../../operation/operation.ts';
import { findCallingAgent } from '../agents/calling-agent.ts';

interface PayeeCall extends Pick<WorkContext, 'unit' | 'tenant'> {
  readonly caller: Caller;
  readonly input: { readonly path: { readonly externalAccountId: string } };
}

/** Refuses an account that is not of the agent's customer as not found. */
export async function refuseForeignPayee(
  call: PayeeCall,
): Promise<Refusal<'ACCOUNT_NOT_FOUND' | 'UNAUTHORIZED'> | undefined> {
  const id = call.input.path.externalAccountId;
  const agent = await findCallingAgent(call);
  if (isRefusal(agent)) return agent;
  const account = await findExternalAccount(call.unit, call.tenant, id);
  return account?.customer_id === agent.customer_id ? undefined : accountNotFound(id);
}
