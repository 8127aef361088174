import type { ErrorObject } from 'ajv';
import { expect, it } from 'vitest';
import type { FieldError } from '../ground/specification/field-error.ts';
import { fieldErrorsOf } from '../ground/specification/field-errors.ts';
import { specification } from '../ground/specification/specification.ts';
import { refuseFields } from './operation.ts';

interface Shown {
  readonly code: string;
  readonly reason: string;
  readonly message: string;
  readonly details?: { readonly errors?: readonly FieldError[] };
}

/** Every refusal in the examples of the specification. */
function refusalsIn(value: unknown): Shown[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(refusalsIn);
  return 'code' in value && 'reason' in value && 'message' in value ? [value as Shown, ...inside] : inside;
}

const shown = refusalsIn(specification()).filter(
  ({ code, reason }) => typeof code === 'string' && typeof reason === 'string',
);
const ofFields = shown.filter(({ code, details }) => code === 'INVALID_INPUT' && details?.errors !== undefined);

it('a refusal in an example has its reason as its message', () => {
  expect(shown.length).toBeGreaterThan(300);
  for (const { reason, message } of shown) expect(message).toBe(reason);
});

it('a refusal of fields in an example has the reason that the server gives', () => {
  expect(ofFields.length).toBeGreaterThan(100);
  // A reused key is refused with a reason of its own.
  for (const { reason, details } of ofFields.filter((one) => !one.reason.startsWith('This Idempotency-Key')))
    expect(reason).toBe(refuseFields(details?.errors ?? []).reason);
});

/** The text of the server for a violated limit or list of values. */
function textOf({ constraint = {} }: FieldError): string | undefined {
  const [[keyword, limit] = []] = Object.entries(constraint);
  if (keyword === undefined || ['pattern', 'format'].includes(keyword)) return undefined;
  const comparison = /minimum/i.test(keyword) ? '>=' : '<=';
  const params = { limit, allowedValues: limit, comparison: keyword.startsWith('exclusive') ? '>' : comparison };
  const error = { keyword, instancePath: '/field', schemaPath: '', params } as unknown as ErrorObject;
  return fieldErrorsOf([error])[0]?.message;
}

it('a field in an example has the text of the server for the rule of the schema that it breaks', () => {
  const errors = ofFields.flatMap(({ details }) => details?.errors ?? []);
  const byRule = errors.filter((error) => textOf(error) !== undefined);
  expect(byRule.length).toBeGreaterThan(30);
  // Rules beyond the schema have texts of their own, which end with what to send.
  const own = /^(The |This |No |Send [A-Z_]+(:|,))/;
  for (const error of byRule.filter(({ message }) => !own.test(message))) expect(error.message).toBe(textOf(error));
  for (const { message } of errors) expect(message).not.toMatch(/^(must (be|have|match)|is (not|required for|wrong)) /);
});
