import type { ErrorObject } from 'ajv';
import { settleChoices } from './either-or.ts';
import type { FieldError } from './field-error.ts';

/** Keywords that only report an error inside them. The inner error says what is wrong. */
const wrappers = new Set(['if', 'then', 'else', 'allOf', 'anyOf', 'oneOf', '$ref']);

/** If one value breaks several rules, the first of these is the most specific. */
const byTelling = ['required', 'type', 'const', 'enum', 'minLength', 'format', 'pattern'];

function rankOf({ keyword }: ErrorObject): number {
  const rank = byTelling.indexOf(keyword);
  return rank < 0 ? byTelling.length : rank;
}

/** Ajv's errors in the form of the interface: one entry per field, which says what to send. */
export function fieldErrorsOf(errors: readonly ErrorObject[]): FieldError[] {
  const fieldAt = (instancePath: string, ...steps: string[]): string =>
    [...stepsOf(instancePath), ...steps].filter((step) => step !== '').join('.') || 'body';
  const { rest, chosen } = settleChoices(errors, fieldAt);
  const telling = rest.filter(({ keyword }) => !wrappers.has(keyword));
  const seen = new Map<string, FieldError>();
  for (const error of (telling.length + chosen.length > 0 ? telling : rest).toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const missing = error.keyword === 'required' ? [String(error.params['missingProperty'])] : [];
    const field = fieldAt(error.instancePath, ...missing);
    const constraint = constraintOf(error);
    const entry = { field, message: messageOf(error), ...(constraint !== undefined && { constraint }) };
    if (!seen.has(field)) seen.set(field, entry);
  }
  for (const entry of chosen) if (!seen.has(entry.field)) seen.set(entry.field, entry);
  return [...seen.values()];
}

function stepsOf(instancePath: string): string[] {
  return instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
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

/** What to send instead of a value, by the violated keyword of the schema. */
const texts: Readonly<Record<string, (error: ErrorObject) => string>> = {
  required: () => 'This field is required.',
  type: typeText,
  enum: ({ params }) => `Send one of ${(params['allowedValues'] as unknown[]).join(', ')}.`,
  const: ({ params }) => `Send ${JSON.stringify(params['allowedValue'])}.`,
  format: (error) => `Send a valid ${String(error.params['format'])}${suchAs(error)}.${lostSign(error)}`,
  pattern: patternText,
  minLength: ({ params }) => `Send at least ${counted(params['limit'], 'character')}.`,
  maxLength: ({ params }) => `Send at most ${counted(params['limit'], 'character')}.`,
  minItems: ({ params }) => `Send at least ${counted(params['limit'], 'entry', 'entries')}.`,
  maxItems: ({ params }) => `Send at most ${counted(params['limit'], 'entry', 'entries')}.`,
  minProperties: ({ params }) => `Send at least ${counted(params['limit'], 'field')}.`,
  uniqueItems: () => 'Send each entry once.',
  additionalProperties: ({ params }) => `Leave ${String(params['additionalProperty'])} out.`,
  minimum: limitText,
  maximum: limitText,
  exclusiveMinimum: limitText,
  exclusiveMaximum: limitText,
  not: () => 'This value is not accepted here. Look it up in the reference.',
};

/** A fraction in place of a whole number is usually money in its major unit, and a list a repeated parameter. */
function typeText({ params, data, instancePath }: ErrorObject): string {
  const types = [params['type']].flat();
  if (Array.isArray(data) && data.length > 1)
    return `Send one value of type ${types.join(' or ')}, not ${data.length}.`;
  const isFraction = typeof data === 'number' && types.includes('integer') && /amount$/i.test(instancePath);
  const hint = isFraction ? ' Amounts count the smallest unit of their currency: 125.50 US dollars are 12550.' : '';
  return `Send a value of type ${types.join(' or ')}.${hint}`;
}

/** The keywords with a text here. A keyword of the specification without one fails a test. */
export const wordedKeywords: ReadonlySet<string> = new Set(Object.keys(texts));

function messageOf(error: ErrorObject): string {
  return texts[error.keyword]?.(error) ?? `This value ${error.message ?? 'is not valid'}.`;
}

function limitText({ params }: ErrorObject): string {
  return `Send a number ${String(params['comparison'])} ${String(params['limit'])}.`;
}

function counted(limit: unknown, one: string, many = `${one}s`): string {
  return `${String(limit)} ${limit === 1 ? one : many}`;
}

function suchAs({ parentSchema }: ErrorObject): string {
  const [example] = (parentSchema?.['examples'] ?? []) as readonly unknown[];
  return typeof example === 'string' ? `, such as ${example}` : '';
}

/** In a query, an unencoded `+` is a space. */
function lostSign({ data }: ErrorObject): string {
  return / \d\d:\d\d$/.test(String(data)) ? ' Write the + of an offset as %2B.' : '';
}

/** The kinds of ids that a pattern accepts; none if the pattern is not that of an id. */
function kindsIn(pattern: string): readonly string[] {
  const [, optional, kinds] = /^\^(?:\(([A-Z][A-Za-z]+)\)\?)?\(?([A-Z][A-Za-z|]+)\)?:\[0-9a-f\]/.exec(pattern) ?? [];
  const named = kinds?.split('|') ?? [];
  return optional === undefined ? named : named.flatMap((kind) => [kind, `${optional}${kind}`]);
}

/** For an id, the kind is the most common mistake. For other text, the example says more than the pattern. */
function patternText(error: ErrorObject): string {
  const pattern = String(error.params['pattern']);
  const wanted = kindsIn(pattern);
  if (wanted.length === 0) return `Send text that matches ${pattern}${suchAs(error)}.`;
  const [, came] = /^([A-Z][A-Za-z]+):/.exec(String(error.data)) ?? [];
  const mistake = came === undefined || wanted.includes(came) ? '' : `This is an id of the kind ${came}. `;
  return `${mistake}Send an id of the kind ${wanted.join(' or ')}${suchAs(error)}.`;
}
