import type { ErrorObject } from 'ajv';
import type { FieldError } from './operation.ts';

/** Keywords that only report that something inside them failed; the inner error says what. */
const wrappers = new Set(['if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', '$ref']);

/** Ajv's errors as the interface lists them: one entry per field and message. */
export function fieldErrorsOf(errors: readonly ErrorObject[], prefix: string): FieldError[] {
  const telling = errors.filter(({ keyword }) => !wrappers.has(keyword));
  const seen = new Map<string, FieldError>();
  for (const error of telling.length > 0 ? telling : errors) {
    const entry = fieldErrorOf(error, prefix);
    const key = `${entry.field}\n${entry.message}`;
    if (!seen.has(key)) seen.set(key, entry);
  }
  return [...seen.values()];
}

function fieldErrorOf(error: ErrorObject, prefix: string): FieldError {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (error.keyword === 'required' || error.keyword === 'dependentRequired')
    path.push(String(error.params['missingProperty']));
  const field = [prefix, ...path].filter((step) => step !== '').join('.') || 'body';
  const constraint = constraintOf(error);
  const message = messageOf(error);
  return constraint === undefined ? { field, message } : { field, message, constraint };
}

function constraintOf({ keyword, params }: ErrorObject): Record<string, unknown> | undefined {
  switch (keyword) {
    case 'format':
      return { format: params['format'] };
    case 'pattern':
      return { pattern: params['pattern'] };
    case 'enum':
      return { enum: params['allowedValues'] };
    case 'const':
      return { enum: [params['allowedValue']] };
    case 'minLength':
      return { minLength: params['limit'] };
    case 'maxLength':
      return { maxLength: params['limit'] };
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'minItems':
    case 'maxItems':
    case 'minProperties':
      return { [keyword]: params['limit'] };
    default:
      return undefined;
  }
}

function messageOf({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return 'This field is required.';
    case 'type':
      return `Send a value of type ${[params['type']].flat().join(' or ')}.`;
    case 'enum':
      return `Send one of ${(params['allowedValues'] as unknown[]).join(', ')}.`;
    case 'const':
      return `Send ${JSON.stringify(params['allowedValue'])}.`;
    case 'format':
      return `Send a valid ${String(params['format'])}.`;
    case 'pattern':
      return `Send text that matches ${String(params['pattern'])}.`;
    case 'minLength':
      return `Send at least ${String(params['limit'])} characters.`;
    case 'maxLength':
      return `Send at most ${String(params['limit'])} characters.`;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `Send a number ${String(params['comparison'])} ${String(params['limit'])}.`;
    default:
      return `This value ${message ?? 'is not valid'}.`;
  }
}
