import { type OperationId, operationTable } from '@payments-platform/types';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { fieldErrorsOf } from './field-errors.ts';
import { withSelectedUnions } from './selected-unions.ts';
import { specification } from './specification.ts';
import { validators } from './specification-validators.ts';

type Json = unknown;
type JsonObject = Readonly<Record<string, Json>>;

const document = specification() as unknown as JsonObject;

// The whole specification at once, with nothing compiled late.
const eager = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, logger: false, verbose: true });
addFormats.default(eager);
eager.addSchema(withSelectedUnions(JSON.parse(JSON.stringify(document)) as JsonObject), 'specification');

function at(node: Json, ...steps: readonly string[]): Json {
  let current = node;
  for (const step of steps) current = (current as JsonObject | undefined)?.[step];
  const reference = (current as JsonObject | undefined)?.['$ref'];
  return typeof reference === 'string' ? at(document, ...reference.slice(2).split('/')) : current;
}

interface Sent {
  readonly operationId: OperationId;
  readonly check: ValidateFunction;
  readonly examples: readonly Json[];
}

/** Every operation whose body is a named schema, with its examples. */
const sent: readonly Sent[] = Object.entries(operationTable).flatMap(([operationId, { path, method }]) => {
  const media = at(at(document, 'paths', path, method.toLowerCase(), 'requestBody'), 'content', 'application/json');
  const reference = (media as { readonly schema?: { readonly $ref?: string } } | undefined)?.schema?.$ref;
  if (reference === undefined) return [];
  const examples = Object.keys((at(media, 'examples') ?? {}) as object).map((name) =>
    at(at(media, 'examples', name), 'value'),
  );
  const check = eager.compile({ $ref: `specification${reference}` });
  return [{ operationId: operationId as OperationId, check, examples }];
});

const wrong: readonly Json[] = [undefined, null, 7, 'x', [], [{}], {}, { type: 'x' }];

/** The value with each of its parts in turn left out or changed in type. */
function* damaged(value: Json): Generator<Json> {
  yield* wrong.slice(1);
  if (Array.isArray(value)) for (const each of damaged(value[0])) yield [each];
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) {
      const { [name]: _left, ...rest } = value as JsonObject;
      yield rest;
      for (const each of damaged(part)) yield { ...rest, [name]: each };
    }
}

function eagerly({ check }: Sent, body: Json): unknown {
  return check(body) ? [] : fieldErrorsOf(check.errors as readonly ErrorObject[]);
}

describe('a schema compiled on first use', () => {
  it('reports the same as one compiled at once, for every example and its damaged forms', () => {
    let compared = 0;
    for (const each of sent) {
      for (const body of each.examples.flatMap((example) => [example, ...damaged(example)])) {
        const late = validators(each.operationId).request({ path: {}, query: {}, body });
        expect({ of: each.operationId, body, late: sorted(late) }).toEqual({
          of: each.operationId,
          body,
          late: sorted([...pathErrors(each.operationId), ...(eagerly(each, body) as never[])]),
        });
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(1000);
  });

  it('requires an object where a union is null', () => {
    const body = { customerId: 'Customer:019542f5-b3e7-1d02-0000-000000000001', currency: 'MXN', accountInfo: null };
    const errors = validators('createCustomerExternalAccount').request({ path: {}, query: {}, body });
    expect(errors).toEqual([{ field: 'accountInfo', message: 'Send a value of type object.' }]);
  });
});

/** The errors of a request without path parameters. */
function pathErrors(operationId: OperationId): readonly unknown[] {
  return validators(operationId).request({ path: {}, query: {}, body: undefined });
}

function sorted(errors: readonly unknown[]): readonly string[] {
  return errors.map((error) => JSON.stringify(error)).toSorted();
}
