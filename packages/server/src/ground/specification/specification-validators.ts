import { type OperationId, operationTable } from '@payments-platform/types';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isPlainText } from '../database/plain-text.ts';
import type { FieldError } from './field-error.ts';
import { fieldErrorsOf } from './field-errors.ts';
import { absolute, compileLate, documentId, plainErrors, schemasByPath, selecting } from './late-schemas.ts';
import { specification } from './specification.ts';

type Json = unknown;
type JsonObject = Readonly<Record<string, Json>>;

export interface RequestParts {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export interface OperationValidator {
  /** All invalid fields of the request; empty if it is valid. Query values are coerced in place. */
  request(parts: RequestParts): FieldError[];
  /** The errors of a response body as one line; `undefined` if it is valid. */
  response(status: number, body: unknown): string | undefined;
  /** The parameters of a query that the operation knows. A handler gets no unchecked value. */
  declared(query: RequestParts['query']): RequestParts['query'];
  readonly requiresBody: boolean;
  readonly acceptsBody: boolean;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  /** Whether the parameter has several values in one text, separated by commas. */
  readonly isJoined: boolean;
  readonly schema: JsonObject;
}

/** Compiles validators from the bundled specification, each when its operation is first called. */
function createSpecificationValidators(): (operationId: OperationId) => OperationValidator {
  let compilers: Compilers | undefined;
  const ready = new Map<OperationId, OperationValidator>();
  return (operationId) => {
    const known = ready.get(operationId);
    if (known !== undefined) return known;
    compilers ??= createCompilers();
    const fresh = compileOperation(operationId, compilers);
    ready.set(operationId, fresh);
    return fresh;
  };
}

interface Compilers {
  readonly document: JsonObject;
  readonly strictly: Ajv2020;
  readonly fromText: Ajv2020;
}

function createCompilers(): Compilers {
  const document: JsonObject = { ...specification() };
  const named = schemasByPath(document);
  return { document, strictly: createAjv(named, false), fromText: createAjv(named, 'array') };
}

function parameterOf({ name, in: place, required, explode, schema: own, example }: JsonObject): Parameter {
  if (typeof name !== 'string' || typeof place !== 'string' || typeof own !== 'object' || own === null)
    throw new Error('the specification has a parameter without a name, a place or a schema');
  // A parameter has its example beside its schema, but messages look for it inside.
  const schema: JsonObject = { ...(example !== undefined && { examples: [example] }), ...own };
  return { name, in: place, required: required === true, isJoined: explode === false, schema };
}

/** There is one specification, so all servers of a process share its compiled validators. */
export const validators = createSpecificationValidators();

/** The errors of a body that did not arrive over HTTP. */
export function brokenBody(operationId: OperationId, body: unknown): readonly FieldError[] {
  return validators(operationId).request({ path: {}, query: {}, body });
}

function createAjv(specification: JsonObject, coerceTypes: false | 'array'): Ajv2020 {
  // Optimised code takes a third longer to compile and is not faster. With `verbose`, errors carry their schema, from
  // which messages take alternatives and examples.
  const settings = {
    strict: false,
    allErrors: true,
    validateSchema: false,
    // Schemas are not validated themselves, so the meta-schema is not loaded.
    meta: false,
    logger: false,
    verbose: true,
    code: { optimize: false },
  } as const;
  const ajv = new Ajv2020({ ...settings, coerceTypes });
  addFormats.default(ajv);
  // Ajv's own expression accepts addresses that no program can open: without a host, or with a port that is too high.
  const isUri = ajv.formats['uri'] as (text: string) => boolean;
  ajv.addFormat('uri', (text) => isUri(text) && URL.canParse(text));
  // Ajv's own check compares all entries with each other, even in lists that are too long, and could take minutes.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isDemanded: boolean, items: readonly Json[]) => !isDemanded || areDistinct(items),
  });
  compileLate(ajv);
  ajv.addSchema(specification, documentId);
  return ajv;
}

function areDistinct(items: readonly Json[]): boolean {
  return new Set(items.map((item) => JSON.stringify(item))).size === items.length;
}

