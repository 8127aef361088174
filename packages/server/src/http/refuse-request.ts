import type { FieldError } from '../ground/specification/field-error.ts';
import type { OperationValidator, RequestParts } from '../ground/specification/specification-validators.ts';
import { validPart } from '../ground/specification/valid-part.ts';
import { type FieldSurroundings, type Refusal, refuseFields } from '../operation/operation.ts';
import type { ServedOperation } from './run-operation.ts';

/** The checks of a request. */
export interface CheckedBy {
  readonly validator: () => OperationValidator;
  readonly served: ServedOperation;
}

/**
 * Returns all errors of a request's fields in one refusal: those by the specification, `more` that were found before,
 * and those by the operation's rules on the fields that the specification accepts.
 */
export function refuseRequest(
  { validator: validatorOf, served }: CheckedBy,
  input: RequestParts,
  more: readonly FieldError[],
  surroundings?: () => FieldSurroundings,
): Refusal<'INVALID_INPUT'> | undefined {
  const validator = validatorOf();
  const errors = [...validator.request(input), ...more];
  if (validator.requiresBody && input.body === undefined) errors.push({ field: 'body', message: 'Send a JSON body.' });
  if (errors.length === 0) return undefined;
  const rules = served.kind === 'STREAM' ? undefined : served.handler.fieldRules;
  const sound = rules && surroundings && validPart(input.body, errors);
  const broken = sound ? rules(sound, surroundings()) : [];
  return refuseFields([...errors, ...broken.filter(({ field }) => !errors.some((error) => meet(error.field, field)))]);
}

/** Whether an error already names this place, one inside it, or one around it. */
function meet(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}
