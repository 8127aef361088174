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

/** The TypeScript types of a bundled specification, which is given as JSON text. */
export async function openapiTypes(bundle: string): Promise<string> {
  const nodes = await openapiTypescript(JSON.stringify(JSON.parse(bundle, withoutAssertions)), {
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
  return astToString(nodes);
}
