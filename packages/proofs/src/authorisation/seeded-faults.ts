import type { Database } from '../../../server/src/ground/database/database.ts';
import type { Specification } from '../../../types/src/spec.ts';
import { type OpenCast, openCast } from './cast.ts';
import { type Leak, nameOf } from './finding.ts';
import { runMatrix } from './matrix.ts';
import { type Plantable, plantable } from './run-seeded-fault.ts';

/**
 * Statements that need no tenant, because without one a stranger gains nothing that the matrix could detect, and why.
 * If a statement on this list is detected, that is a finding too.
 */
const harmless: Readonly<Record<string, string>> = {
  'find agent_actions by id': 'compared with its agent, whom the platform has',
  'find agent_actions by transaction_id': 'its agent is locked in the platform that asks',
  'find agent_device_codes by code_digest': 'its agent is looked for in the platform that asks',
  'find authenticator_apps by customer_id': 'asked with a customer whom the platform has',
  'find fee_configs by fee_type,source_currency': 'changes a price and shows nothing',
  findOpenChallenge: 'asked with a customer whom the platform has',
  'find passkeys by customer_id': 'asked with a customer whom the platform has',
  findTransactionOfQuote: 'read together with the quote, and dropped where the platform has no such quote',
  listPlatformCurrencies: 'the currencies of all platforms of the matrix are the same',
  'delete passkeys by customer_id,credential_id': 'asked with a customer whom the platform has',
  takeAuthenticationLock: 'asked with a customer whom the platform has',
};

/** Whether the matrix detects what it should. */
export function isAsExpected({ statement, by }: Caught): boolean {
  return (by === undefined) === Object.hasOwn(harmless, statement);
}

/** The result for a statement without its tenant. */
export interface Caught {
  readonly statement: string;
  /** The first cell that detects it; none if the matrix is blind to it. */
  readonly by: string | undefined;
}

interface Stage {
  readonly store: Plantable;
  readonly cast: OpenCast;
}

async function openStage(database: Database): Promise<Stage> {
  const store = plantable(database);
  return { store, cast: await openCast(database, store.database) };
}

/** Which operations run which statement when strangers call them. */
async function usesOf({ store, cast }: Stage, specification: Specification): Promise<Map<string, Set<string>>> {
  const uses = new Map<string, Set<string>>();
  store.takeNames();
  await runMatrix(specification, cast, {
    tenantsOnly: true,
    afterRow: ({ id }) => {
      for (const name of store.takeNames()) uses.set(name, (uses.get(name) ?? new Set()).add(id));
    },
  });
  return uses;
}

/**
 * The negative control: removes the tenant from one statement after the other, and checks whether the rows of the
 * operations that run it detect that.
 */
export async function plantFaults(
  database: Database,
  specification: Specification,
  isWanted: (statement: string) => boolean,
  onCaught: (caught: Caught) => void = () => undefined,
): Promise<Caught[]> {
  let stage = await openStage(database);
  const uses = await usesOf(stage, specification);
  const results: Caught[] = [];
  for (const [statement, operations] of [...uses].filter(([name]) => isWanted(name))) {
    const leaks = await runWith(stage, statement, operations, specification);
    const [first] = leaks;
    const caught = { statement, by: first && `${nameOf(first)}: ${first.problem}` };
    results.push(caught);
    onCaught(caught);
    if (leaks.some(({ problem }) => problem.startsWith('changes'))) {
      await stage.cast.close();
      stage = await openStage(database);
    }
  }
  await stage.cast.close();
  return results;
}

async function runWith(
  { store, cast }: Stage,
  statement: string,
  operations: ReadonlySet<string>,
  specification: Specification,
): Promise<readonly Leak[]> {
  const { victim, stranger, production } = cast;
  const callers = [stranger.server.tenant, production.server.tenant];
  store.plant({ statement, callers, victim: victim.server.tenant });
  try {
    const only = ({ id }: { id: string }): boolean => operations.has(id);
    return (await runMatrix(specification, cast, { only, tenantsOnly: true })).leaks;
  } finally {
    store.plant(undefined);
  }
}
