import { readJson } from '../../ground/json/json-text.ts';
import { declared, type RefusalOf } from '../../operation/declared-refusal.ts';
import type { WorkContext } from '../../operation/deps.ts';
import {
  afterRequest,
  type Caller,
  type Handler,
  isRefusal,
  refuse,
  refuseFields,
  withFieldRules,
} from '../../operation/operation.ts';
import { confirmQuote, recordQuote, senderErrors } from '../../payments/quotes/create-quote.ts';
import type { QuoteRequest } from '../../payments/quotes/parties.ts';
import { unknownLookup } from '../../payments/quotes/uma-receiver.ts';
import { findLookup } from '../../payments/receivers/find-lookup.ts';
import { findCallingAgent } from '../agents/calling-agent.ts';
import { refuseForeignAccounts } from '../agents/own-accounts.ts';
import type { AgentRow } from '../agents/tables.ts';
import { refuseByPolicy } from '../policies/refuse-by-policy.ts';

type QuoteRefusal = RefusalOf<'agentCreateQuote'>;

/** Creates a quote as for the platform, for the agent's customer and between accounts that the policy allows. */
export const agentCreateQuote: Handler<'agentCreateQuote'> = withFieldRules(
  senderErrors,
  afterRequest(
    async (call) => {
      const request = await call.deps.database.read((unit) => requestOf({ ...call, unit }, call.input.body));
      return isRefusal(request) ? request : confirmQuote(call, request, askerOf(call.caller));
    },
    async (call, confirmed) => {
      const request = await requestOf(call, call.input.body);
      if (isRefusal(request)) return request;
      // A request that was refused after confirmation is refused before anything is recorded.
      if (confirmed !== undefined && isRefusal(confirmed)) return declared('agentCreateQuote', confirmed);
      const made = await recordQuote(call, request, confirmed, askerOf(call.caller));
      return isRefusal(made) ? declared('agentCreateQuote', made) : { status: 201, body: made.body };
    },
  ),
);

function askerOf({ agentId }: Caller): { readonly agentId?: string } {
  return agentId === undefined ? {} : { agentId };
}

interface AgentContext extends WorkContext {
  readonly caller: Caller;
}

/** Returns the request if everything that it names belongs to the agent's customer. */
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
      'A payment of an agent may require approval first. Omit this field, and execute the quote with a separate request.',
  },
]);

const startsByItself = refuseFields([
  {
    field: 'source.sourceType',
    message:
      'A quote with realtime funding starts by itself, but the policy has to be checked before a payment of an agent. Send an account, or let the platform create the quote.',
  },
]);

const feesAreThePlatforms = refuseFields([
  {
    field: 'platformFeeOverride',
    message: 'Only the platform sets its fees. Omit this field.',
  },
]);

function refuseForeignCustomer({ customer_id }: AgentRow, customerId: string | undefined) {
  if (customerId === undefined || customerId === customer_id) return undefined;
  return refuse(
    'CUSTOMER_NOT_FOUND',
    `There is no active customer ${customerId}. Omit customerId, or send the customer of the agent.`,
  );
}

/** A lookup that was made for another customer is refused as unknown. */
async function refuseForeignLookup(
  { unit, tenant, now }: WorkContext,
  { customer_id }: AgentRow,
  id: string | undefined,
) {
  if (id === undefined) return undefined;
  const sender = (await findLookup(unit, { tenant, id, now }))?.senderCustomerId ?? null;
  return sender === null || sender === customer_id ? undefined : unknownLookup(id);
}
