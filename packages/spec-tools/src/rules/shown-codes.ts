import type { Example, Json, Response, Specification } from '../../../types/src/specification.ts';
import { isRefusal, type OperationPlace, operationsOf, type ResponsePlace } from './operations.ts';
import { follow } from './references.ts';

/** The codes that an operation declares for one status, and those in the examples of the response. */
export interface ShownCodes {
  readonly operation: OperationPlace;
  readonly place: ResponsePlace;
  readonly missing: readonly string[];
  readonly foreign: readonly string[];
}

function codeIn(value: Json | undefined): string | undefined {
  if (typeof value !== 'object' || value === null || !('code' in value)) return undefined;
  return typeof value.code === 'string' ? value.code : undefined;
}

export function codeOfExample(specification: Specification, example: Example): string | undefined {
  return codeIn(follow(specification, example).value);
}

function codesIn(specification: Specification, response: Response): string[] {
  const { example, examples = {} } = response.content?.['application/json'] ?? {};
  const named = Object.values(examples).map((entry) => codeOfExample(specification, entry));
  return [codeIn(example), ...named].filter((code) => code !== undefined);
}

/** Every refusal of every operation with missing or undeclared codes in its examples. */
export function shownCodes(specification: Specification): ShownCodes[] {
  return operationsOf(specification).flatMap((operation) =>
    operation.responses
      .filter(({ status }) => isRefusal(status))
      .map((place) => {
        const declared = operation.operation['x-error-codes']?.[place.status] ?? [];
        const shown = codesIn(specification, place.response);
        return {
          operation,
          place,
          missing: declared.filter((code) => !shown.includes(code)),
          foreign: shown.filter((code) => !declared.includes(code)),
        };
      }),
  );
}
