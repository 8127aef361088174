import { dayOf } from '../../ground/clock/instant.ts';
import { writeJson } from '../../ground/json/json-text.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { lockActiveCustomer } from '../../people/customer-records/lock-customer.ts';
import { policyOf } from '../policies/merge-policy.ts';
import { viewAgent } from './agent-view.ts';
import { insertAgent } from './agents-repository.ts';
import { checkPolicy } from './check-policy.ts';
import { issueDeviceCode } from './device-code.ts';
import type { AgentRow } from './tables.ts';

export const createAgent: Handler<'createAgent'> = async (call) => {
  const { unit, tenant, now, deps, input } = call;
  const { name, customerId } = input.body;
  const policy = policyOf(input.body.policy);
  const customer = await lockActiveCustomer(unit, tenant, customerId);
  if (isRefusal(customer)) return customer;
  const invalid = await checkPolicy(call, policy, customerId, 'policy.');
  if (invalid !== undefined) return invalid;
  const row: AgentRow = {
    tenant,
    id: deps.ids.next('Agent'),
    name,
    customer_id: customerId,
    is_paused: 0,
    policy: writeJson(policy),
    token_hash: null,
    usage_day: dayOf(now),
    daily_count: 0,
    daily_spend_minor: 0n,
    monthly_spend_minor: 0n,
    revision: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  insertAgent(unit, row);
  const deviceCode = await issueDeviceCode(call, row.id);
  return { status: 201, body: { agent: viewAgent(row, now), deviceCode } };
};
