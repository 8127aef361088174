import { printable } from '../output/cell.ts';
import type { Style } from '../output/style.ts';

/** One event to forward. */
export interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The result of forwarding. */
export type Forwarded =
  | { readonly statusCode: number; readonly body: string; readonly durationMs: number }
  | { readonly error: string; readonly durationMs: number };

/** The same timeout as the platform. */
const longestMs = 10_000;
const longestAnswer = 64 * 1024;

function faultOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return faultOf(error.errors[0]);
  if (error instanceof Error && error.cause !== undefined) return faultOf(error.cause);
  return error instanceof Error ? error.message || error.name : String(error);
}

/** Forwards an event. A redirect counts as a response, as it does for the platform. */
export async function forward(target: string, { body, headers }: Delivery): Promise<Forwarded> {
  const startedAt = performance.now();
  const durationMs = (): number => Math.round(performance.now() - startedAt);
  try {
    const signal = AbortSignal.timeout(longestMs);
    const answer = await fetch(target, { method: 'POST', body, headers, redirect: 'manual', signal });
    const text = (await answer.text()).slice(0, longestAnswer);
    return { statusCode: answer.status, body: text, durationMs: durationMs() };
  } catch (error) {
    return { error: faultOf(error), durationMs: durationMs() };
  }
}

/** `09:30:00 OUTGOING_PAYMENT.COMPLETED Webhook:… → 200 (12 ms)` */
export function statusLine(now: Date, { type, id }: Delivery, came: Forwarded, style: Style): string {
  const time = now.toISOString().slice(11, 19);
  const isTaken =
    'statusCode' in came && ((came.statusCode >= 200 && came.statusCode < 300) || came.statusCode === 409);
  const outcome = 'statusCode' in came ? String(came.statusCode) : printable(came.error);
  const shown = isTaken ? style.good(outcome) : style.bad(outcome);
  const why = !isTaken && 'body' in came && came.body !== '' ? ` ${printable(came.body.slice(0, 120))}` : '';
  return `${style.faint(time)} ${printable(type)} ${printable(id)} → ${shown} (${came.durationMs} ms)${why}`;
}
