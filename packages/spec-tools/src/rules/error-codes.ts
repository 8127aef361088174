import type { Specification } from '../../../types/src/specification.ts';
import { isRefusal, type OperationPlace, operationsOf } from './operations.ts';
import type { Finding, Rule } from './rule.ts';

function checkCodes(place: OperationPlace, specification: Specification): Finding[] {
  const declared = place.operation['x-error-codes'] ?? {};
  return Object.entries(declared).flatMap(([status, codes]) =>
    codes.flatMap((code, index) => {
      const path = [...place.path, 'x-error-codes', status, index];
      const entry = specification['x-error-catalogue']?.[code];
      if (entry === undefined) return [{ path, message: `${code} is not in the error catalogue.` }];
      if (String(entry.status) !== status)
        return [{ path, message: `${code} has status ${entry.status}, not ${status}.` }];
      return codes.indexOf(code) < index ? [{ path, message: `${code} is listed twice.` }] : [];
    }),
  );
}

function checkStatuses({ path, operation, responses }: OperationPlace): Finding[] {
  const declared = operation['x-error-codes'];
  if (declared === undefined) {
    return [{ path: [...path, 'x-error-codes'], message: 'The operation does not list its error codes.' }];
  }
  const refusals = responses.filter(({ status }) => isRefusal(status));
  const undeclared = Object.keys(declared).filter((status) => !refusals.some((refusal) => refusal.status === status));
  return [
    ...refusals
      .filter(({ status }) => (declared[status] ?? []).length === 0)
      .map((refusal) => ({ path: refusal.path, message: `x-error-codes has no code for status ${refusal.status}.` })),
    ...undeclared.map((status) => ({
      path: [...path, 'x-error-codes', status],
      message: `The operation has no response with status ${status}.`,
    })),
  ];
}

export const errorCodes: Rule = {
  name: 'error-codes',
  demands: 'x-error-codes names, for each refusal an operation declares, codes of the catalogue with that status.',
  check: (specification) =>
    operationsOf(specification).flatMap((place) => [...checkStatuses(place), ...checkCodes(place, specification)]),
};
