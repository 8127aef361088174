import { open } from 'node:fs/promises';
import { createFeedRates } from '../engines/rates/feed-rates.ts';
import { readRateDocument } from '../engines/rates/rate-document.ts';
import type { RateSource } from '../engines/rates/rate-source.ts';
import type { Clock } from '../ground/clock/clock.ts';
import { instantOf, minuteMs, secondMs } from '../ground/clock/instant.ts';
import { UnusableOptions } from './read-flags.ts';

const refreshMs = 5 * minuteMs;
const longestWaitMs = 10 * secondMs;
const largestBytes = 1024 * 1024;

export interface RateFeed {
  readonly rates: RateSource;
  stop(): void;
}

/**
 * Reads the rates now and every five minutes. If rates cannot be read or used, that is reported and the last good ones
 * stay. Without any rates the server still starts, and refuses what it cannot check against limits.
 */
export async function openRateFeed(
  location: URL | string,
  clock: Clock,
  report: (problem: string) => void,
  waitMs = longestWaitMs,
): Promise<RateFeed> {
  const rates = createFeedRates(() => instantOf(Date.now()));
  let isTaken = false;
  const refresh = async (): Promise<void> => {
    try {
      const document = readRateDocument(
        typeof location === 'string' ? await readFile(location) : await ask(location, waitMs),
      );
      if (document.validUntil <= instantOf(Date.now())) throw new Error(`they were valid until ${document.validUntil}`);
      rates.take(document, clock.now());
      isTaken = true;
    } catch (error) {
      const problem = `the rates of ${shown(location)} cannot be used: ${reasonOf(error)}`;
      // A file that cannot be used at the start is the operator's mistake.
      if (typeof location === 'string' && !isTaken) throw new UnusableOptions(problem);
      report(problem);
    }
  };
  await refresh();
  const timer = setInterval(() => void refresh(), refreshMs);
  timer.unref();
  return { rates, stop: () => clearInterval(timer) };
}

/** The query of an address often holds a key. */
function shown(location: URL | string): string {
  return typeof location === 'string' ? location : `${location.origin}${location.pathname}`;
}

/** `fetch` says that it failed, and its cause says why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // Where several addresses were tried there is a code alone.
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}

async function readFile(path: string): Promise<string> {
  const file = await open(path);
  try {
    if ((await file.stat()).size > largestBytes) throw new Error(`the file is larger than ${largestBytes} bytes`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** One response of limited size within a limited time, from exactly the given address. */
async function ask(url: URL, waitMs: number): Promise<string> {
  const signal = AbortSignal.timeout(waitMs);
  const answer = await fetch(url, { signal, redirect: 'error', headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`the answer was ${answer.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > largestBytes) throw new Error(`the answer is larger than ${largestBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
