import type { AgentPolicy } from '@payments-platform/types';
import { dayOf } from '../../ground/clock/instant.ts';
import { readJson, writeJson } from '../../ground/json/json-text.ts';
import { currencyCode } from '../../ground/money/currency.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Handler, isRefusal, type Refusal, refuseFields } from '../../operation/operation.ts';
import { countedMinor } from '../policies/counted-amount.ts';
import { mergePolicy } from '../policies/merge-policy.ts';
import { type Usage, usageOn } from '../policies/usage.ts';
import { usageOf, viewAgent, withUsage } from './agent-view.ts';
import { checkPolicy } from './check-policy.ts';
import { lockAgent, unknownAgent } from './find-agent.ts';
import { saveAgent } from './save-agent.ts';
import type { AgentRow } from './tables.ts';

export const updateAgentPolicy: Handler<'updateAgentPolicy'> = async (call) => {
  const { input, unit, tenant, now } = call;
  const row = await lockAgent(unit, tenant, input.path.agentId);
  if (row === undefined) return unknownAgent(input.path.agentId);
  const invalid = await checkPolicy(call, input.body, row.customer_id, '');
  if (invalid !== undefined) return invalid;
  const policy = mergePolicy(readJson(row.policy), input.body);
  const usage = recounted(call, row, policy);
  if (isRefusal(usage)) return usage;
  const changed = await saveAgent(unit, { ...withUsage(row, usage), policy: writeJson(policy), updated_at: now });
  return { status: 200, body: viewAgent(changed, now) };
};

/** If the currency of the limits changes, the usage is converted, so that past spending still counts. */
function recounted({ deps, now }: WorkContext, row: AgentRow, policy: AgentPolicy): Usage | Refusal<'INVALID_INPUT'> {
  const usage = usageOn(usageOf(row), dayOf(now));
  const before = currencyCode(readJson(row.policy).spendingLimits.currency);
  const after = currencyCode(policy.spendingLimits.currency);
  const counted = (minor: bigint): bigint | undefined => countedMinor(deps.rates, minor, before, after);
  const [dailySpendMinor, monthlySpendMinor] = [counted(usage.dailySpendMinor), counted(usage.monthlySpendMinor)];
  if (dailySpendMinor !== undefined && monthlySpendMinor !== undefined)
    return { ...usage, dailySpendMinor, monthlySpendMinor };
  const message = `There is no rate from ${before} to ${after}, so the agent's past spending cannot be converted to ${after}. Keep ${before}, or try again later.`;
  return refuseFields([{ field: 'spendingLimits.currency', message }]);
}
