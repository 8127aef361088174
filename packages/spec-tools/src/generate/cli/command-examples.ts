import type { FlagFacts } from '../../../../cli/src/operations/command-facts.ts';
import type { Json, JsonObject, MediaType, Specification } from '../../../../types/src/specification.ts';
import { isObject } from '../../rules/is-object.ts';
import { follow } from '../../rules/references.ts';
import type { OperationPlace } from './operation-place.ts';

export interface CommandExample {
  readonly title: string;
  /** The arguments after the words of the command. */
  readonly words: readonly string[];
}

function found(value: Json | undefined, [first, ...rest]: readonly string[]): Json | undefined {
  if (first === undefined) return value;
  return isObject(value) && Object.hasOwn(value, first) ? found(value[first], rest) : undefined;
}

/** The value without the member at a path, and without objects that become empty. */
function without(value: JsonObject, [first = '', ...rest]: readonly string[]): JsonObject {
  const { [first]: member, ...others } = value;
  if (rest.length === 0 || !isObject(member)) return others;
  const kept = without(member, rest);
  return Object.keys(kept).length === 0 ? others : { ...value, [first]: kept };
}

/** A word that begins with a dash would be parsed as a flag. */
function flagWords(name: string, value: string): readonly string[] {
  return value.startsWith('-') ? [`--${name}=${value}`] : [`--${name}`, value];
}

function fileName(content: string): string {
  return /^the bytes of (\S+)$/.exec(content)?.[1] ?? 'customers.csv';
}

/** The arguments that give a flag this value; `undefined` if the flag cannot have it. */
function wordsFor({ name, kind }: FlagFacts, value: Json): readonly string[] | undefined {
  if (kind === 'FILE') return typeof value === 'string' ? flagWords(name, fileName(value)) : undefined;
  if (kind === 'TEXT') return typeof value === 'string' && value !== '' ? flagWords(name, value) : undefined;
  if (kind === 'NUMBER') return typeof value === 'number' ? flagWords(name, String(value)) : undefined;
  if (kind === 'SWITCH') return typeof value === 'boolean' ? [value ? `--${name}` : `--no-${name}`] : undefined;
  if (kind === 'JSON') return value === null ? undefined : flagWords(name, JSON.stringify(value));
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const words = value.map((item) => wordsFor({ name, kind: kind === 'TEXTS' ? 'TEXT' : 'NUMBER' } as FlagFacts, item));
  return words.every((each) => each !== undefined) ? words.flat() : undefined;
}

/** The body as flags, and as JSON for the fields that flags cannot express. */
function bodyWords(flags: readonly FlagFacts[], body: Json): readonly string[] {
  if (!isObject(body)) return ['-d', JSON.stringify(body)];
  let left = body;
  const words: string[] = [];
  for (const flag of flags.filter(({ place }) => place === 'body')) {
    const value = found(body, flag.at);
    const given = value === undefined ? undefined : wordsFor(flag, value);
    if (given === undefined) continue;
    words.push(...given);
    left = without(left, flag.at);
  }
  return Object.keys(left).length === 0 && words.length > 0 ? words : ['-d', JSON.stringify(left), ...words];
}

function examplesOf(specification: Specification, content: MediaType): readonly { title: string; value: Json }[] {
  return Object.values(content.examples ?? {}).map((each) => {
    const { summary = '', value = null } = follow(specification, each);
    return { title: summary, value };
  });
}

/** Each example request of the specification as a command line. */
export function commandExamples(
  specification: Specification,
  { operation, parameters }: OperationPlace,
  flags: readonly FlagFacts[],
): readonly CommandExample[] {
  const path = parameters.filter(({ in: place }) => place === 'path').map(({ example }) => String(example));
  const given = flags
    .filter(({ place }) => place !== 'body')
    .flatMap((flag) => {
      const example = parameters.find(({ in: place, name }) => place === flag.place && name === flag.at[0])?.example;
      return (example === undefined ? undefined : wordsFor(flag, example)) ?? [];
    });
  const [content] = Object.values(operation.requestBody?.content ?? {});
  if (content === undefined) return [{ title: operation.summary ?? '', words: [...path, ...given] }];
  return examplesOf(specification, content).map(({ title, value }) => ({
    title,
    words: [...path, ...given, ...bodyWords(flags, value)],
  }));
}
