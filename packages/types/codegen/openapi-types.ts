import openapiTypescript, { astToString } from 'openapi-typescript';
import typescript from 'typescript';

const { factory } = typescript;

/** An id whose pattern begins with the names of its resources: `(Internal|External)Account:`, `(Card)?Transaction:`. */
const idPattern = /^\^(?:\(([A-Za-z|]+)\)(\??))?([A-Za-z]*):\[0-9a-f\]/;

/** The names of the resources that an id can have; empty for any other text. */
function resourcesOf(pattern: unknown): readonly string[] {
  const [, starts = '', isOptional, end = ''] = (typeof pattern === 'string' && idPattern.exec(pattern)) || [];
  return [...(isOptional === '?' ? [''] : []), ...starts.split('|')].map((start) => `${start}${end}`).filter(Boolean);
}

/** `Transaction` becomes the type `Transaction:${string}`, so that ids of different resources do not mix. */
function idType(prefix: string): import('typescript').TypeNode {
  return factory.createTemplateLiteralType(factory.createTemplateHead(`${prefix}:`), [
    factory.createTemplateLiteralTypeSpan(
      factory.createKeywordTypeNode(typescript.SyntaxKind.StringKeyword),
      factory.createTemplateTail(''),
    ),
  ]);
}

const assertions = ['required', 'not', 'title', 'description', 'unevaluatedProperties'];

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Members that have a name but no description of their own, because the parent describes them. */
function isEmpty(value: unknown): boolean {
  return (
    isObject(value) && Object.values(value).every((member) => isObject(member) && Object.keys(member).length === 0)
  );
}

function onlyAsserts(schema: unknown): boolean {
  return (
    isObject(schema) &&
    Object.entries(schema).every(([key, value]) => assertions.includes(key) || (key === 'properties' && isEmpty(value)))
  );
}

function isAlternatives([key, members]: readonly [string, unknown]): boolean {
  return ['anyOf', 'oneOf'].includes(key) && Array.isArray(members) && members.every(onlyAsserts);
}

/** The fields of a schema that the bundle has separated from its alternatives. */
function fieldsApart({ allOf }: { readonly allOf?: unknown }): object | undefined {
  const [fields, alternatives, ...others] = Array.isArray(allOf) ? allOf : [];
  const isApart = isObject(alternatives) && Object.keys(alternatives).length === 0 && others.length === 0;
  return isApart && isObject(fields) ? fields : undefined;
}

/**
 * Alternatives like `anyOf: [{required: [a]}, {required: [b]}]` describe no value of their own. openapi-typescript
 * reads each as `unknown`, which would absorb the whole type, so only the validators check them.
 */
function withoutAssertions(_key: string, value: unknown): unknown {
  if (!isObject(value) || Array.isArray(value)) return value;
  const { allOf, ...rest } = Object.fromEntries(Object.entries(value).filter((entry) => !isAlternatives(entry)));
  const fields = fieldsApart({ allOf });
  if (fields !== undefined) return { ...rest, ...fields };
  return allOf === undefined ? rest : { ...rest, allOf };
}

/** The value at a reference within a document, such as `#/components/schemas/QuoteStatus`. */
function referred(document: unknown, reference: string): unknown {
  const names = reference.split('/').slice(1);
  return names.reduce(
    (place, name) => (isObject(place) ? Object.getOwnPropertyDescriptor(place, name)?.value : undefined),
    document,
  );
}

/** A field that only refers to a schema, with the description of that schema, which editors show at the field. */
function describedField(document: unknown, field: unknown): unknown {
  if (!isObject(field) || !('$ref' in field) || typeof field.$ref !== 'string' || 'description' in field) return field;
  const schema = referred(document, field.$ref);
  return isObject(schema) && 'description' in schema ? { ...field, description: schema.description } : field;
}

function withDescribedFields(document: unknown): unknown {
  return JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (key !== 'properties' || !isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, describedField(document, field)]));
  });
}

/** What openapi-typescript appends to the description of a field that tells variants apart. */
const remarkOfGenerator = / ?\(enum property replaced by openapi-typescript\)/g;

/** The TypeScript types of a bundled specification, which is given as JSON text. */
export async function openapiTypes(bundle: string): Promise<string> {
  const document = withDescribedFields(JSON.parse(bundle, withoutAssertions));
  const nodes = await openapiTypescript(JSON.stringify(document), {
    alphabetize: true,
    immutable: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
    silent: true,
    transform(schema) {
      if (schema.format === 'binary') return factory.createTypeReferenceNode('Blob');
      const resources = resourcesOf('pattern' in schema ? schema.pattern : undefined);
      return resources.length === 0 ? undefined : factory.createUnionTypeNode(resources.map(idType));
    },
  });
  return astToString(nodes).replaceAll(remarkOfGenerator, '');
}
