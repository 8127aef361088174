import { changedTables, rowsOf } from '../../../server/test/store-rows.ts';
import type { Specification } from '../../../types/src/spec.ts';
import { checkCredentials, openKeyRing } from './credential-cells.ts';
import type { Cell, Gap, Leak } from './finding.ts';
import { idPrefixes, type Kind, kindsOf } from './names.ts';
import { type OperationFacts, readOperations } from './operation-facts.ts';
import { send } from './request.ts';
import { checkPlace, loginOf, type Place, placesOf, requestFor, strangersIn, type TenantRun } from './tenant-cells.ts';
import type { World } from './world.ts';

export interface Matrix {
  readonly operations: number;
  readonly cells: readonly Cell[];
  readonly leaks: readonly Leak[];
  readonly gaps: readonly Gap[];
}

export interface Cast {
  /** The owner of the data. */
  readonly victim: World;
  /** The same platform in production. */
  readonly production: World;
  /** Another platform in the same environment. */
  readonly stranger: World;
  /** Another customer of the victim's platform, with an agent. */
  readonly sibling: World;
}

/** These change the clock of all, which would break the other cells; they have no identifiers and return none. */
const movesTime: ReadonlySet<string> = new Set(['advanceSandboxClock', 'updateSandboxClock']);

/** A device code is its own credential, so any caller may redeem it. */
const isForAnyone = ({ schemes }: OperationFacts): boolean => schemes.length === 0;

/** The parts of the specification that the matrix cannot test yet. */
export function gapsIn(operations: readonly OperationFacts[], prefixes: readonly Kind[]): Gap[] {
  const unsaid = operations.flatMap(({ id, parameters }) =>
    parameters
      .filter((parameter) => kindsOf(parameter, prefixes) === undefined)
      .map(({ name }) => ({ operation: id, problem: `nobody has said whether ${name} names something of a platform` })),
  );
  const unshown = operations
    .filter(({ method, bodies }) => bodies.length === 0 && (method === 'PATCH' || method === 'PUT'))
    .map(({ id }) => ({ operation: id, problem: 'has no example of its body' }));
  return [...unsaid, ...unshown];
}

export interface MatrixOptions {
  /** Rows to run; default: all. */
  readonly only?: (operation: OperationFacts) => boolean;
  /** Omits the columns about invalid credentials, to test only tenants. */
  readonly tenantsOnly?: boolean;
  /** Called after each row. */
  readonly afterRow?: (operation: OperationFacts) => void;
}

export async function runMatrix(
  specification: Specification,
  cast: Cast,
  { only = () => true, tenantsOnly = false, afterRow }: MatrixOptions = {},
): Promise<Matrix> {
  const prefixes = idPrefixes(specification);
  const operations = readOperations(specification);
  const { victim, production, stranger, sibling } = cast;
  const ring = await openKeyRing(victim);
  const cells: Cell[] = [];
  const leaks: Leak[] = [];
  const gaps = gapsIn(operations, prefixes);
  const runs: TenantRun[] = [
    { caller: stranger, victim, column: 'other platform', prefixes },
    { caller: production, victim, column: 'other environment', prefixes },
  ];
  const inside: TenantRun = { caller: sibling, victim, column: 'other customer', prefixes };
  const nothing: Found = { cells: [], leaks: [], gaps: [] };
  const rows = await openWatch(victim);
  for (const operation of operations.filter(only)) {
    if (!tenantsOnly) {
      const { path } = requestFor(operation, prefixes, { world: victim });
      const checked = await checkCredentials(ring, operation, path);
      cells.push(...checked.cells);
      leaks.push(...checked.leaks);
    }
    if (movesTime.has(operation.id) || isForAnyone(operation)) continue;
    const found = await checkTenants(operation, runs);
    const changed = await rows.changes();
    if (changed.length > 0)
      found.leaks.push({ operation: operation.id, column: 'other platform', problem: `changes ${changed.join(', ')}` });
    // An agent of the same platform may change data of its own customer.
    const among = operation.schemes.includes('AgentAuth') ? await checkTenants(operation, [inside]) : nothing;
    await rows.changes();
    for (const { cells: tried, leaks: leaked, gaps: missing } of [found, among]) {
      cells.push(...tried);
      leaks.push(...leaked);
      gaps.push(...missing);
    }
    afterRow?.(operation);
  }
  if (!tenantsOnly) leaks.push(...(await checkReplays(runs)));
  return { operations: operations.length, cells, leaks, gaps };
}

/** Reports which of the victim's rows changed since the last call. */
async function openWatch({ server }: World): Promise<{ changes(): Promise<string[]> }> {
  const readRows = (): Promise<Map<string, string>> => rowsOf(server.deps.database, [server.tenant]);
  let before = await readRows();
  return {
    changes: async () => {
      const after = await readRows();
      const changed = changedTables(before, after);
      before = after;
      return changed;
    },
  };
}

interface Found {
  readonly cells: Cell[];
  readonly leaks: Leak[];
  readonly gaps: Gap[];
}

/** The responses of one operation to strangers. */
async function checkTenants(operation: OperationFacts, runs: readonly TenantRun[]): Promise<Found> {
  const [first] = runs;
  if (first === undefined) throw new Error('nobody calls');
  const { prefixes, victim } = first;
  const found: Found = { cells: [], leaks: [], gaps: [] };
  const places = placesOf(operation, prefixes);
  for (const place of places) {
    if (!victim.values.has(place.kind)) {
      found.gaps.push({ operation: operation.id, problem: `the matrix makes no ${place.kind}` });
    }
  }
  for (const run of runs) {
    for (const place of places) {
      if (!isForHolders(place, run)) await tryPlace(found, run, operation, place);
    }
    await tryOwn(found, run, operation);
  }
  return found;
}

/** Every platform of an environment may read and claim an invitation by its code, and its page names the inviter. */
function isForHolders({ kind }: Place, { column }: TenantRun): boolean {
  return kind === 'invitation' && column === 'other platform';
}

async function tryPlace(found: Found, run: TenantRun, operation: OperationFacts, place: Place): Promise<void> {
  found.cells.push({ operation: operation.id, column: run.column, place: place.label });
  const leak = await checkPlace(run, operation, place);
  if (leak !== undefined) found.leaks.push(leak);
}

/** A read without identifiers returns only the caller's own data. */
async function tryOwn(found: Found, { caller, victim, column, prefixes }: TenantRun, operation: OperationFacts) {
  if (operation.method !== 'GET') return;
  const cell: Cell = { operation: operation.id, column };
  found.cells.push(cell);
  const request = requestFor(operation, prefixes, { world: caller });
  const answer = await send(caller.server.baseUrl, loginOf(caller, operation), request);
  const stranger = strangersIn(answer, victim, request);
  if (stranger !== undefined) found.leaks.push({ ...cell, problem: `shows ${stranger}` });
}

/** A repeat of another platform's request with the same key gets its own response. */
async function checkReplays(runs: readonly TenantRun[]): Promise<Leak[]> {
  const leaks: Leak[] = [];
  for (const { caller, victim, column } of runs) {
    for (const call of victim.calls) {
      const answer = await send(caller.server.baseUrl, loginOf(caller, { schemes: [] }), call);
      const stranger = strangersIn(answer, victim, call);
      const place = `${call.method} ${call.path} under the same key`;
      if (answer.headers['idempotent-replayed'] !== undefined)
        leaks.push({ operation: 'createQuote', column, place, problem: 'is a replay' });
      if (stranger !== undefined) leaks.push({ operation: 'createQuote', column, place, problem: `shows ${stranger}` });
    }
  }
  return leaks;
}
