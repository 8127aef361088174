import { parseSpecification, type Specification } from '../../../types/src/specification.ts';

const places = { path: 'InPath', query: 'InQuery', header: 'InHeader', cookie: 'InCookie' } as const;

/**
 * Some generators create a type for each named schema and each named parameter. A parameter with the name of a schema
 * is renamed in the published document; our own types keep the name of its file.
 */
export function withParameterNames(specification: Specification): Specification {
  const { parameters = {}, schemas = {} } = specification.components ?? {};
  const renamed = new Map(
    Object.entries(parameters).flatMap(([name, { in: place }]) =>
      Object.hasOwn(schemas, name) ? [[name, `${name}${places[place]}`] as const] : [],
    ),
  );
  const entries = Object.entries(parameters).map(([name, parameter]) => [renamed.get(name) ?? name, parameter]);
  const components = { ...specification.components, parameters: Object.fromEntries(entries) };
  const start = '#/components/parameters/';
  const referred = (key: string, value: unknown): unknown => {
    if (key !== '$ref' || typeof value !== 'string' || !value.startsWith(start)) return value;
    const name = value.slice(start.length);
    return `${start}${renamed.get(name) ?? name}`;
  };
  return parseSpecification(JSON.stringify({ ...specification, components }, referred));
}

/** The name from the file of a parameter. */
export function fileOfParameter(name: string): string {
  return name.replace(/In(Path|Query|Header|Cookie)$/, '');
}
