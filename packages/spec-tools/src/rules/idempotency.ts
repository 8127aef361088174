import { isSuccess, type OperationPlace, operationsOf } from './operations.ts';
import type { Finding, Rule } from './rule.ts';

const kinds: readonly (string | undefined)[] = ['key', 'natural', 'none'];

function hasHeader(headers: object | undefined, name: string): boolean {
  return Object.keys(headers ?? {}).some((header) => header.toLowerCase() === name);
}

function check({ path, operation, method, parameters, responses }: OperationPlace): Finding[] {
  const kind = operation['x-idempotent'];
  if (!kinds.includes(kind)) {
    return [{ path: [...path, 'x-idempotent'], message: 'x-idempotent must be one of key, natural, none.' }];
  }
  const takesKey = parameters.some(({ parameter }) => parameter.name.toLowerCase() === 'idempotency-key');
  if (takesKey !== (kind === 'key')) {
    const message = takesKey
      ? 'The operation takes an Idempotency-Key, so x-idempotent must be key.'
      : 'x-idempotent is key, but the operation has no Idempotency-Key parameter.';
    return [{ path: [...path, 'x-idempotent'], message }];
  }
  if (method === 'get' && kind !== 'natural') {
    return [{ path: [...path, 'x-idempotent'], message: 'A GET changes nothing, so x-idempotent must be natural.' }];
  }
  if (!takesKey) return [];
  return responses
    .filter(({ status, response }) => isSuccess(status) && !hasHeader(response.headers, 'idempotent-replayed'))
    .map((response) => ({
      path: response.path,
      message: 'A response that can be replayed must declare the Idempotent-Replayed header.',
    }));
}

export const idempotency: Rule = {
  name: 'idempotency',
  demands:
    'Every operation states the effect of a repeat; one that accepts an Idempotency-Key documents key and replay.',
  check: (specification) => operationsOf(specification).flatMap(check),
};