function compileOperation(
  operationId: OperationId,
  { document: specification, strictly, fromText }: Compilers,
): OperationValidator {
  const { path, method } = operationTable[operationId];
  const pathItem = objectAt(specification, 'paths', path);
  const operation = objectAt(pathItem, method.toLowerCase());
  const parameters = [...listOf(pathItem['parameters']), ...listOf(operation['parameters'])].map((parameter) =>
    parameterOf(resolve(specification, parameter)),
  );
  const checkPath = compileParameters(fromText, parameters, 'path');
  const checkQuery = compileParameters(fromText, parameters, 'query');
  const pathNames = namesOf(parameters, 'path');
  const queryNames = namesOf(parameters, 'query');
  const joined = parameters.filter(({ isJoined }) => isJoined).map(({ name }) => name);
  const wholeNumbers = parameters.flatMap(({ name, schema }) => (schema['type'] === 'integer' ? [name] : []));
  const requestBody =
    operation['requestBody'] === undefined ? undefined : resolve(specification, operation['requestBody']);
  const bodySchema =
    requestBody === undefined
      ? undefined
      : (schemaOf(requestBody, 'application/json') ?? schemaOf(requestBody, 'multipart/form-data'));
  const checkBody = bodySchema === undefined ? undefined : compile(strictly, bodySchema);
  const requiresBody = requestBody?.['required'] === true;
  const responses = new Map<number, ValidateFunction | undefined>();

  const checkedQuery = (query: RequestParts['query']): FieldError[] => {
    const odd = oddNumbers(wholeNumbers, query);
    const others = run(checkQuery, separated(joined, query));
    return [...odd, ...others.filter(({ field }) => !odd.some((error) => error.field === field))];
  };

  return {
    declared: (query) => Object.fromEntries(Object.entries(query).filter(([name]) => queryNames.includes(name))),
    requiresBody,
    acceptsBody: checkBody !== undefined,
    request: ({ path: pathValues, query, body }) => [
      ...(unstorable(pathNames, pathValues) ?? run(checkPath, pathValues)),
      ...(unstorable(queryNames, query) ?? checkedQuery(query)),
      ...(body === undefined ? [] : run(checkBody, body)),
    ],
    response: (status, body) => {
      if (!responses.has(status)) responses.set(status, compileResponse(strictly, specification, operation, status));
      const check = responses.get(status);
      if (check === undefined)
        return body === undefined ? undefined : `${operationId} declares no JSON body for ${status}`;
      return check(body) ? undefined : describe(plainErrors(check.errors));
    },
  };
}

function compileResponse(
  ajv: Ajv2020,
  specification: JsonObject,
  operation: JsonObject,
  status: number,
): ValidateFunction | undefined {
  const declared = objectAt(operation, 'responses')[String(status)];
  if (declared === undefined) throw new Error(`${String(operation['operationId'])} declares no response ${status}`);
  const schema = schemaOf(resolve(specification, declared), 'application/json');
  return schema === undefined ? undefined : compile(ajv, schema);
}

function namesOf(parameters: readonly Parameter[], place: string): readonly string[] {
  return parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
}

/** Finds parameters with text that no store keeps unchanged. */
function unstorable(names: readonly string[], values: RequestParts['query']): FieldError[] | undefined {
  const broken = names.filter((name) => [values[name]].flat().some((text) => !isPlainText(String(text))));
  if (broken.length === 0) return undefined;
  return broken.map((field) => ({ field, message: 'Send well-formed Unicode without the character U+0000.' }));
}

/** Finds numbers that only JavaScript reads as whole ones: hexadecimal, with an exponent, or with spaces around. */
function oddNumbers(names: readonly string[], values: RequestParts['query']): FieldError[] {
  const odd = names.filter((name) => [values[name] ?? []].flat().some((text) => !/^-?\d+$/.test(String(text))));
  return odd.map((field) => ({ field, message: 'Send a whole number in decimal digits, such as 10.' }));
}

/** Splits texts with several values, in place like coercion. */
function separated(names: readonly string[], values: RequestParts['query']): RequestParts['query'] {
  for (const name of names) {
    const texts = [values[name] ?? []].flat();
    if (texts.length > 0)
      Reflect.set(
        values,
        name,
        texts.flatMap((text) => String(text).split(',')),
      );
  }
  return values;
}

function compileParameters(
  ajv: Ajv2020,
  parameters: readonly Parameter[],
  place: string,
): ValidateFunction | undefined {
  const mine = parameters.filter((parameter) => parameter.in === place);
  if (mine.length === 0) return undefined;
  return compile(ajv, {
    type: 'object',
    properties: Object.fromEntries(mine.map(({ name, schema }) => [name, schema])),
    required: mine.filter(({ required }) => required === true).map(({ name }) => name),
  });
}

/** References inside the schema point into the bundle, so they become absolute. */
function compile(ajv: Ajv2020, schema: JsonObject): ValidateFunction {
  return ajv.compile(absolute(selecting(schema, () => false)) as JsonObject);
}

function run(check: ValidateFunction | undefined, data: unknown): FieldError[] {
  return check === undefined || check(data) ? [] : fieldErrorsOf(plainErrors(check.errors));
}

function describe(errors: readonly ErrorObject[]): string {
  return errors.map(({ instancePath, message }) => `${instancePath || '/'} ${message}`).join('; ');
}

function schemaOf(holder: JsonObject, mediaType: string): JsonObject | undefined {
  const content = holder['content'] as JsonObject | undefined;
  const media = content?.[mediaType] as JsonObject | undefined;
  return media?.['schema'] as JsonObject | undefined;
}

function resolve(specification: JsonObject, node: Json): JsonObject {
  const reference = (node as JsonObject)['$ref'];
  if (typeof reference !== 'string') return node as JsonObject;
  const steps = reference
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return resolve(specification, objectAt(specification, ...steps));
}

function objectAt(node: JsonObject, ...steps: string[]): JsonObject {
  let current: Json = node;
  for (const step of steps) current = (current as JsonObject | undefined)?.[step];
  if (typeof current !== 'object' || current === null)
    throw new Error(`the specification has nothing at ${steps.join('/')}`);
  return current as JsonObject;
}

function listOf(node: Json): readonly Json[] {
  return Array.isArray(node) ? node : [];
}
