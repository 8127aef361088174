import {
  methods,
  type Operation,
  type PathItem,
  type Response,
  type Specification,
} from '../../../types/src/specification.ts';

const statusLength = 3;
const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
const ignoredFields = { 'Ignored-Fields': { $ref: '#/components/headers/IgnoredFields' } };

/** Responses that are sent before the fields of a request are read, or that replace the actual result. */
const withoutFields = ['405', '413', '415', '500'];

function withHeader(status: string, response: Response): Response {
  if (response.$ref !== undefined) return response;
  const isStream = Object.hasOwn(response.content ?? {}, 'text/event-stream');
  const ignored = isStream || withoutFields.includes(status) ? {} : ignoredFields;
  return { ...response, headers: { ...requestId, ...ignored, ...response.headers } };
}

function withHeaders(operation: Operation): Operation {
  const responses = Object.entries(operation.responses ?? {}).map(([status, response]): [string, Response] => [
    status,
    withHeader(status, response),
  ]);
  return { ...operation, responses: Object.fromEntries(responses) };
}

/**
 * Adds the headers that every response has: the request id and, on a local server, the ignored fields. Responses that
 * operations share stay shared.
 */
export function withAnswerHeaders(specification: Specification): Specification {
  const paths = Object.entries(specification.paths).map(([path, item]): [string, PathItem] => {
    const operations = methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [[method, withHeaders(operation)] as const];
    });
    return [path, { ...item, ...Object.fromEntries(operations) }];
  });
  const shared = Object.entries(specification.components?.responses ?? {}).map(([name, response]) => [
    name,
    withHeader(name.slice(-statusLength), response),
  ]);
  const components = { ...specification.components, responses: Object.fromEntries(shared) };
  return { ...specification, paths: Object.fromEntries(paths), components };
}
