import { refusalProblem, responseProblem } from '../../../contract-tests/src/specification/schema-checks.ts';
import { undeclaredFinder } from '../../../server/src/ground/specification/undeclared-fields.ts';
import { isObject } from '../../../spec-tools/src/rules/is-object.ts';
import { operationsOf } from '../../../spec-tools/src/rules/operations.ts';
import { follow } from '../../../spec-tools/src/rules/references.ts';
import type { Json, Response, Specification } from '../../../types/src/spec.ts';

import { marker } from './mutations.ts';
import { type FuzzAnswer, type FuzzRequest, textOf } from './request.ts';

/**
 * Refusals that occur before a request reaches its operation. Every path may return them, so no operation declares
 * them. Do not extend this list: an operation declares its own refusals.
 */
const anywhere: Readonly<Record<string, string>> = {
  INVALID_REQUEST_FORMAT: 'the request is not valid HTTP, UTF-8 or JSON',
  METHOD_NOT_ALLOWED: 'the path does not support the method',
  NOT_FOUND: 'the path does not exist',
  REQUEST_TIMEOUT: 'the request was incomplete at the time limit',
  REQUEST_TOO_LARGE: 'the headers or the body exceed the size limit',
  UNSUPPORTED_MEDIA_TYPE: 'the media type of the body is not supported',
};

/** Headers of HTTP itself or the transport, and those that the specification declares for every response. */
const expectedHeaders: ReadonlySet<string> = new Set([
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'ignored-fields',
]);

export interface Oracles {
  /** The problems of a response, in sentences. */
  problems(request: FuzzRequest, answer: FuzzAnswer): string[];
}

export function createOracles(specification: Specification): Oracles {
  const places = operationsOf(specification);
  const declared = new Map<string, Response>();
  for (const { id, responses } of places)
    for (const { status, response } of responses) declared.set(`${id} ${status}`, response);
  const finders = new Map<string, ReturnType<typeof undeclaredFinder>>();

  /** Names in the response that its schema does not declare; the members of `details` depend on the code. */
  const undeclaredIn = (place: string, body: unknown): string[] => {
    const schema = declared.get(place)?.content?.['application/json']?.schema;
    if (schema === undefined) return [];
    const find = finders.get(place) ?? undeclaredFinder(schema);
    finders.set(place, find);
    return find(body)
      .filter(({ path: [first], path }) => first !== 'details' || path.length > 2)
      .map(({ path }) => `returns the undeclared field ${path.join('.')}`);
  };

  const inHeaders = (place: string, { status, headers }: FuzzAnswer): string[] => {
    const listed = Object.entries(declared.get(place)?.headers ?? {}).map(([name, header]) => ({
      name: name.toLowerCase(),
      isRequired: follow(specification, header).required === true,
    }));
    const missing = listed.filter(({ name, isRequired }) => isRequired && headers[name] === undefined);
    const known = new Set([...expectedHeaders, ...listed.map(({ name }) => name)]);
    const unknown = declared.has(place) ? Object.keys(headers).filter((name) => !known.has(name)) : [];
    return [
      ...missing.map(({ name }) => `returns ${status} without the header ${name}`),
      ...unknown.map((name) => `returns ${status} with the undeclared header ${name}`),
    ];
  };

  return {
    problems: (request, answer) => {
      const { status, text } = answer;
      const { id, path, method } = request.operation;
      // A connection closed without a response proves nothing, and damaged bytes may not be a request at all.
      if (status === 0) return request.manner === 'raw' ? [] : ['closes the connection without a response'];
      if (status >= 500) return [`returns ${status}: ${text.slice(0, 300)}`];
      // A streamed response is text, of which only the beginning was read.
      if (isStream(answer)) return [...echoOf(request, answer), ...inHeaders(`${id} ${status}`, answer)];
      const body = parsed(text);
      if (body === notJson) return [`returns ${status} with a body that is not JSON: ${text.slice(0, 100)}`];
      const code = isObject(body) ? String(body['code']) : '';
      const echo = echoOf(request, answer);
      const isAnywhere = status === 501 || (status >= 400 && Object.hasOwn(anywhere, code));
      // Damaged bytes can be a request for anything, and got the response of that request.
      if (request.manner === 'raw' || isAnywhere) {
        const problem = status < 400 ? undefined : refusalProblem(status, body);
        return [...echo, ...(problem === undefined ? [] : [`returns ${status} ${code}: ${problem}`])];
      }
      const place = `${id} ${status}`;
      const problem = responseProblem(path, method, status, body);
      return [
        ...echo,
        ...(problem === undefined ? [] : [`returns ${status} ${code}, which breaks the specification: ${problem}`]),
        ...(problem === undefined ? [...undeclaredIn(place, body), ...inHeaders(place, answer)] : []),
      ];
    },
  };
}

function isStream({ status, headers }: FuzzAnswer): boolean {
  return status === 200 && headers['content-type']?.startsWith('text/event-stream') === true;
}

const notJson = Symbol('not JSON');

function parsed(text: string): Json | undefined | typeof notJson {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return notJson;
  }
}

/** A refusal must not repeat any value that was sent, and no response may repeat a value of an unknown field. */
function echoOf(request: FuzzRequest, { status, text, headers }: FuzzAnswer): string[] {
  const isUnknown = request.change?.startsWith('an unknown field') === true;
  if (status < 400 && !isUnknown) return [];
  if (text.includes(marker)) return [`repeats a sent value: ${text.slice(0, 300)}`];
  // A response may repeat the names of misspelt fields, but never their values.
  const isNamed = textOf(request)?.includes(`"${marker}":`) === true || request.query.some(([name]) => name === marker);
  const { 'ignored-fields': ignored = '', ...others } = headers;
  const values = isNamed ? Object.values(others) : [...Object.values(others), ignored];
  return values.some((value) => value.includes(marker)) ? ['repeats a sent value in a header'] : [];
}
