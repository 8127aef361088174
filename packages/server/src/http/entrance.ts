import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../engines/guesses/network-of.ts';
import type { Database } from '../ground/database/database.ts';
import type { ServerDeps } from '../operation/deps.ts';
import { type Caller, isRefusal, type Refusal } from '../operation/operation.ts';
import { type Admission, findCaller, identificationOf, refuseCaller } from './admit-caller.ts';
import { EntryLanes } from './entry-lanes.ts';
import { KnownCallers } from './known-callers.ts';
import { observationOf } from './observe-requests.ts';
import { OpenRequests } from './open-requests.ts';
import { Pipelines } from './pipelines.ts';
import type { ServedOperation } from './run-operation.ts';
import { UnconfirmedCaller } from './unconfirmed-caller.ts';
import { UnitShares } from './unit-shares.ts';

/** For a database that does not say how many units are worth running at the same time. */
const parallelUnitsOtherwise = 32;

/** Served at any load, without a turn: the answer must not depend on how many callers wait. */
const unguarded: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/** The facts of an operation that decide how its callers enter. */
export interface EnteredOperation {
  readonly row: Admission & { readonly formMaxBytes: number | null };
  readonly served: Pick<ServedOperation, 'kind'>;
}

export interface CallerLoad {
  readonly waitingToEnter: number;
  /** Transactions and reads. */
  readonly waitingForShare: number;
}

/**
 * Keeps the requests of one party from delaying those of others: requests enter in turns, a tenant has a limited number
 * of them open, and each party has a share of the store.
 */
export class Entrance {
  readonly #deps: ServerDeps;
  /** For callers whose credentials are not known. Their lookups have a share of their own. */
  readonly #unknown: ServerDeps;
  readonly #known = new KnownCallers();
  readonly #lanes = new EntryLanes();
  readonly #open = new OpenRequests();
  readonly #pipelines = new Pipelines();
  readonly #shares: UnitShares;
  /** An embedded engine has none. */
  readonly #savesRoundTrips: boolean;

  constructor(deps: ServerDeps) {
    this.#deps = deps;
    this.#savesRoundTrips = deps.database.engine === 'postgres';
    this.#shares = new UnitShares(deps.database.parallelUnits ?? parallelUnitsOtherwise);
    this.#unknown = { ...deps, database: this.#shares.of('unknown callers', deps.database) };
  }

  /** Call it before any hook that refuses requests is added, so that refusals wait their turn too. */
  guard(server: FastifyInstance): void {
    server.server.on('connection', () => this.#lanes.accepted());
    server.addHook('onRequest', (request, { raw: response }, done) => {
      // Without an answer, Fastify forgets the request.
      if (!this.#pipelines.admits(request.raw.socket, response)) return;
      if (unguarded.has(request.routeOptions.url)) return done();
      const identification = identificationOf(request, this.#deps.settings);
      const known = this.#known.find(identification.authorization);
      const party = known?.party ?? networkOf(identification.address);
      const observation = observationOf(request);
      observation.identification = identification;
      observation.known = known;
      observation.party = party;
      // Nothing was done yet for a caller who has given up meanwhile.
      this.#lanes.queue(party, () => response.closed || done());
    });
  }

  /**
   * Identifies the caller of an operation, or starts it as a known one, who is confirmed later. Returns the refusal if
   * the operation must not run.
   */
  async admit(
    request: FastifyRequest,
    response: ServerResponse,
    operation: EnteredOperation,
  ): Promise<Refusal | undefined> {
    const observation = observationOf(request);
    const token = observation.known?.token;
    if (
      token !== undefined &&
      this.#startsEarly(operation) &&
      refuseCaller(operation.row, token.caller) === undefined
    ) {
      observation.caller = token.caller;
      observation.unconfirmed = new UnconfirmedCaller(token);
    } else {
      const found = await this.#identify(request, operation.row);
      if (isRefusal(found)) return found;
    }
    const { caller } = observation;
    // Streams have limits of their own.
    if (caller === undefined || operation.served.kind === 'STREAM') return undefined;
    return this.#open.admit(partyOf(caller), response);
  }

  /** Identifies a caller anew who was not confirmed. Returns the refusal if the operation must not run. */
  readmit(request: FastifyRequest, row: Admission): Promise<Caller | Refusal> {
    const observation = observationOf(request);
    this.#known.forget(observation.identification?.authorization);
    observation.caller = undefined;
    observation.unconfirmed = undefined;
    return this.#identify(request, row);
  }

  /** Call it before anything that no unit of the request precedes. Throws `NoLongerCaller`. */
  async confirm(request: FastifyRequest): Promise<void> {
    await observationOf(request).unconfirmed?.confirm(this.#deps.database);
  }

  /** Only if nothing but units of the store may happen before the caller is confirmed. */
  #startsEarly({ row, served }: EnteredOperation): boolean {
    const isUnit = served.kind === 'UNIT' && row.formMaxBytes === null;
    return this.#savesRoundTrips && isUnit && row.security.includes('BasicAuth');
  }

  async #identify(request: FastifyRequest, row: Admission): Promise<Caller | Refusal> {
    const observation = observationOf(request);
    const { identification } = observation;
    if (identification === undefined) throw new Error('a request was admitted that the guard did not see');
    const isKnown = typeof observation.party === 'number';
    const found = await findCaller(isKnown ? this.#deps : this.#unknown, row, identification);
    if (!('caller' in found)) return found.refusal;
    const { caller, token, refusal } = found;
    observation.caller = caller;
    const party = partyOf(caller);
    const isNews = this.#savesRoundTrips || observation.party !== party;
    if (refusal === undefined && isNews) this.#known.learn(identification.authorization, { party, token });
    return refusal ?? caller;
  }

  load(): CallerLoad {
    return { waitingToEnter: this.#lanes.waiting, waitingForShare: this.#shares.waiting };
  }

  /** The dependencies of a request. Each unit that it opens with them takes the share of its party. */
  depsOf<D extends ServerDeps>(request: FastifyRequest, deps: D): D {
    const { caller, party, unconfirmed } = observationOf(request);
    const own = caller === undefined ? party : partyOf(caller);
    if (own === undefined) throw new Error('a request is served without a turn');
    return sharing(deps, (database) => {
      const shared = this.#shares.of(own, database);
      return unconfirmed?.of(shared) ?? shared;
    });
  }
}

function sharing<D extends ServerDeps>(deps: D, shared: (database: Database) => Database): D {
  return {
    ...deps,
    database: shared(deps.database),
    forEnvironment: (environment) => sharing(deps.forEnvironment(environment), shared),
    forTenant: async (tenant) => sharing(await deps.forTenant(tenant), shared),
    forCaller: (...parts) => sharing(deps.forCaller(...parts), shared),
  };
}

/** A platform has its turns together with the sandbox worlds that it created, of which there may be a thousand. */
function partyOf({ tenant, creator }: Caller): number {
  return creator ?? tenant;
}
