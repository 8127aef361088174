import type { components } from '@payments-platform/types';
import { onlyDeclared } from '../../ground/specification/declared-fields.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import type { ValidPart } from '../../ground/specification/valid-part.ts';
import {
  type FieldSurroundings,
  mergeRefusals,
  type Refusal,
  refuse,
  refuseFieldErrors,
} from '../../operation/operation.ts';
import { type AccountKind, accountKind, formsOf, textOf } from './account-facts.ts';
import { brokenRule } from './identifiers/identifier-rule.ts';
import { identifierRules } from './identifiers/identifier-rules.ts';
import type { AccountInfo } from './tables.ts';

type Schemas = components['schemas'];
export type NewAccount = Schemas['PlatformExternalAccountCreateRequest'] &
  Partial<Schemas['ExternalAccountCreateRequest']>;

/** A request whose account keeps every rule that can be checked from the request alone. */
export interface CheckedAccount {
  readonly request: NewAccount;
  readonly kind: AccountKind;
  /** `accountInfo` without the fields that its schema does not declare. */
  readonly info: AccountInfo;
}

/**
 * Returns all broken fields first, then a currency that the account cannot hold. `isStrict` also checks check digits
 * and what a business has to give.
 */
export function checkAccount(
  request: NewAccount,
  isStrict: boolean,
): CheckedAccount | Refusal<'INVALID_INPUT' | 'INVALID_CURRENCY'> {
  const kind = accountKind(request.accountInfo.accountType);
  const info: AccountInfo = onlyDeclared('ExternalAccountCreateInfoOneOf', request.accountInfo);
  const refusal = mergeRefusals<'INVALID_INPUT' | 'INVALID_CURRENCY'>([
    refuseFieldErrors(brokenInfo(kind, info, isStrict)),
    refuseCurrency(kind, request.currency),
  ]);
  return refusal ?? { request, kind, info };
}

function brokenInfo(kind: AccountKind, info: AccountInfo, isStrict: boolean): FieldError[] {
  return [
    ...formErrors(kind, info),
    ...identifierErrors(kind, info, isStrict),
    ...(isStrict ? ownerErrors(kind, info) : []),
  ];
}

/** Checks the account rules on the valid parts of a request that the specification refuses. */
export function accountFieldErrors(
  { accountInfo: info }: Pick<ValidPart<NewAccount>, 'accountInfo'>,
  { rules }: FieldSurroundings,
): FieldError[] {
  if (info?.accountType === undefined) return [];
  return brokenInfo(accountKind(info.accountType), info as AccountInfo, rules.checksDigits);
}

function refuseCurrency(
  { accountType, currencies }: AccountKind,
  currency: string,
): Refusal<'INVALID_CURRENCY'> | undefined {
  if (currencies.some((known) => known === currency)) return undefined;
  const message = `An account of type ${accountType} can hold only ${currencies.join(' or ')}. Change currency or accountInfo.accountType.`;
  return refuse('INVALID_CURRENCY', message, {
    errors: [{ field: 'currency', message, constraint: { enum: currencies } }],
  });
}

/** A form must be complete if its identifier or its rail is sent. */
function formErrors(kind: AccountKind, info: AccountInfo): FieldError[] {
  const rail = textOf(info, 'rail');
  if (rail !== undefined && kind.rails.length > 0 && !kind.rails.some((known) => known === rail)) {
    const message = `Send one of ${kind.rails.join(', ')}.`;
    return [{ field: 'accountInfo.rail', message, constraint: { enum: kind.rails } }];
  }
  const missing = new Map<string, FieldError>();
  for (const { identifier, fields, rails } of formsOf(kind)) {
    const isWanted = textOf(info, identifier) !== undefined || rails.some((known) => known === rail);
    const absent = isWanted ? fields.filter((field) => textOf(info, field) === undefined) : [];
    for (const field of absent) missing.set(field, missingField(field, rails));
  }
  return [...missing.values()];
}

function missingField(field: string, rails: readonly string[]): FieldError {
  const use = rails.length === 0 ? 'This account' : rails.join(' and ');
  return { field: `accountInfo.${field}`, message: `${use} requires this field.` };
}

function identifierErrors(kind: AccountKind, info: AccountInfo, isStrict: boolean): FieldError[] {
  const errors: FieldError[] = [];
  for (const [field, rule] of identifierRules(kind)) {
    const value = textOf(info, field);
    const broken = value === undefined ? undefined : brokenRule(rule, value, info, isStrict);
    if (broken === undefined) continue;
    errors.push({ field: `accountInfo.${field}`, message: broken.message, constraint: { format: broken.format } });
  }
  return errors;
}

/** A bank that knows too little of a business refuses to pay it. */
function ownerErrors({ businessGives }: AccountKind, info: AccountInfo): FieldError[] {
  const owner: Readonly<Record<string, unknown>> = { ...(info['beneficiary'] ?? {}) };
  if (owner['beneficiaryType'] !== 'BUSINESS') return [];
  return businessGives
    .filter((field) => (owner[field] ?? '') === '')
    .map((field) => ({ field: `accountInfo.beneficiary.${field}`, message: 'A business requires this field.' }));
}
