import {
  methods,
  type Operation,
  type PathItem,
  type Response,
  type Specification,
} from '../../../types/src/specification.ts';

const header = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

function withHeader(response: Response): Response {
  return response.$ref === undefined ? { ...response, headers: { ...header, ...response.headers } } : response;
}

function withHeaders(operation: Operation): Operation {
  const responses = Object.entries(operation.responses ?? {}).map(([status, response]): [string, Response] => [
    status,
    withHeader(response),
  ]);
  return { ...operation, responses: Object.fromEntries(responses) };
}

/** Every answer names its request: said once, here. Responses that operations share stay shared. */
export function withRequestIds(specification: Specification): Specification {
  const paths = Object.entries(specification.paths).map(([path, item]): [string, PathItem] => {
    const operations = methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [[method, withHeaders(operation)] as const];
    });
    return [path, { ...item, ...Object.fromEntries(operations) }];
  });
  const shared = Object.entries(specification.components?.responses ?? {}).map(([name, response]) => [
    name,
    withHeader(response),
  ]);
  const components = { ...specification.components, responses: Object.fromEntries(shared) };
  return { ...specification, paths: Object.fromEntries(paths), components };
}
