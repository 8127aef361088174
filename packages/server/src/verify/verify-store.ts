import type { Database } from '../ground/database/database.ts';
import { invariants } from '../modules.ts';

export interface Finding {
  readonly name: string;
  readonly rule: string;
  /** The first row that breaks the rule; `null` when the rule holds. */
  readonly breach: string | null;
}

/** Checks every invariant. It only reads; a live server may run meanwhile. */
export async function verifyStore(
  database: Database,
  onChecked: (finding: Finding) => void = () => undefined,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, rule, check } of invariants) {
    const finding = { name, rule, breach: (await database.snapshot(check)) ?? null };
    onChecked(finding);
    findings.push(finding);
  }
  return findings;
}
