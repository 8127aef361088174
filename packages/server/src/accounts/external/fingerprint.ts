import { type AccountKind, textOf } from './account-facts.ts';
import { identifierRules } from './identifiers/identifier-rules.ts';
import type { AccountInfo } from './tables.ts';

/**
 * A fingerprint that is equal for two accounts with the same owner, currency, kind and identifying fields, however
 * those are written. The owner is a customer, or the platform itself (`null`). Account numbers are short enough to be
 * found by trial, so the digest must be keyed.
 */
export function fingerprintOf(
  { kind, info }: { readonly kind: AccountKind; readonly info: AccountInfo },
  customerId: string | null,
  currency: string,
  digest: (text: string) => string,
): string {
  const rules = identifierRules(kind);
  const identity = kind.identifiedBy.map((field) => {
    const value = textOf(info, field);
    return value === undefined ? null : (rules.get(field)?.canonical ?? withoutGrouping)(value);
  });
  const parts = [customerId, currency, kind.accountType, ...identity];
  return digest(JSON.stringify(parts));
}

/** People group digits with spaces and hyphens. In an address with an `@`, a hyphen is significant. */
function withoutGrouping(value: string): string {
  return (value.includes('@') ? value : value.replace(/[\s-]/g, '')).toLowerCase();
}
