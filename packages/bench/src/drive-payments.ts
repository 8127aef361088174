import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Caller } from '../../server/test/caller.ts';
import { cpuSeconds } from './process-figures.ts';

/** Makes one payment from the request body of a client. */
export type Pay = (body: string) => Promise<void>;

export interface Drive {
  readonly pay: Pay;
  /** One quote request body per client; each client pays from its own account. */
  readonly bodies: readonly string[];
  readonly payments: number;
  /** The server, to measure its processor time. */
  readonly pid: number;
  /** How long to wait for the later work of the server, whose processor time counts too. */
  readonly restMs?: number;
  readonly onPaid?: (paid: number) => void;
}

export interface DriveFigures {
  readonly perSecond: number;
  /** Processor time of the server per payment. */
  readonly serverMs: number;
  /** Processor time of this program per payment: the cost of driving the load. */
  readonly clientMs: number;
}

/** One client per body; each repeatedly creates and executes a quote until all payments are made. */
export async function drivePayments({ pay, bodies, payments, pid, restMs = 0, onPaid }: Drive): Promise<DriveFigures> {
  let begun = 0;
  let paid = 0;
  const client = async (body: string): Promise<void> => {
    while (begun < payments) {
      begun += 1;
      await pay(body);
      paid += 1;
      onPaid?.(paid);
    }
  };
  const server = cpuSeconds(pid);
  const own = process.cpuUsage();
  const start = performance.now();
  await Promise.all(bodies.map(client));
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(own);
  await delay(restMs);
  return {
    perSecond: payments / seconds,
    serverMs: ((cpuSeconds(pid) - server) * 1000) / payments,
    clientMs: (user + system) / 1000 / payments,
  };
}

const idForm = /"id":"(Quote:[^"]+)"/;

/** Creates a quote and executes it. An unexpected status ends the bench, because a refusal is not a payment. */
export function payByQuote(caller: Caller): Pay {
  return async (body) => {
    const quote = expect(await caller.request('POST', '/quotes', body, { 'idempotency-key': randomUUID() }), 201);
    const quoteId = idForm.exec(quote)?.[1];
    if (quoteId === undefined) throw new Error(`the quote has no id: ${quote.slice(0, 300)}`);
    expect(await caller.request('POST', `/quotes/${quoteId}/execute`, '', { 'idempotency-key': randomUUID() }), 200);
  };
}

function expect({ status, text }: Answer, expected: number): string {
  if (status !== expected) throw new Error(`expected ${expected}, got ${status}: ${text.slice(0, 500)}`);
  return text;
}
