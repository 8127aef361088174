import { type Refusal, refuse } from './operation.ts';

/** The largest request body, in bytes. */
export const largestBodyBytes = 1024 * 1024;
const deepestNesting = 32;

/**
 * What is wrong with a parsed value that no schema can say: nesting that would exhaust the stack of
 * whoever walks it, and text that cannot be stored or sent again unchanged.
 */
export function refuseUnusable(value: unknown, depth = 0): Refusal<'INVALID_REQUEST_FORMAT'> | undefined {
  if (typeof value === 'string') {
    if (value.isWellFormed() && !value.includes('\0')) return undefined;
    return refuse('INVALID_REQUEST_FORMAT', 'Text must be well-formed Unicode without the character U+0000.');
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= deepestNesting)
    return refuse('INVALID_REQUEST_FORMAT', `Nest objects and arrays at most ${deepestNesting} deep.`);
  for (const [name, member] of Object.entries(value)) {
    const refusal = refuseUnusable(name, depth + 1) ?? refuseUnusable(member, depth + 1);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
