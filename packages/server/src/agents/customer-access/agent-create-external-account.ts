import { accountFieldErrors } from '../../accounts/external/check-account.ts';
import { createCustomerExternalAccount } from '../../accounts/external/create-customer-external-account.ts';
import { storedId } from '../../ground/ids/stored-id.ts';
import { declared } from '../../operation/declared-refusal.ts';
import { type Handler, isRefusal, refuseFields, withFieldRules } from '../../operation/operation.ts';
import { findCallingAgent } from '../agents/calling-agent.ts';

export const agentCreateExternalAccount: Handler<'agentCreateExternalAccount'> = withFieldRules(
  accountFieldErrors,
  async (call) => {
    const agent = await findCallingAgent(call);
    if (isRefusal(agent)) return agent;
    const { body } = call.input;
    if (body.customerId !== undefined && body.customerId !== agent.customer_id) {
      const message = 'An agent can add payees only for its own customer. Omit customerId.';
      return refuseFields([{ field: 'customerId', message }]);
    }
    if (body.defaultUmaDepositAccount === true) return leadsMoneyAway;
    const owned = { ...body, customerId: storedId('Customer', agent.customer_id) };
    const opened = await createCustomerExternalAccount({ ...call, input: { ...call.input, body: owned } });
    return isRefusal(opened) ? declared('agentCreateExternalAccount', opened) : opened;
  },
);

/** A default deposit account would forward the customer's incoming money at once, with no limit and no approval. */
const leadsMoneyAway = refuseFields([
  {
    field: 'defaultUmaDepositAccount',
    message: 'Only the platform sets where payments to the customer go. Omit this field.',
  },
]);
