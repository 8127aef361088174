import type { AgentPolicyUpdateRequest } from '@payments-platform/types';
import { findInternalAccount } from '../../accounts/internal/find-internal-account.ts';
import { isCurrencyCode } from '../../ground/money/currency.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Refusal, refuseFields } from '../../operation/operation.ts';

/**
 * Checks what no schema can express in a policy or a part of one: its currencies exist, and its accounts are the
 * customer's.
 */
export async function checkPolicy(
  context: WorkContext,
  policy: AgentPolicyUpdateRequest,
  customerId: string,
  /** The path of the policy in the request, e.g. `policy.`. */
  place: string,
): Promise<Refusal<'INVALID_INPUT'> | undefined> {
  const errors = [
    ...currencyErrors(policy),
    ...(await accountErrors(context, policy, customerId)),
    ...repeatedRules(policy),
  ];
  return errors.length === 0
    ? undefined
    : refuseFields(errors.map((error) => ({ ...error, field: `${place}${error.field}` })));
}

function currencyErrors({ spendingLimits, approvalThresholds }: AgentPolicyUpdateRequest): FieldError[] {
  const named = { spendingLimits, approvalThresholds };
  return Object.entries(named).flatMap(([part, { currency } = {}]) =>
    currency === undefined || isCurrencyCode(currency)
      ? []
      : [{ field: `${part}.currency`, message: `The service does not support the currency ${currency}.` }],
  );
}

async function accountErrors(
  { unit, tenant }: WorkContext,
  { accountRestrictions: { allowedAccountIds, accountRules = [] } = {} }: AgentPolicyUpdateRequest,
  customerId: string,
): Promise<FieldError[]> {
  const named = [
    ...(allowedAccountIds ?? []).map((id, index) => [`accountRestrictions.allowedAccountIds.${index}`, id] as const),
    ...accountRules.map(
      ({ accountId }, index) => [`accountRestrictions.accountRules.${index}.accountId`, accountId] as const,
    ),
  ];
  const errors = await Promise.all(
    named.map(async ([field, id]): Promise<FieldError[]> => {
      const account = await findInternalAccount(unit, tenant, id);
      if (account?.customer_id === customerId) return [];
      return [
        { field, message: `${id} is not an internal account of the customer. List the accounts of ${customerId}.` },
      ];
    }),
  );
  return errors.flat();
}

function repeatedRules({ accountRestrictions: { accountRules = [] } = {} }: AgentPolicyUpdateRequest): FieldError[] {
  return accountRules.flatMap(({ accountId }, index) =>
    accountRules.findIndex((other) => other.accountId === accountId) === index
      ? []
      : [
          {
            field: `accountRestrictions.accountRules.${index}.accountId`,
            message: `${accountId} already has a rule. Send one rule per account.`,
          },
        ],
  );
}
