import { basename, join, relative } from 'node:path';
import { fileOfParameter } from '../generate/parameter-names.ts';
import { listYaml } from '../generate/yaml-folder.ts';
import type { DocumentPath } from '../rules/rule.ts';
import { pathFiles, webhookFiles } from '../rules/source-files.ts';

const tableFolders: Readonly<Record<string, string>> = {
  'x-error-catalogue': 'errors',
  'x-state-tables': 'states',
  'x-currencies': 'currencies',
  'x-regions': 'regions',
  'x-rails': 'rails',
  'x-calendars': 'calendars',
};

/** Finds the file under `spec/` that a place of the bundle comes from, so that a finding can name it. */
export function sourceFinder(specFolder: string): (path: DocumentPath) => string {
  const described = new Map([...pathFiles(specFolder), ...webhookFiles(specFolder)]);
  const named = (folder: string, name: string): string | undefined =>
    listYaml(join(specFolder, folder)).find((file) => basename(file, '.yaml') === name);
  return (path) => {
    const [section = '', key = '', name = ''] = path.map(String);
    const file =
      section === 'components'
        ? named(key, key === 'parameters' ? fileOfParameter(name) : name)
        : section in tableFolders
          ? named(tableFolders[section] ?? '', key)
          : described.get(key);
    return `spec/${file === undefined ? 'openapi.yaml' : relative(specFolder, file)}`;
  };
}
