import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'yaml';

/** One way to break the good specification, and the message that the rule must return. */
export interface Break {
  readonly breaks: string;
  readonly at: readonly (string | number)[];
  readonly set?: unknown;
  readonly merge?: object;
  readonly remove?: true;
  readonly says: string;
  /** Other rules that correctly report the same break. */
  readonly also?: readonly string[];
}

const folder = new URL('./fixtures/', import.meta.url);

function isContainer(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null;
}

export function goodSpecification(): unknown {
  return parse(readFileSync(new URL('good.yaml', folder), 'utf8'));
}

/** The breaks for each rule that has a fixture file. */
export function fixtures(): Map<string, readonly Break[]> {
  const files = readdirSync(folder).filter((file) => file !== 'good.yaml' && file.endsWith('.yaml'));
  return new Map(files.map((file) => [basename(file, '.yaml'), parse(readFileSync(new URL(file, folder), 'utf8'))]));
}

/** The text of the good specification with one thing changed. */
export function broken(change: Break): string {
  const specification = goodSpecification();
  const last = change.at.at(-1) ?? '';
  let parent = specification;
  for (const step of change.at.slice(0, -1)) parent = isContainer(parent) ? parent[step] : undefined;
  if (!isContainer(parent)) throw new Error(`There is nothing at ${change.at.join('.')}.`);
  if (change.remove === true && Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (change.remove === true) delete parent[last];
  else parent[last] = change.merge === undefined ? change.set : Object.assign({}, parent[last], change.merge);
  return JSON.stringify(specification);
}
