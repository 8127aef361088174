import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse, stringify } from 'yaml';

export interface YamlFile {
  /** File name without `.yaml`. */
  readonly name: string;
  readonly path: string;
  readonly content: unknown;
}

export function readYaml(path: string): unknown {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Formats a value like the files under `spec/`. */
export function yamlText(value: unknown): string {
  return stringify(value, { lineWidth: 120 });
}

/** Every YAML file below a folder, sorted by path. */
export function listYaml(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .sort()
    .map((path) => join(folder, path));
}

/** Reads the YAML files below a folder; with a mention, only those whose text contains it. */
export function readYamlFolder(folder: string, mention = ''): YamlFile[] {
  return listYaml(folder)
    .filter((path) => mention === '' || readFileSync(path, 'utf8').includes(mention))
    .map((path) => ({ name: basename(path, '.yaml'), path, content: readYaml(path) }));
}
