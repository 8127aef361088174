import type { Dictionary, Example, Json, Schema, Specification } from '../../../types/src/specification.ts';
import { follow } from './references.ts';
import type { DocumentPath } from './rule.ts';
import { headersOf, mediaTypesOf, schemasOf } from './schemas.ts';

/** An example together with its schema. */
export interface ExamplePlace {
  readonly path: DocumentPath;
  readonly value: Json;
  readonly schema: Schema;
  readonly schemaPath: DocumentPath;
}

interface Bearer {
  readonly schema?: Schema;
  readonly example?: Json;
  readonly examples?: Dictionary<Example>;
}

function ofBearer(specification: Specification, path: DocumentPath, bearer: Bearer): ExamplePlace[] {
  const { schema, example, examples = {} } = bearer;
  if (schema === undefined) return [];
  const schemaPath = [...path, 'schema'];
  const named = Object.entries(examples).flatMap(([name, entry]) => {
    const { value } = follow(specification, entry);
    return value === undefined ? [] : [{ path: [...path, 'examples', name], value, schema, schemaPath }];
  });
  return example === undefined ? named : [{ path: [...path, 'example'], value: example, schema, schemaPath }, ...named];
}

/** Every example of the document: of bodies, parameters, headers and schemas. */
export function examplesOf(specification: Specification): ExamplePlace[] {
  return [
    ...mediaTypesOf(specification).flatMap(({ path, mediaType }) => ofBearer(specification, path, mediaType)),
    ...headersOf(specification)
      .filter(({ header }) => header.$ref === undefined)
      .flatMap(({ path, header }) => ofBearer(specification, path, header)),
    ...[...schemasOf(specification)].flatMap(({ path, schema }) =>
      (schema.examples ?? []).map((value, index) => ({
        path: [...path, 'examples', index],
        value,
        schema,
        schemaPath: path,
      })),
    ),
  ];
}
