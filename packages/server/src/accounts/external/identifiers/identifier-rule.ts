import type { AccountInfo } from '../tables.ts';

/** The field error of a broken rule. */
export interface BrokenRule {
  /** Names the form it should have, as `constraint.format` of the field error. */
  readonly format: string;
  readonly message: string;
}

/** A rule on one identifier that a pattern cannot say: check digits, checksums, encodings. */
export interface IdentifierRule {
  /** `info` is what the identifier came with, for forms that depend on another field. */
  readonly refuse: (value: string, info: AccountInfo) => BrokenRule | undefined;
  /** Whether kind of letters and length are right, whatever check digits and checksums say. */
  readonly hasForm: (value: string, info: AccountInfo) => boolean;
  /** The same text for the same account, however it was written. */
  readonly canonical: (value: string) => string;
}

/** What is wrong with an identifier, whole or by its form alone. */
export function brokenRule(
  rule: IdentifierRule,
  value: string,
  info: AccountInfo,
  isStrict: boolean,
): BrokenRule | undefined {
  return !isStrict && rule.hasForm(value, info) ? undefined : rule.refuse(value, info);
}

interface Letters {
  /** Without it the form is all there is to check. */
  readonly form?: RegExp | ((value: string) => boolean);
  readonly canonical?: (value: string) => string;
}

/** A rule that either holds or not. */
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

/** For text in which upper and lower case are different letters. */
export function asWritten(value: string): string {
  return value;
}

/** Whether a decoder that throws on bad text accepts it. */
export function decodes(decode: () => boolean): boolean {
  try {
    return decode();
  } catch {
    return false;
  }
}
