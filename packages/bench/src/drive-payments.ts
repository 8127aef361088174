import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Caller } from '../../server/test/caller.ts';
import { cpuSeconds } from './process-figures.ts';

/** Makes one payment of what a client sends. */
export type Pay = (body: string) => Promise<void>;

export interface Drive {
  readonly pay: Pay;
  /** One quote request body per client; a client pays from its own account. */
  readonly bodies: readonly string[];
  readonly payments: number;
  /** The server, for its processor time. */
  readonly pid: number;
  /** How long the server is given for what it does later, whose processor time counts too. */
  readonly restMs?: number;
  readonly onPaid?: (paid: number) => void;
}

export interface DriveFigures {
  readonly perSecond: number;
  /** Processor time of the server per payment. */
  readonly serverMs: number;
  /** Processor time of this program per payment: what driving the load costs. */
  readonly clientMs: number;
}

/** As many clients as there are bodies, each creating a quote, executing it, and so on, until the payments are made. */
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

/** Creates a quote and executes it. An answer that is not the expected one ends the bench: a refusal is not a payment. */
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
