import { type Example, loadSpecification, type Parameter, type PathItem } from '@payments-platform/types/spec';

const { paths, components } = loadSpecification();

/** The name of the component that a reference points to. */
function resolved<T extends object>(given: T & { readonly $ref?: string }, all: Readonly<Record<string, T>> = {}): T {
  return given.$ref === undefined ? given : (all[given.$ref.split('/').at(-1) ?? ''] ?? given);
}

function operationAt(path: string, method: string): { item: PathItem; operation: PathItem['get'] } {
  const item = paths[path];
  if (item === undefined) throw new Error(`the specification has no path ${path}`);
  return { item, operation: item[method.toLowerCase() as 'get'] };
}

/** The path with the ids of its examples, which do not exist on a new platform, and its required query. */
export function examplePath(path: string, method: string): string {
  const { item, operation } = operationAt(path, method);
  const examples = new Map<string, string>();
  const query: string[] = [];
  for (const given of [...(item.parameters ?? []), ...(operation?.parameters ?? [])]) {
    const { name, in: place, required, example } = resolved<Parameter>(given, components?.parameters);
    if (typeof example !== 'string') continue;
    examples.set(name, encodeURIComponent(example));
    if (place === 'query' && required === true) query.push(`${name}=${encodeURIComponent(example)}`);
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => examples.get(name) ?? whole);
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

/** The first example of the JSON request body, if the operation has one. */
export function exampleBody(path: string, method: string): string | undefined {
  const { operation } = operationAt(path, method);
  const [example] = Object.values(operation?.requestBody?.content?.['application/json']?.examples ?? {});
  if (example === undefined) return undefined;
  return JSON.stringify((resolved(example, components?.examples) as Example).value);
}
