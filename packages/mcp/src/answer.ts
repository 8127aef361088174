import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/**
 * What became of a call, in one word: `DONE` and `WAITING` are about payments, `READ` is anything that was only looked
 * up or written down, `REFUSED` had no effect, and after `UNKNOWN` nobody knows yet.
 */
export type Outcome = 'DONE' | 'WAITING' | 'READ' | 'REFUSED' | 'UNKNOWN';

export interface Answer {
  readonly outcome: Outcome;
  /** Whole sentences, the outcome first, then what to do. */
  readonly text: string;
  /** Whether the call itself went well, whatever it found; told by `outcome` where left out. */
  readonly isWell?: boolean;
  /** What the platform answered. */
  readonly data?: unknown;
}

/** The words first: a model acts on them. The data stand beside them twice, for clients that show only one form. */
export function toResult({ outcome, text, data, isWell }: Answer): CallToolResult {
  const content: CallToolResult['content'] = [{ type: 'text', text }];
  if (data !== undefined) content.push({ type: 'text', text: JSON.stringify(data) });
  return {
    content,
    structuredContent: { outcome, text, ...(data === undefined ? {} : { data }) },
    ...(!(isWell ?? (outcome !== 'REFUSED' && outcome !== 'UNKNOWN')) && { isError: true }),
  };
}
