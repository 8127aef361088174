/** What one check has found: how it is, and where it is not well, what to do. */
export interface Finding {
  readonly check: string;
  readonly state: 'GOOD' | 'WARNING' | 'FAULT';
  readonly found: string;
  /** What mends it, as a sentence. */
  readonly fix?: string;
  /** What to type for it. */
  readonly commands?: readonly string[];
}

export function good(check: string, found: string): Finding {
  return { check, state: 'GOOD', found };
}
