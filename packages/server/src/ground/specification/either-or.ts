import type { ErrorObject } from 'ajv';
import type { FieldError } from './field-error.ts';

interface Alternative {
  readonly required: readonly string[];
  /** Excludes fields of the other alternatives, or values of a third field. */
  readonly not?: unknown;
}

function alternativesOf({ keyword, schema }: ErrorObject): readonly Alternative[] | undefined {
  if (keyword !== 'anyOf' || !Array.isArray(schema)) return undefined;
  return schema.every((one) => Array.isArray(one.required)) ? (schema as Alternative[]) : undefined;
}

/** Whether an error comes from inside an `anyOf`: from its alternatives or their references, at its value. */
function isBelow(error: ErrorObject, choice: ErrorObject): boolean {
  const references = (choice.schema as readonly { readonly $ref?: string }[]).flatMap(
    ({ $ref }) => $ref?.split('#')[1] ?? [],
  );
  return (
    error.instancePath.startsWith(choice.instancePath) &&
    (error.schemaPath.startsWith(`${choice.schemaPath}/`) ||
      references.some((place) => error.schemaPath.split('#')[1]?.startsWith(`${place}/`) === true))
  );
}

/**
 * Removes the errors of the alternatives of each `anyOf`: a caller who has chosen one alternative does not need the
 * errors of the others. If fields exclude or replace each other, one error lists the choices.
 */
export function settleChoices(
  errors: readonly ErrorObject[],
  fieldAt: (instancePath: string, ...steps: string[]) => string,
): { readonly rest: readonly ErrorObject[]; readonly chosen: readonly FieldError[] } {
  let rest = errors;
  const chosen: FieldError[] = [];
  for (const choice of errors.filter(({ keyword }) => keyword === 'anyOf')) {
    const below = rest.filter((error) => isBelow(error, choice));
    const others = rest.filter((error) => error !== choice && !below.includes(error));
    const alternatives = alternativesOf(choice);
    if (alternatives === undefined) rest = [...others, ...withoutOtherTypes(below, choice)];
    else {
      rest = others;
      chosen.push(eitherOr(choice, alternatives, below, fieldAt));
    }
  }
  return { rest, chosen };
}

/** A value or null: for a wrong value only the value's rule is reported, and for a wrong type all accepted types. */
function withoutOtherTypes(below: readonly ErrorObject[], choice: ErrorObject): readonly ErrorObject[] {
  const types = below.filter(({ keyword, instancePath }) => keyword === 'type' && instancePath === choice.instancePath);
  const telling = below.filter((error) => !types.includes(error));
  const [first] = types;
  if (telling.length > 0 || first === undefined) return telling;
  return [{ ...first, params: { type: types.flatMap(({ params }) => params['type']) } }];
}

function eitherOr(
  { instancePath, data }: ErrorObject,
  alternatives: readonly Alternative[],
  below: readonly ErrorObject[],
  fieldAt: (instancePath: string, ...steps: string[]) => string,
): FieldError {
  const sent = new Set(Object.keys(data as object));
  const isRuledOut = (index: number): boolean =>
    below.some(({ keyword, schemaPath }) => keyword === 'not' && schemaPath.endsWith(`/anyOf/${index}/not`));
  const open = alternatives.filter((_, index) => !isRuledOut(index));
  const [begun, ...more] = open.filter(({ required }) => required.some((field) => sent.has(field)));
  const missing = begun?.required.filter((field) => !sent.has(field)) ?? [];
  if (begun !== undefined && more.length === 0 && missing.length > 0) {
    const with_ = begun.required.filter((field) => sent.has(field)).join(' and ');
    return { field: fieldAt(instancePath, missing[0] ?? ''), message: `Send ${missing.join(' and ')} with ${with_}.` };
  }
  const left = open.length > 0 ? open : alternatives;
  return { field: fieldAt(instancePath), message: choiceText(left, alternatives) };
}

function choiceText(left: readonly Alternative[], all: readonly Alternative[]): string {
  const names = left.map(({ required: [first, ...others] }) =>
    others.length === 0 ? first : `${first} with ${others.join(' and ')}`,
  );
  if (names.length === 1) return `Send ${names[0]}.`;
  if (all.every(({ not }) => not !== undefined)) return `Send exactly one of ${names.join(', ')}.`;
  return `Send ${names.slice(0, -1).join(', ')}, or ${names.at(-1)}.`;
}
