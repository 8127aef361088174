/** A field of a request that is wrong, and what to send in its place. */
export interface FieldError {
  /** Dot path, e.g. `accountInfo.iban`. */
  readonly field: string;
  readonly message: string;
  readonly constraint?: Readonly<Record<string, unknown>>;
}
