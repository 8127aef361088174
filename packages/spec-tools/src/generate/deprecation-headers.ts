import {
  type Dictionary,
  type Header,
  methods,
  type Operation,
  type PathItem,
  type Response,
  type Specification,
} from '../../../types/src/specification.ts';
import { follow } from '../rules/references.ts';

const reference = (name: string): Header => ({ $ref: `#/components/headers/${name}` });

function headersOf(operation: Operation): Dictionary<Header> {
  const facts = operation['x-deprecation'];
  if (facts === undefined) return {};
  return {
    Deprecation: reference('Deprecation'),
    ...(facts.sunsetAt === null ? {} : { Sunset: reference('Sunset') }),
    Link: reference('DeprecationLink'),
  };
}

function withHeaders(specification: Specification, operation: Operation): Operation {
  const added = headersOf(operation);
  if (Object.keys(added).length === 0) return operation;
  const responses = Object.entries(operation.responses ?? {}).map(([status, response]): [string, Response] => {
    const { headers, ...rest } = follow(specification, response);
    return [status, { ...rest, headers: { ...headers, ...added } }];
  });
  return { ...operation, responses: Object.fromEntries(responses) };
}

/**
 * Every response of a deprecated operation has the headers that say so. The facts are in `x-deprecation` only; responses
 * that other operations share are copied here.
 */
export function withDeprecationHeaders(specification: Specification): Specification {
  const paths = Object.entries(specification.paths).map(([path, item]): [string, PathItem] => {
    const operations = methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [[method, withHeaders(specification, operation)] as const];
    });
    return [path, { ...item, ...Object.fromEntries(operations) }];
  });
  return { ...specification, paths: Object.fromEntries(paths) };
}
