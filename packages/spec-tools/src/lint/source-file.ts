import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { listYaml } from '../generate/yaml-folder.ts';
import type { DocumentPath } from '../rules/rule.ts';

const tableFolders: Readonly<Record<string, string>> = {
  'x-error-catalogue': 'errors',
  'x-state-tables': 'states',
  'x-currencies': 'currencies',
  'x-regions': 'regions',
  'x-rails': 'rails',
  'x-calendars': 'calendars',
};

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Finds the file under `spec/` that a place of the bundle was written in, to name it to the person who mends it. */
export function sourceFinder(specFolder: string): (path: DocumentPath) => string {
  const rootFile = join(specFolder, 'openapi.yaml');
  const rootText = existsSync(rootFile) ? readFileSync(rootFile, 'utf8') : '';
  const named = (folder: string, name: string): string | undefined =>
    listYaml(join(specFolder, folder)).find((file) => basename(file, '.yaml') === name);
  const referenced = (key: string): string | undefined => {
    const match = rootText.match(
      new RegExp(`^\\s+["']?${escaped(key)}["']?:\\s*(?:\\{\\s*)?\\$ref:\\s*["']?([^"'\\s}]+)`, 'm'),
    );
    return match?.[1] === undefined ? undefined : join(specFolder, match[1]);
  };
  return (path) => {
    const [section = '', key = '', name = ''] = path.map(String);
    const file =
      section === 'components'
        ? named(key, name)
        : section in tableFolders
          ? named(tableFolders[section] ?? '', key)
          : referenced(key);
    return `spec/${relative(specFolder, file ?? rootFile)}`;
  };
}
