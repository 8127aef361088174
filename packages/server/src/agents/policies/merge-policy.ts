import type { AgentPolicy, AgentPolicyUpdateRequest } from '@payments-platform/types';
import { pick } from '../../ground/json/json-text.ts';

/** The policy after a change: omitted fields stay, also in nested objects, and lists are replaced. */
export function mergePolicy(kept: AgentPolicy, change: AgentPolicyUpdateRequest): AgentPolicy {
  const policy = policyOf(kept);
  const { spendingLimits, accountRestrictions, approvalThresholds, ...rest } = change;
  return policyOf({
    ...policy,
    ...rest,
    spendingLimits: changedLimits(policy.spendingLimits, spendingLimits),
    ...merged('accountRestrictions', policy.accountRestrictions, accountRestrictions),
    ...merged('approvalThresholds', policy.approvalThresholds, approvalThresholds),
  });
}

/** `null` removes a limit. A limit of the number of payments is then absent, since a policy never has `null` there. */
function changedLimits(
  limits: AgentPolicy['spendingLimits'],
  change: AgentPolicyUpdateRequest['spendingLimits'],
): AgentPolicy['spendingLimits'] {
  const { dailyTransactionLimit, ...others } = { ...limits, ...change };
  return dailyTransactionLimit == null ? others : { ...others, dailyTransactionLimit };
}

/** Keeps only the fields of a policy, because it is stored and returned whole, and a request may carry other fields. */
export function policyOf(sent: AgentPolicy): AgentPolicy {
  const { spendingLimits, accountRestrictions, approvalThresholds } = sent;
  return {
    ...pick(sent, ['permissions', 'defaultExecutionMode']),
    spendingLimits: pick(spendingLimits, [
      'currency',
      'perTransactionLimit',
      'dailyLimit',
      'dailyTransactionLimit',
      'monthlyLimit',
    ]),
    ...(accountRestrictions && { accountRestrictions: restrictionsOf(accountRestrictions) }),
    ...(approvalThresholds && { approvalThresholds: thresholdsOf(approvalThresholds, spendingLimits.currency) }),
  };
}

type Thresholds = NonNullable<AgentPolicy['approvalThresholds']>;

/** An amount keeps its original currency, even if the currency of the limits changes later. */
function thresholdsOf(sent: Thresholds, currencyOfLimits: string): Thresholds {
  const thresholds = pick(sent, ['currency', 'amount']);
  return thresholds.amount == null ? thresholds : { currency: currencyOfLimits, ...thresholds };
}

type Restrictions = NonNullable<AgentPolicy['accountRestrictions']>;

function restrictionsOf(sent: Restrictions): Restrictions {
  const accountRules = sent.accountRules?.map((rule) =>
    pick(rule, ['accountId', 'executionMode', 'perTransactionLimit']),
  );
  return { ...pick(sent, ['allowedAccountIds']), ...(accountRules && { accountRules }) };
}

function merged<Name extends string, Part extends object>(
  name: Name,
  part: Part | undefined,
  change: Part | undefined,
): { readonly [key in Name]?: Part } {
  if (part === undefined && change === undefined) return {};
  // TypeScript does not infer the type of a computed key.
  return { [name]: { ...part, ...change } } as { readonly [key in Name]?: Part };
}
