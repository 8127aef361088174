import { tell } from '../../../command-line/src/run-command.ts';
import { verifyStore } from '../../../server/src/verify/verify-store.ts';
import { checks } from './checks.ts';
import { openStoreForReading, type RunPlace, readEvidence } from './evidence.ts';

export interface RunBreaches {
  readonly check: string;
  readonly promise: string;
  readonly breaches: readonly string[];
}

/** Compares the records of clients and receiver with the store, and checks the invariants of the store. */
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

const shownBreaches = 5;

/** One line for each check, and its first breach. */
export function reportBreaches(results: readonly RunBreaches[]): void {
  for (const { check, promise, breaches } of results) {
    tell(`${breaches.length === 0 ? 'ok     ' : 'BREACH '} ${check}: ${promise}`);
    for (const breach of breaches.slice(0, shownBreaches)) tell(`          ${breach}`);
    if (breaches.length > shownBreaches) tell(`          and ${breaches.length - shownBreaches} more`);
  }
}
