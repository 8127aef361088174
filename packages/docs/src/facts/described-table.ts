import type { Specification } from '../../../types/src/specification.ts';
import { renderDocument } from '../markdown.ts';
import { listOperations } from '../operation-links.ts';

function textsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'description' && typeof value === 'string' ? [value] : textsOf(value),
  );
}

const markdownTable = /^\|.*\n\|[ |:-]+\|\n(?:\|.*(?:\n|$))+/gm;

/** A table from the description of a schema, its fields, or an operation: the first, or the one with this number. */
export function describedTable(specification: Specification, argument: string): string {
  const [name = '', number = '1'] = argument.split(' ');
  const operation = listOperations(specification).find(({ id }) => id === name)?.operation;
  const described = operation ?? specification.components?.schemas?.[name];
  const tables = textsOf(described).flatMap((text) => text.match(markdownTable) ?? []);
  const wanted = tables[Number(number) - 1];
  if (wanted === undefined) throw new Error(`The description of "${name}" has no table ${number}.`);
  return renderDocument(wanted, { linkTo: () => undefined, factsOf: () => '' }).html;
}
