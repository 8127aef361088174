import type { Answer } from './test-server.ts';

/** The fields that a refusal names, in order. */
export function refusedFields(answer: Answer): string[] {
  return answer.body.details.errors.map((error: { field: string }) => error.field);
}

/** The status and the code of a refusal. */
export function codeOf({ status, body }: Answer): [number, string] {
  return [status, body.code];
}
