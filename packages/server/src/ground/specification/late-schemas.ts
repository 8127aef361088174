import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { DataValidateFunction, DataValidationCxt } from 'ajv/dist/types/index.js';
import { type Discriminator, withSelectedUnions } from './selected-unions.ts';

type JsonObject = Readonly<Record<string, unknown>>;

// A process validates only some operations soon after its start, one or two members of a union, and a few of the
// fields. So nothing here is rewritten, and no member or field compiled, before a value needs it.

const byName = 'lateMember';
const byPlace = 'lateReference';
const byEntry = 'lateEntries';

/** The most wrong entries of a list that are reported: hundreds of thousands would block the process for seconds. */
const mostWrongEntries = 100;

/**
 * A schema whose unions are checked by the member that a value names, and whose large fields are compiled on first use.
 */
export function selecting(schema: JsonObject, isLarge: (reference: string) => boolean): JsonObject {
  const selected = withSelectedUnions(schema, (discriminator) => [{ [byName]: discriminator }]);
  return withLateFields(selected, isLarge) as JsonObject;
}

/** Errors of an `anyOf` are recognised by their place in the schema, so it is left unchanged. */
function withLateFields(node: unknown, isLarge: (reference: string) => boolean): unknown {
  if (Array.isArray(node)) return node.map((each) => withLateFields(each, isLarge));
  if (typeof node !== 'object' || node === null) return node;
  const late = (value: unknown): unknown => {
    const { $ref, ...rest } = (value ?? {}) as JsonObject;
    return typeof $ref === 'string' && isLarge($ref) ? { ...rest, [byPlace]: $ref } : withLateFields(value, isLarge);
  };
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => {
      if (name === 'anyOf') return [name, value];
      if (name === 'items') return [byEntry, late(value)];
      if (name === 'properties')
        return [name, Object.fromEntries(Object.entries(value).map(([field, each]) => [field, late(each)]))];
      return [name, withLateFields(value, isLarge)];
    }),
  );
}

/** Whether a named schema has parts of its own, which a value without it should not pay for. */
function largeIn(document: JsonObject): (reference: string) => boolean {
  const { schemas } = document['components'] as { readonly schemas: Readonly<Record<string, JsonObject>> };
  return (reference) => {
    const schema = schemas[reference.slice(reference.lastIndexOf('/') + 1)] ?? {};
    return ['properties', 'items', 'allOf', 'oneOf', 'anyOf'].some((part) => Object.hasOwn(schema, part));
  };
}

/**
 * The named schemas of a document for a validator, which looks them up by path. The validator would search every
 * enumerable part for further names, of which the specification has none, so they are hidden from it.
 */
export function schemasByPath(document: JsonObject): JsonObject {
  const isLarge = largeIn(document);
  const { schemas } = document['components'] as { readonly schemas: Readonly<Record<string, JsonObject>> };
  const known: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    let value: JsonObject | undefined;
    Object.defineProperty(known, name, {
      get: () => {
        value ??= selecting(schema, isLarge);
        return value;
      },
    });
  }
  const components = Object.defineProperty({}, 'schemas', { value: known });
  return Object.defineProperty({}, 'components', { value: components });
}

/** The name of the specification among the validator's schemas. */
export const documentId = 'specification';

/** The same schema standing alone: its references point into the specification. */
export function absolute(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(absolute);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) =>
      key === '$ref' && typeof value === 'string' && value.startsWith('#')
        ? [key, `${documentId}${value}`]
        : [key, absolute(value)],
    ),
  );
}

/** Adds keywords to a validator that compile members of unions, fields, and entries of lists on first use. */
export function compileLate(ajv: Ajv2020): void {
  compileEntriesLate(ajv);
  const compiled = new Map<string, ValidateFunction>();
  const checkOf = (reference: string): ValidateFunction => {
    const known = compiled.get(reference) ?? ajv.compile({ $ref: reference.replace(/^#/, `${documentId}#`) });
    compiled.set(reference, known);
    return known;
  };
  const add = <T>(
    keyword: string,
    schemaType: 'string' | 'object',
    referenceOf: (schema: T, data: unknown) => string | undefined,
  ) =>
    ajv.addKeyword({
      keyword,
      schemaType,
      errors: true,
      compile: (schema: T) => {
        const check: DataValidateFunction = (data: unknown, context?: DataValidationCxt): boolean => {
          const reference = referenceOf(schema, data);
          const member = reference === undefined ? undefined : checkOf(reference);
          if (member === undefined || member(data, context)) return true;
          // Ajv would attribute each error to this keyword, so they are carried inside one error.
          check.errors = [{ keyword, params: { errors: member.errors ?? [] } }];
          return false;
        };
        return check;
      },
    });
  add<string>(byPlace, 'string', (reference) => reference);
  add<Discriminator>(byName, 'object', ({ propertyName, mapping }, data) => {
    const name: unknown = Object(data)[propertyName];
    return typeof name === 'string' && Object.hasOwn(mapping, name) ? mapping[name] : undefined;
  });
}

function compileEntriesLate(ajv: Ajv2020): void {
  ajv.addKeyword({
    keyword: byEntry,
    type: 'array',
    schemaType: ['object', 'boolean'],
    errors: true,
    compile: (schema: unknown) => {
      let checkEntry: ValidateFunction | undefined;
      const check: DataValidateFunction = (list: readonly unknown[], context?: DataValidationCxt): boolean => {
        if (list.length > 0) checkEntry ??= ajv.compile(absolute(schema) as JsonObject);
        const wrong: (readonly ErrorObject[])[] = [];
        for (let place = 0; place < list.length && wrong.length < mostWrongEntries; place += 1) {
          const at = { parentData: list, parentDataProperty: place, instancePath: `${context?.instancePath}/${place}` };
          if (checkEntry?.(list[place], { ...context, ...at } as DataValidationCxt) === false)
            wrong.push(checkEntry.errors ?? []);
        }
        check.errors = [{ keyword: byEntry, params: { errors: wrong.flat() } }];
        return wrong.length === 0;
      };
      return check;
    },
  });
}

/** The errors of a check, with inner errors in place of those that carried them. */
export function plainErrors(errors: readonly ErrorObject[] | null | undefined): readonly ErrorObject[] {
  return (errors ?? []).flatMap((error) =>
    [byName, byPlace, byEntry].includes(error.keyword)
      ? plainErrors(error.params['errors'] as readonly ErrorObject[])
      : [error],
  );
}
