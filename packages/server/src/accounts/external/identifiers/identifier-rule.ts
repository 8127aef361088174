import type { AccountInfo } from '../tables.ts';

/** The field error of a broken rule. */
export interface BrokenRule {
  /** The expected form, for `constraint.format` of the field error. */
  readonly format: string;
  readonly message: string;
}

/** A rule on one identifier that a pattern cannot express: check digits, checksums, encodings. */
export interface IdentifierRule {
  /** `info` has the other fields of the account, for forms that depend on them. */
  readonly refuse: (value: string, info: AccountInfo) => BrokenRule | undefined;
  /** Whether characters and length are right, without check digits and checksums. */
  readonly hasForm: (value: string, info: AccountInfo) => boolean;
  /** Returns the same text for the same account, however it is written. */
  readonly canonical: (value: string) => string;
}

/** The error of an identifier; unless `isStrict`, only its form is checked. */
export function brokenRule(
  rule: IdentifierRule,
  value: string,
  info: AccountInfo,
  isStrict: boolean,
): BrokenRule | undefined {
  return !isStrict && rule.hasForm(value, info) ? undefined : rule.refuse(value, info);
}

interface Letters {
  /** The form that is accepted unless checks are strict; by default the whole rule. */
  readonly form?: RegExp | ((value: string) => boolean);
  readonly canonical?: (value: string) => string;
}

/** A rule with one error. */
export function rule(
  broken: BrokenRule,
  holds: (value: string) => boolean,
  { form = holds, canonical = lowerCase }: Letters = {},
): IdentifierRule {
  return {
    refuse: (value) => (holds(value) ? undefined : broken),
    hasForm: typeof form === 'function' ? form : (value) => form.test(value),
    canonical,
  };
}

export function lowerCase(value: string): string {
  return value.toLowerCase();
}

/** For identifiers in which upper and lower case are different letters. */
export function asWritten(value: string): string {
  return value;
}

/** Whether a decoder that throws on invalid text accepts it. */
export function decodes(decode: () => boolean): boolean {
  try {
    return decode();
  } catch {
    return false;
  }
}
