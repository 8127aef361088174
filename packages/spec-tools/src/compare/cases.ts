import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { parseSpecification, type Specification } from '../../../types/src/specification.ts';
import type { RuleName } from './rules.ts';

/** One edit of the earlier version: a value is set, copied from another place, or removed. */
interface Edit {
  readonly at: readonly (string | number)[];
  readonly set?: unknown;
  readonly copy?: readonly (string | number)[];
  readonly remove?: true;
  /** The rules that must report the edit, if it is compatible. */
  readonly finds?: readonly RuleName[];
}

/** A change that breaks callers, and a similar change that does not. */
export interface Case {
  readonly title: string;
  readonly rule: RuleName;
  readonly also: readonly RuleName[];
  readonly change: readonly Edit[];
  readonly twin: readonly Edit[];
  readonly finds: readonly RuleName[];
}

interface WrittenCase {
  readonly rule: RuleName;
  readonly about?: string;
  readonly also?: readonly RuleName[];
  readonly change: Edit | readonly Edit[];
  readonly twin: Edit | readonly Edit[];
  readonly finds?: readonly RuleName[];
}

const folder = new URL('./fixtures/', import.meta.url);
const base = 'base.yaml';

function isContainer(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null;
}

function at(root: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, step) => (isContainer(value) ? value[step] : undefined), root);
}

function apply(root: unknown, { at: path, set, copy, remove }: Edit): void {
  const parent = at(root, path.slice(0, -1));
  const last = path.at(-1) ?? '';
  if (!isContainer(parent)) throw new Error(`There is nothing at ${path.slice(0, -1).join('.')}.`);
  if (remove === true && parent[last] === undefined) throw new Error(`There is nothing at ${path.join('.')}.`);
  if (remove === true && Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (remove === true) delete parent[last];
  else parent[last] = copy === undefined ? set : structuredClone(at(root, copy));
}

/** The earlier version, or the result of the edits. */
export function versionWith(edits: readonly Edit[] = []): Specification {
  const root: unknown = parse(readFileSync(new URL(base, folder), 'utf8'));
  for (const edit of edits) apply(root, edit);
  return parseSpecification(JSON.stringify(root));
}

export function readCases(): Case[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml') && file !== base);
  return files.sort().flatMap((file) => {
    const cases: readonly WrittenCase[] = parse(readFileSync(new URL(file, folder), 'utf8'));
    return cases.map(({ rule, about, also = [], change, twin, finds = [] }) => ({
      title: about === undefined ? rule : `${rule}: ${about}`,
      rule,
      also,
      change: [change].flat(),
      twin: [twin].flat(),
      finds: [...finds, ...[twin].flat().flatMap((edit) => edit.finds ?? [])],
    }));
  });
}
