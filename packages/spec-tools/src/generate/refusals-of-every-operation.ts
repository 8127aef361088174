import { methods, type Operation, type PathItem, type Specification } from '../../../types/src/specification.ts';

/** Every operation needs the database, and has a limit on how much one platform requests at the same time. */
const refusals = [
  { status: '429', code: 'RATE_LIMITED' },
  { status: '503', code: 'SERVICE_UNAVAILABLE' },
];

function withRefusals(operation: Operation): Operation {
  const codes = { ...operation['x-error-codes'] };
  const responses = { ...operation.responses };
  for (const { status, code } of refusals) {
    codes[status] = [...new Set([...(codes[status] ?? []), code])];
    responses[status] ??= { $ref: `#/components/responses/Error${status}` };
  }
  return { ...operation, 'x-error-codes': codes, responses };
}

/** Declares the refusals that any operation may return. They are added here, once. */
export function withRefusalsOfEveryOperation(specification: Specification): Specification {
  const paths = Object.entries(specification.paths).map(([path, item]): [string, PathItem] => {
    const operations = methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [[method, withRefusals(operation)] as const];
    });
    return [path, { ...item, ...Object.fromEntries(operations) }];
  });
  return { ...specification, paths: Object.fromEntries(paths) };
}
