import { verifyStore } from '../../../server/src/verify/verify-store.ts';
import { checks } from './checks.ts';
import { openStoreForReading, type RunPlace, readEvidence } from './evidence.ts';

export interface RunBreaches {
  readonly check: string;
  readonly promise: string;
  readonly breaches: readonly string[];
}

/** Holds what the clients and the receiver saw against the store, and the store against its own invariants. */
export async function checkRun(place: RunPlace): Promise<RunBreaches[]> {
  const database = await openStoreForReading(place);
  try {
    const evidence = await readEvidence(place, database);
    const own = checks.map(({ name, promise, breaches }) => ({
      check: name,
      promise,
      breaches: [...breaches(evidence)],
    }));
    const findings = await verifyStore(database);
    const invariants = findings.map(({ name, rule, breach }) => ({
      check: `invariant ${name}`,
      promise: rule,
      breaches: breach === null ? [] : [breach],
    }));
    return [...own, ...invariants];
  } finally {
    await database.close();
  }
}
