import type { AccountInfo } from '../account-facts.ts';

/** What a field that breaks a rule is told. */
export interface BrokenRule {
  /** Names the form it should have, as `constraint.format` of the field error. */
  readonly format: string;
  readonly message: string;
}

/** A rule on one identifier that a pattern cannot say: check digits, checksums, encodings. */
export interface IdentifierRule {
  /** `info` is what the identifier came with, for forms that depend on another field. */
  readonly refuse: (value: string, info: AccountInfo) => BrokenRule | undefined;
  /** The same text for the same account, however it was written. */
  readonly canonical: (value: string) => string;
}

/** A rule that either holds or not. */
export function rule(broken: BrokenRule, holds: (value: string) => boolean, canonical = lowerCase): IdentifierRule {
  return { refuse: (value) => (holds(value) ? undefined : broken), canonical };
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
