import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pathFileName, servedPath, yamlFilesIn } from './source-files.ts';

/** A mistake in a file or folder under `spec/`, found before bundling. */
export interface SourceFinding {
  readonly rule: 'folder-name' | 'file-name' | 'orphan-file';
  readonly file: string;
  readonly message: string;
}

const drawers = ['common', 'utils', 'util', 'misc', 'helpers', 'lib', 'shared', 'other'];
const referencedFolders = ['schemas', 'parameters', 'responses', 'examples'];
const reference = /(?:\$ref:|^\s+[\w."'-]+:)\s*["']?((?:\.{1,2}\/)?[\w./-]+\.yaml)\b/gm;
const fileNames: Readonly<Record<string, RegExp>> = {
  webhooks: /^[a-z0-9]+(-[a-z0-9]+)*$/,
  schemas: /^[A-Z][A-Za-z0-9]*$/,
  parameters: /^[A-Z][A-Za-z0-9]*$/,
  responses: /^[A-Z][A-Za-z0-9]*$/,
  headers: /^[A-Z][A-Za-z0-9]*$/,
  errors: /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/,
  currencies: /^[A-Z]{3,5}$/,
  states: /^[a-z]+(-[a-z]+)*$/,
};

function foldersOf(specFolder: string): string[] {
  return readdirSync(specFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(specFolder, join(entry.parentPath, entry.name)))
    .filter((folder) => !/^(rules|dist)(\/|$)/.test(folder));
}

/** The error catalogue refers to the envelope of each status by its number, even if no operation uses it yet. */
function envelopes(specFolder: string): string[] {
  return yamlFilesIn(join(specFolder, 'errors')).flatMap((file) => {
    const status = readFileSync(join(specFolder, 'errors', file), 'utf8').match(/^status: *(\d{3})/m)?.[1];
    return ['schemas/errors', 'responses'].map((folder) => join(specFolder, folder, `Error${status ?? ''}.yaml`));
  });
}

/** Every file that is reachable from the given ones by `$ref` or the mapping of a discriminator. */
function reached(roots: readonly string[]): Set<string> {
  const found = new Set<string>();
  const pending = [...roots];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (found.has(file) || !existsSync(file)) continue;
    found.add(file);
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(reference)) {
      pending.push(resolve(dirname(file), target));
    }
  }
  return found;
}

/** The root refers to its components by their place in the bundle, not by file. */
function componentsOfRoot(specFolder: string): string[] {
  const root = readFileSync(join(specFolder, 'openapi.yaml'), 'utf8');
  return [...root.matchAll(/#\/components\/(\w+)\/(\w+)/g)].map(([, folder = '', name = '']) =>
    join(specFolder, folder, `${name}.yaml`),
  );
}

function folderNames(specFolder: string): SourceFinding[] {
  return foldersOf(specFolder)
    .filter((folder) => drawers.includes(basename(folder)))
    .map((file) => ({ rule: 'folder-name', file, message: 'Name the folder after the noun that its files describe.' }));
}

function names(specFolder: string): SourceFinding[] {
  return Object.entries(fileNames).flatMap(([folder, pattern]) =>
    yamlFilesIn(join(specFolder, folder))
      .filter((file) => !pattern.test(basename(file, '.yaml')))
      .map((file): SourceFinding => {
        const message = `The name of a file in ${folder} must match ${pattern.source}.`;
        return { rule: 'file-name', file: join(folder, file), message };
      }),
  );
}

/** A file under paths begins with its path and is named after it. */
function pathNames(specFolder: string): SourceFinding[] {
  return yamlFilesIn(join(specFolder, 'paths')).flatMap((name): SourceFinding[] => {
    const path = servedPath(readFileSync(join(specFolder, 'paths', name), 'utf8'));
    const file = join('paths', name);
    if (path === undefined)
      return [{ rule: 'file-name', file, message: 'Begin with the path it describes: `x-path: /quotes`.' }];
    const expected = pathFileName(path);
    if (basename(name) === expected) return [];
    return [{ rule: 'file-name', file, message: `The file that describes ${path} is called ${expected}.` }];
  });
}

function orphans(specFolder: string): SourceFinding[] {
  const described = ['paths', 'webhooks', 'path-items', 'headers'].flatMap((folder) =>
    yamlFilesIn(join(specFolder, folder)).map((file) => join(specFolder, folder, file)),
  );
  const used = reached([...componentsOfRoot(specFolder), ...described, ...envelopes(specFolder)]);
  return referencedFolders.flatMap((folder) =>
    yamlFilesIn(join(specFolder, folder))
      .filter((file) => !used.has(join(specFolder, folder, file)))
      .map((file): SourceFinding => {
        return { rule: 'orphan-file', file: join(folder, file), message: 'Nothing refers to this file.' };
      }),
  );
}

export function checkSourceTree(specFolder: string): SourceFinding[] {
  return [...folderNames(specFolder), ...names(specFolder), ...pathNames(specFolder), ...orphans(specFolder)];
}
