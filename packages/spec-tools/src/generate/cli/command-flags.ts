import type { FlagFacts, FlagKind } from '../../../../cli/src/operations/command-facts.ts';
import type { Json, Parameter, Specification } from '../../../../types/src/specification.ts';
import { kebab } from './command-words.ts';
import { type FieldShape, shapeOf } from './field-shape.ts';
import type { OperationPlace } from './operation-place.ts';

/** The flags of every command, which no operation may use. */
const flagsOfEveryCommand = [
  ...['base-url', 'profile', 'data', 'json', 'color', 'version', 'help', 'body', 'all'],
] as const;

/** More values do not help a reader. */
const listedValues = 24;

/** The first sentence, without markup: a help line has no room for more. */
export function firstSentence(text: string): string {
  const [sentence = ''] = text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.:;])\s/);
  return sentence.replaceAll('`', '').replace(/[:;]$/, '.');
}

function scalarKind(shape: FieldShape): 'TEXT' | 'NUMBER' | undefined {
  const kinds = [...shape.kinds].filter((kind) => kind !== 'null').join();
  return kinds === 'string' ? 'TEXT' : kinds === 'number' ? 'NUMBER' : undefined;
}

function flagKind(shape: FieldShape): FlagKind {
  if (shape.isFile) return 'FILE';
  const kinds = [...shape.kinds].filter((kind) => kind !== 'null').join();
  if (kinds === 'boolean') return 'SWITCH';
  if (kinds === 'array' && shape.items !== undefined) {
    const items = scalarKind(shape.items);
    return items === undefined ? 'JSON' : `${items}S`;
  }
  return scalarKind(shape) ?? 'JSON';
}

function textsOf(values: readonly Json[] | undefined): readonly string[] | undefined {
  const texts = values?.filter((value) => value !== null).map(String);
  return texts === undefined || texts.length > listedValues ? undefined : texts;
}

function isGroup(shape: FieldShape): boolean {
  const kinds = [...shape.kinds].filter((kind) => kind !== 'null').join();
  return kinds === 'object' && shape.properties.size > 0;
}

function ofBody(shape: FieldShape, at: readonly string[], isDemanded: boolean): FlagFacts[] {
  return [...shape.properties].flatMap(([name, field]) => {
    const place = [...at, name];
    const isRequired = isDemanded && shape.required.has(name);
    if (isGroup(field)) return ofBody(field, place, isRequired);
    return {
      name: place.map(kebab).join('.'),
      place: 'body' as const,
      at: place,
      kind: flagKind(field),
      isRequired,
      about: firstSentence(field.description ?? ''),
      values: textsOf(field.values ?? field.items?.values),
    };
  });
}

function ofParameter(specification: Specification, parameter: Parameter): FlagFacts {
  const { name, in: place, required = false, description = '', schema = {} } = parameter;
  if (place === 'cookie' || place === 'path') throw new Error(`A flag cannot set the parameter ${name}.`);
  const shape = shapeOf(specification, schema);
  return {
    name: kebab(name),
    place,
    at: [name],
    kind: flagKind(shape),
    isRequired: required,
    about: firstSentence(description),
    values: textsOf(shape.values ?? shape.items?.values),
  };
}

/** The flags of an operation, the required ones first. */
export function flagsOf(specification: Specification, { operation, parameters }: OperationPlace): readonly FlagFacts[] {
  const [content] = Object.values(operation.requestBody?.content ?? {});
  const body = content?.schema === undefined ? [] : ofBody(shapeOf(specification, content.schema), [], true);
  const queries = new Set(parameters.filter(({ in: place }) => place === 'query').map(({ name }) => kebab(name)));
  // A header that is also a query parameter needs only one flag.
  const given = parameters.filter(
    ({ in: place, name }) => place === 'query' || (place !== 'path' && !queries.has(kebab(name))),
  );
  const all = [...given.map((parameter) => ofParameter(specification, parameter)), ...body];
  const names = all.map(({ name }) => name);
  const clash = names.find(
    (name, index) => names.indexOf(name) !== index || flagsOfEveryCommand.some((other) => other === name),
  );
  if (clash !== undefined) throw new Error(`${operation.operationId} has two flags --${clash} on the command line.`);
  return all.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
}
