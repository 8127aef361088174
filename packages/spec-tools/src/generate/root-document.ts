import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Json, JsonObject, PathItem, Specification } from '../../../types/src/specification.ts';
import { isObject } from '../rules/is-object.ts';
import { pathFiles, webhookFiles, yamlFilesIn } from '../rules/source-files.ts';
import { readYaml } from './yaml-folder.ts';

type Named = PathItem & { readonly 'x-path'?: string };

function references(files: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries([...files].map(([name, file]) => [name, { $ref: file }]));
}

/** Components that the bundle itself refers to are always included. */
function componentFiles(specFolder: string, name: string): JsonObject {
  const folder = join(specFolder, name);
  return references(new Map(yamlFilesIn(folder).map((file) => [basename(file, '.yaml'), join(folder, file)])));
}

/** The position of a path's first tag among the tags of the root. */
function areaOf(file: string, tags: readonly string[]): number {
  const tag = readFileSync(file, 'utf8').match(/^ {2}tags: *\n +- *(.+)$/m)?.[1];
  return tags.indexOf(tag ?? '');
}

/** Paths are sorted by area, in the order of the tags, and by name within an area. */
function orderedPaths(specFolder: string, root: JsonObject): ReadonlyMap<string, string> {
  const listed = Array.isArray(root['tags']) ? root['tags'] : [];
  const tags = listed.map((tag: Json) => (isObject(tag) ? String(tag['name']) : ''));
  const rows = [...pathFiles(specFolder)].map(([path, file]) => ({ path, file, area: areaOf(file, tags) }));
  rows.sort((one, other) => one.area - other.area || (one.path < other.path ? -1 : 1));
  return new Map(rows.map(({ path, file }) => [path, file]));
}

/** `spec/openapi.yaml` together with the folders beside it: paths, webhooks, headers and parameters. */
export function rootDocument(specRoot: string): JsonObject {
  const specFolder = dirname(specRoot);
  const root = readYaml(specRoot);
  if (!isObject(root)) throw new Error(`${specRoot}: expected an object.`);
  return {
    ...root,
    paths: references(orderedPaths(specFolder, root)),
    webhooks: references(webhookFiles(specFolder)),
    components: {
      ...(isObject(root['components']) ? root['components'] : {}),
      pathItems: componentFiles(specFolder, 'path-items'),
      headers: componentFiles(specFolder, 'headers'),
      parameters: componentFiles(specFolder, 'parameters'),
    },
  };
}

/** Each file has its path as `x-path`; in the bundle the paths are keys. */
export function withoutPathNames(specification: Specification): Specification {
  const paths = Object.entries(specification.paths).map(([path, item]): [string, PathItem] => {
    const { 'x-path': _named, ...rest }: Named = item;
    return [path, rest];
  });
  return { ...specification, paths: Object.fromEntries(paths) };
}
