import { readJson } from '../../ground/json/json-text.ts';
import { declared, type RefusalOf } from '../../operation/declared-refusal.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { afterRequest, type Caller, type Handler, isRefusal, refuse, refuseFields } from '../../operation/operation.ts';
import { confirmQuote, recordQuote } from '../../payments/quotes/create-quote.ts';
import type { QuoteRequest } from '../../payments/quotes/parties.ts';
import { unknownLookup } from '../../payments/quotes/uma-receiver.ts';
import { findLookup } from '../../payments/receivers/find-lookup.ts';
import { findCallingAgent } from '../agents/calling-agent.ts';
import { refuseForeignAccounts } from '../agents/own-accounts.ts';
import type { AgentRow } from '../agents/tables.ts';
import { refuseByPolicy } from '../policies/refuse-by-policy.ts';

type QuoteRefusal = RefusalOf<'agentCreateQuote'>;

/** A quote as the platform would get it, for the customer of the agent and between accounts that the policy allows. */
export const agentCreateQuote: Handler<'agentCreateQuote'> = afterRequest(
  async (call) => {
    const request = await call.deps.database.read((unit) => requestOf({ ...call, unit }, call.input.body));
    return isRefusal(request) ? request : confirmQuote(call, request, askerOf(call.caller));
  },
  async (call, confirmed) => {
    const request = await requestOf(call, call.input.body);
    if (isRefusal(request)) return request;
    // What the request was refused is refused before its record is made.
    if (confirmed !== undefined && isRefusal(confirmed)) return declared('agentCreateQuote', confirmed);
    const made = await recordQuote(call, request, confirmed, askerOf(call.caller));
    return isRefusal(made) ? declared('agentCreateQuote', made) : { status: 201, body: made.body };
  },
);

function askerOf({ agentId }: Caller): { readonly agentId?: string } {
  return agentId === undefined ? {} : { agentId };
}

interface AgentContext extends WorkContext {
  readonly caller: Caller;
}

/** The request, once everything that it names is the customer's of the agent. */
async function requestOf(context: AgentContext, body: QuoteRequest): Promise<QuoteRequest | QuoteRefusal> {
  if (body.immediatelyExecute === true) return executesByAction;
  if (body.platformFeeOverride !== undefined) return feesAreThePlatforms;
  const { source, destination } = body;
  if (source.sourceType === 'REALTIME_FUNDING') return startsByItself;
  const agent = await findCallingAgent(context);
  if (isRefusal(agent)) return agent;
  const named = [source.accountId, ...(destination.destinationType === 'ACCOUNT' ? [destination.accountId] : [])];
  const foreign =
    (await refuseForeignAccounts(context, agent.customer_id, named)) ??
    refuseForeignCustomer(agent, source.customerId) ??
    (await refuseForeignLookup(context, agent, body.lookupId));
  if (foreign !== undefined) return foreign;
  const allowed: readonly string[] | null = readJson(agent.policy).accountRestrictions?.allowedAccountIds ?? null;
  const outside = named.find((id) => id.startsWith('InternalAccount:') && allowed?.includes(id) === false);
  if (outside !== undefined) return refuseByPolicy({ cause: 'ACCOUNT_NOT_ALLOWED', accountId: outside });
  return body;
}

const executesByAction = refuseFields([
  {
    field: 'immediatelyExecute',
    message:
      'A payment of an agent may need approval first. Leave it out, and execute the quote with a request of its own.',
  },
]);

const startsByItself = refuseFields([
  {
    field: 'source.sourceType',
    message:
      'A quote that is paid in for starts by itself, and a payment of an agent is weighed by its policy first. Name an account, or have the platform create the quote.',
  },
]);

const feesAreThePlatforms = refuseFields([
  {
    field: 'platformFeeOverride',
    message: 'The platform sets what it charges, and an agent does not change it. Leave it out.',
  },
]);

function refuseForeignCustomer({ customer_id }: AgentRow, customerId: string | undefined) {
  if (customerId === undefined || customerId === customer_id) return undefined;
  return refuse('CUSTOMER_NOT_FOUND', `There is no active customer ${customerId}.`);
}

/** A lookup that was made for another customer is none of this one's. */
async function refuseForeignLookup(
  { unit, tenant, now }: WorkContext,
  { customer_id }: AgentRow,
  id: string | undefined,
) {
  if (id === undefined) return undefined;
  const sender = (await findLookup(unit, { tenant, id, now }))?.senderCustomerId ?? null;
  return sender === null || sender === customer_id ? undefined : unknownLookup(id);
}
