import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/**
 * The outcome of a call, in one word: `DONE` and `WAITING` are about payments, `READ` is a call that moves no money,
 * `REFUSED` had no effect, and after `UNKNOWN` the effect is not known yet.
 */
export type Outcome = 'DONE' | 'WAITING' | 'READ' | 'REFUSED' | 'UNKNOWN';

export interface Answer {
  readonly outcome: Outcome;
  /** Whole sentences: the outcome first, then the next step. */
  readonly text: string;
  /** Whether the call itself succeeded, regardless of its result. Default: depends on `outcome`. */
  readonly isWell?: boolean;
  /** The response of the platform. */
  readonly data?: unknown;
}

/** The text first, because a model acts on it. The data is included twice, for clients that show only one form. */
export function toResult({ outcome, text, data, isWell }: Answer): CallToolResult {
  const content: CallToolResult['content'] = [{ type: 'text', text }];
  if (data !== undefined) content.push({ type: 'text', text: JSON.stringify(data) });
  return {
    content,
    structuredContent: { outcome, text, ...(data === undefined ? {} : { data }) },
    ...(!(isWell ?? (outcome !== 'REFUSED' && outcome !== 'UNKNOWN')) && { isError: true }),
  };
}
