import fc from 'fast-check';
import { brokenBody } from '../../../server/src/ground/specification/specification-validators.ts';
import { operationsOf } from '../../../spec-tools/src/rules/operations.ts';
import { follow } from '../../../spec-tools/src/rules/references.ts';
import type { OperationId } from '../../../types/src/index.ts';
import type { Json, Specification } from '../../../types/src/spec.ts';
import { isIdKind, type Kind, kindsOf, placesIn, unknownOf, withValues } from '../authorisation/names.ts';
import type { OperationFacts, ParameterFacts } from '../authorisation/operation-facts.ts';
import { ownValue } from '../authorisation/tenant-cells.ts';
import type { World } from '../authorisation/world.ts';
import { arbitraryOf } from './arbitraries.ts';
import type { FuzzRequest } from './request.ts';

/** The ids in responses, the newest last. */
export interface Pool {
  readonly world: World;
  readonly seen: Map<Kind, string[]>;
  readonly chance: () => number;
}

const keptIds = 40;
const ids = /\b([A-Z][A-Za-z]*):[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export function remember(pool: Pool, text: string): void {
  for (const [id, kind = ''] of text.matchAll(ids)) {
    const known = pool.seen.get(kind) ?? [];
    if (known.includes(id)) continue;
    pool.seen.set(kind, [...known, id].slice(-keptIds));
  }
}

/** Mostly existing resources, so that requests reach the handler and beyond. */
function draw(pool: Pool, operation: OperationFacts, kind: Kind): string {
  const own = ownValue(pool.world, operation, kind);
  const seen = pool.seen.get(kind) ?? [];
  const ticket = pool.chance();
  if (ticket < 0.5 && own !== undefined) return own;
  if (ticket < 0.95 && seen.length > 0) return seen[Math.floor(pool.chance() * seen.length)] ?? '';
  return own ?? unknownOf(kind);
}

/** The generators of requests for one operation. */
export interface RequestMaker {
  readonly operation: OperationFacts;
  make(seed: number, pool: Pool): FuzzRequest;
}

const attempts = 8;

export function requestMaker(
  specification: Specification,
  operation: OperationFacts,
  prefixes: readonly Kind[],
): RequestMaker {
  const bodies = bodiesOf(specification, operation);
  const parameters = operation.parameters.map((parameter) => ({
    parameter,
    kinds: kindsOf(parameter, prefixes) ?? [],
    values: valuesOf(specification, parameter),
  }));
  return {
    operation,
    make: (seed, pool) => {
      let path = operation.path;
      const query: [string, string][] = [];
      for (const [index, { parameter, kinds, values }] of parameters.entries()) {
        if (!parameter.isRequired && pool.chance() < 0.7) continue;
        const kind = kinds[Math.floor(pool.chance() * kinds.length)];
        const value = kind === undefined ? String(sampled(values, seed + index)) : draw(pool, operation, kind);
        if (parameter.place === 'query') query.push([parameter.name, value]);
        else path = path.replace(`{${parameter.name}}`, encodeURIComponent(value));
      }
      const body = bodies === undefined ? undefined : validBody(operation, bodies, seed, pool);
      const mediaType = operation.bodies[0]?.mediaType;
      const key = operation.method === 'GET' ? {} : { 'idempotency-key': `key-${Math.floor(pool.chance() * 1e6)}` };
      return {
        operation,
        manner: 'valid',
        path,
        query,
        headers: key,
        ...(mediaType !== undefined && { mediaType }),
        ...(body !== undefined && { body }),
      };
    },
  };
}

function sampled<Value>(values: fc.Arbitrary<Value>, seed: number): Value {
  const [value] = fc.sample(values, { seed, numRuns: 1 });
  if (value === undefined) throw new Error('an arbitrary generates no value');
  return value;
}

function valuesOf(specification: Specification, { schema, example }: ParameterFacts): fc.Arbitrary<Json> {
  const made = arbitraryOf(specification, schema).map((value) => (Array.isArray(value) ? (value[0] ?? '') : value));
  return example === '' ? made : fc.oneof(made, fc.constant(example));
}

function bodiesOf(specification: Specification, operation: OperationFacts): fc.Arbitrary<Json> | undefined {
  const place = operationsOf(specification).find(({ id }) => id === operation.id);
  const requestBody = place?.operation.requestBody;
  if (requestBody === undefined) return undefined;
  const schemas = Object.values(follow(specification, requestBody).content).flatMap(({ schema }) => schema ?? []);
  const shown = operation.bodies.map(({ value }) => fc.constant(value));
  return fc.oneof(
    ...schemas.map((schema) => arbitraryOf(specification, schema)),
    ...(shown.length === 0 ? [] : [fc.oneof(...shown)]),
  );
}

/** Whether the body causes no violations beyond those of a request without a body. */
export function isValidBody(operation: OperationId, body: Json): boolean {
  return brokenBody(operation, body).length === brokenBody(operation, undefined).length;
}

/** A valid body about existing resources; after the last try the body is used as it is. */
function validBody(operation: OperationFacts, bodies: fc.Arbitrary<Json>, seed: number, pool: Pool): Json {
  const tries = fc.sample(bodies, { seed, numRuns: attempts });
  const found = tries.find((body) => isValidBody(operation.id, body)) ?? tries[0] ?? null;
  const values = new Map<string, string>();
  for (const { path, kind } of placesIn(found)) {
    const isNew = !isIdKind(kind) && pool.chance() < 0.5;
    values.set(path.join('.'), isNew ? unknownOf(kind) : draw(pool, operation, kind));
  }
  return withValues(found, values);
}
