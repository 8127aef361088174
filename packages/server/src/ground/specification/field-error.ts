/** A wrong field of a request, and what to send instead. */
export interface FieldError {
  /** Dot path, e.g. `accountInfo.iban`. */
  readonly field: string;
  readonly message: string;
  readonly constraint?: Readonly<Record<string, unknown>>;
}
