import type { Dictionary, JsonObject, Parameter, Schema, Specification } from '../../../types/src/specification.ts';
import { isSuccess, type OperationPlace, operationsOf, type ResponsePlace } from './operations.ts';
import { flatten, follow } from './references.ts';

/** An id in a response: the resource that it identifies, and its place in the body. */
interface Returned {
  readonly field: string;
  readonly prefix: string;
  readonly expression: string;
}

/** A parameter that accepts an id. */
interface Taken {
  readonly operation: OperationPlace;
  readonly parameter: Parameter;
  readonly prefix: string;
}

/** A link that a response must have. */
export interface OwedLink {
  readonly from: OperationPlace;
  readonly place: ResponsePlace;
  readonly to: OperationPlace;
  readonly field: string;
  readonly link: JsonObject;
}

function prefixOf(specification: Specification, schema: Schema): string | undefined {
  const found = follow(specification, schema);
  return found['x-id-prefix'] ?? found.allOf?.map((part) => prefixOf(specification, part)).find(Boolean);
}

/** The fields of an object, or of all members of a union. */
function fieldsOf(specification: Specification, schema: Schema): Dictionary<Schema> {
  const found = follow(specification, schema);
  const members = (found.oneOf ?? []).map((member) => fieldsOf(specification, member));
  return Object.assign({}, ...members, flatten(specification, found).properties);
}

function idsOf(specification: Specification, fields: Dictionary<Schema>, at: string): Returned[] {
  return Object.entries(fields).flatMap(([field, schema]) => {
    const prefix = prefixOf(specification, schema);
    return prefix === undefined ? [] : [{ field, prefix, expression: `$response.body#${at}/${field}` }];
  });
}

/** The ids of a response or, for a list, of its first entry. */
function returnedBy(specification: Specification, { response }: ResponsePlace): Returned[] {
  const schema = response.content?.['application/json']?.schema;
  if (schema === undefined) return [];
  const fields = fieldsOf(specification, schema);
  const items = fields['data'] === undefined ? undefined : follow(specification, fields['data']).items;
  if (items === undefined) return idsOf(specification, fields, '');
  return idsOf(specification, fieldsOf(specification, items), '/data/0');
}

function takenBy(specification: Specification, operation: OperationPlace): Taken[] {
  return operation.parameters.flatMap(({ parameter }) => {
    const prefix = parameter.in === 'header' ? undefined : prefixOf(specification, parameter.schema ?? {});
    return prefix === undefined ? [] : [{ operation, parameter, prefix }];
  });
}

function credentials(specification: Specification, { operation }: OperationPlace): string {
  return JSON.stringify(operation.security ?? specification.security ?? []);
}

/** Resources of the platform are not found among those of customers, nor the other way round. */
function areApart(one: OperationPlace, other: OperationPlace): boolean {
  const owner = ({ urlPath }: OperationPlace): string | undefined => /^\/(platform|customers)\//.exec(urlPath)?.[1];
  const [mine, theirs] = [owner(one), owner(other)];
  return mine !== undefined && theirs !== undefined && mine !== theirs;
}

/**
 * The resource's own id links to every operation that accepts it; the id of another resource links only to the
 * operation that reads it.
 */
function leadsOn({ field }: Returned, { operation, parameter }: Taken): boolean {
  if (field === 'id') return true;
  return operation.method === 'get' && operation.urlPath.endsWith(`{${parameter.name}}`);
}

function isThere({ response }: ResponsePlace, { expression }: Returned, { operation, parameter }: Taken): boolean {
  return Object.values(response.links ?? {}).some(
    ({ operationId, parameters }) =>
      operationId === operation.id &&
      Object.entries(parameters ?? {}).some(
        ([name, value]) => name.replace(/^(path|query)\./, '') === parameter.name && value === expression,
      ),
  );
}

function linkTo({ expression }: Returned, { operation, parameter }: Taken): JsonObject {
  const { summary = operation.id } = operation.operation;
  return { operationId: operation.id, description: `${summary}.`, parameters: { [parameter.name]: expression } };
}

/** Every missing link from a response with an id to an operation that accepts it. */
export function owedLinks(specification: Specification): OwedLink[] {
  const operations = operationsOf(specification);
  const takers = Map.groupBy(
    operations.flatMap((operation) => takenBy(specification, operation)),
    ({ prefix }) => prefix,
  );
  return operations.flatMap((from) =>
    from.responses
      .filter(({ status }) => isSuccess(status))
      .flatMap((place) =>
        returnedBy(specification, place).flatMap((returned) =>
          (takers.get(returned.prefix) ?? [])
            .filter((taken) => taken.operation.id !== from.id && leadsOn(returned, taken))
            .filter((taken) => credentials(specification, from) === credentials(specification, taken.operation))
            .filter((taken) => !areApart(from, taken.operation) && !isThere(place, returned, taken))
            .map((taken) => ({
              from,
              place,
              to: taken.operation,
              field: returned.field,
              link: linkTo(returned, taken),
            })),
        ),
      ),
  );
}
