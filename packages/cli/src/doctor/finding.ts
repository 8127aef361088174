/** The result of one check and, unless it is good, how to fix it. */
export interface Finding {
  readonly check: string;
  readonly state: 'GOOD' | 'WARNING' | 'FAULT';
  readonly found: string;
  /** The fix, as a sentence. */
  readonly fix?: string;
  /** The commands that apply the fix. */
  readonly commands?: readonly string[];
}

export function good(check: string, found: string): Finding {
  return { check, state: 'GOOD', found };
}
