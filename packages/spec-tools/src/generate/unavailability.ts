import { methods, type Operation, type PathItem, type Specification } from '../../../types/src/specification.ts';

const status = '503';
const code = 'SERVICE_UNAVAILABLE';

function withRefusal(operation: Operation): Operation {
  const { [status]: own = [], ...codes } = operation['x-error-codes'] ?? {};
  return {
    ...operation,
    'x-error-codes': { ...codes, [status]: own.includes(code) ? own : [...own, code] },
    responses: { ...operation.responses, [status]: operation.responses?.[status] ?? shared },
  };
}

const shared = { $ref: '#/components/responses/Error503' };

/** Every operation needs the database, so each may return 503. This is added here, once. */
export function withUnavailability(specification: Specification): Specification {
  const paths = Object.entries(specification.paths).map(([path, item]): [string, PathItem] => {
    const operations = methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [[method, withRefusal(operation)] as const];
    });
    return [path, { ...item, ...Object.fromEntries(operations) }];
  });
  return { ...specification, paths: Object.fromEntries(paths) };
}
