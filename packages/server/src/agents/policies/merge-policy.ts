import type { AgentPolicy, AgentPolicyUpdateRequest } from '@payments-platform/types';

/** The policy after a change: what is left out stays, also within its parts, and a list takes the place of the one before. */
export function mergePolicy(policy: AgentPolicy, change: AgentPolicyUpdateRequest): AgentPolicy {
  const { spendingLimits, accountRestrictions, approvalThresholds, ...rest } = change;
  return {
    ...policy,
    ...rest,
    spendingLimits: { ...policy.spendingLimits, ...spendingLimits },
    ...merged('accountRestrictions', policy.accountRestrictions, accountRestrictions),
    ...merged('approvalThresholds', policy.approvalThresholds, approvalThresholds),
  };
}

function merged<Name extends string, Part extends object>(
  name: Name,
  part: Part | undefined,
  change: Part | undefined,
): { readonly [key in Name]?: Part } {
  if (part === undefined && change === undefined) return {};
  // One member under a name that the type of the key holds.
  return { [name]: { ...part, ...change } } as { readonly [key in Name]?: Part };
}
