import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../ground/database/database.ts';
import type { ServerDeps } from '../operation/deps.ts';
import type { Caller, Refusal } from '../operation/operation.ts';
import { type Admission, findCaller, identificationOf } from './admit-caller.ts';
import { EntryLanes } from './entry-lanes.ts';
import { KnownCallers } from './known-callers.ts';
import { observationOf } from './observe-requests.ts';
import { OpenRequests } from './open-requests.ts';
import { Pipelines } from './pipelines.ts';
import type { ServedOperation } from './run-operation.ts';
import { UnitShares } from './unit-shares.ts';

/** For a database that does not say how many units are worth running at the same time. */
const parallelUnitsOtherwise = 32;

/** Served at any load, without a turn: the answer must not depend on how many callers wait. */
const unguarded: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

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

  constructor(deps: ServerDeps) {
    this.#deps = deps;
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
      const party = this.#known.partyOf(identification);
      const observation = observationOf(request);
      observation.identification = identification;
      observation.party = party;
      // Nothing was done yet for a caller who has given up meanwhile.
      this.#lanes.queue(party, () => response.closed || done());
    });
  }

  /** Identifies the caller of an operation. Returns the refusal if the operation must not run. */
  async admit(
    request: FastifyRequest,
    response: ServerResponse,
    { row, served }: { readonly row: Admission; readonly served: Pick<ServedOperation, 'kind'> },
  ): Promise<Refusal | undefined> {
    const observation = observationOf(request);
    const { identification } = observation;
    if (identification === undefined) throw new Error('a request was admitted that the guard did not see');
    const isKnown = typeof observation.party === 'number';
    const found = await findCaller(isKnown ? this.#deps : this.#unknown, row, identification);
    if (!('caller' in found)) return found.refusal;
    const party = partyOf(found.caller);
    observation.caller = found.caller;
    if (found.refusal !== undefined) return found.refusal;
    if (observation.party !== party) this.#known.learn(identification.authorization, party);
    // Streams have limits of their own.
    return served.kind === 'STREAM' ? undefined : this.#open.admit(party, response);
  }

  load(): CallerLoad {
    return { waitingToEnter: this.#lanes.waiting, waitingForShare: this.#shares.waiting };
  }

  /** The dependencies of a request. Each unit that it opens with them takes the share of its party. */
  depsOf<D extends ServerDeps>(request: FastifyRequest, deps: D): D {
    const { caller, party } = observationOf(request);
    const own = caller === undefined ? party : partyOf(caller);
    if (own === undefined) throw new Error('a request is served without a turn');
    return sharing(deps, (database) => this.#shares.of(own, database));
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
