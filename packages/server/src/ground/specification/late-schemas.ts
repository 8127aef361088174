import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { DataValidateFunction, DataValidationCxt } from 'ajv/dist/types/index.js';
import { withSelectedUnions } from './selected-unions.ts';

type JsonObject = Readonly<Record<string, unknown>>;

// A process checks a handful of operations soon after its start, and of a union a member or two. So nothing here is
// rewritten, and no member of a union compiled, before a value asks for it.

const keyword = 'lateReference';

/** The members of unions in a schema, to be compiled when a value is the first to name them. */
function withLateMembers(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withLateMembers);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => {
      const reference = name === 'then' ? (value as { readonly $ref?: unknown } | null)?.$ref : undefined;
      return [name, typeof reference === 'string' ? { [keyword]: reference } : withLateMembers(value)];
    }),
  );
}

/** A schema whose unions are checked by the member that a value names. */
export function selecting(schema: JsonObject): JsonObject {
  return withLateMembers(withSelectedUnions(schema)) as JsonObject;
}

/**
 * The named schemas of a document for a validator, which looks them up by their path. It would search every part that
 * it can enumerate for further names, of which the specification has none, so it is shown nothing.
 */
export function lookedUpIn(document: JsonObject): JsonObject {
  const { schemas } = document['components'] as { readonly schemas: Readonly<Record<string, JsonObject>> };
  const known: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    let value: JsonObject | undefined;
    Object.defineProperty(known, name, {
      get: () => {
        value ??= selecting(schema);
        return value;
      },
    });
  }
  const components = Object.defineProperty({}, 'schemas', { value: known });
  return Object.defineProperty({}, 'components', { value: components });
}

/** Teaches a validator to compile the members of unions late. */
export function compileLate(ajv: Ajv2020, documentId: string): void {
  ajv.addKeyword({
    keyword,
    schemaType: 'string',
    errors: true,
    compile: (reference: string) => {
      let member: ValidateFunction | undefined;
      const check: DataValidateFunction = (data: unknown, context?: DataValidationCxt): boolean => {
        member ??= ajv.compile({ $ref: reference.startsWith('#') ? `${documentId}${reference}` : reference });
        if (member(data, context)) return true;
        // Ajv would say of each that it is this keyword's, so they travel inside of one.
        check.errors = [{ keyword, params: { errors: member.errors ?? [] } }];
        return false;
      };
      return check;
    },
  });
}

/** The errors of a check, with those of the members in the place of what they came in. */
export function plainErrors(errors: readonly ErrorObject[] | null | undefined): readonly ErrorObject[] {
  return (errors ?? []).flatMap((error) =>
    error.keyword === keyword ? plainErrors(error.params['errors'] as readonly ErrorObject[]) : [error],
  );
}
