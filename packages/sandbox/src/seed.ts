import { Buffer } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { Access } from './access.ts';

/**
 * One request of a seed, such as `POST /customers`. In its path and in the texts of its body, `{ada.id}` is replaced by
 * the `id` in the response to the request with the name `ada`.
 */
export interface SeedRequest {
  readonly request: string;
  /** The name of its response for later requests. */
  readonly as?: string;
  readonly body?: unknown;
}

/** The requests in order, or a JSON file with a list of them. */
export type Seed = readonly SeedRequest[] | string | URL;

/** The responses to the requests, by name. */
export type Seeded = Readonly<Record<string, unknown>>;

/** Sends the requests of a seed in order; the first refusal ends it. */
export async function applySeed(access: Access, seed: Seed): Promise<Seeded> {
  const isFile = typeof seed === 'string' || seed instanceof URL;
  const place = isFile ? String(seed) : 'The seed';
  const requests = isFile ? readRequests(await readFile(seed, 'utf8'), place) : seed;
  const seeded: Record<string, unknown> = {};
  for (const [index, { request, as, body }] of requests.entries()) {
    const where = `${place}, request ${index + 1} (${request})`;
    const answer = await send(access, filled(request, seeded, where), filledIn(body, seeded, where), where);
    if (as !== undefined) seeded[as] = answer;
  }
  return seeded;
}

function readRequests(text: string, place: string): readonly SeedRequest[] {
  const read: unknown = JSON.parse(text);
  const isList = Array.isArray(read) && read.every((each) => typeof each?.request === 'string');
  if (!isList) throw new Error(`${place} is not a list of requests: [{ "request": "POST /customers", "body": {} }]`);
  return read as readonly SeedRequest[];
}

async function send(access: Access, request: string, body: unknown, where: string): Promise<unknown> {
  const [, method = '', path = ''] = /^(GET|POST|PUT|PATCH|DELETE) (\/\S*)$/.exec(request) ?? [];
  if (method === '') throw new Error(`${where} is not a request. Give a method and a path, such as POST /customers.`);
  const authorization = `Basic ${Buffer.from(`${access.tokenId}:${access.tokenSecret}`).toString('base64')}`;
  const response = await fetch(`${access.baseUrl}${path}`, {
    method,
    headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${where} was refused with ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

function filledIn(value: unknown, seeded: Seeded, where: string): unknown {
  if (typeof value === 'string') return filled(value, seeded, where);
  if (Array.isArray(value)) return value.map((each) => filledIn(each, seeded, where));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filledIn(each, seeded, where)]));
}

function filled(text: string, seeded: Seeded, where: string): string {
  return text.replaceAll(/\{([\w.]+)\}/g, (name, path: string) => {
    const found = path
      .split('.')
      .reduce<unknown>((at, step) => (at as Readonly<Record<string, unknown>> | undefined)?.[step], seeded);
    if (typeof found === 'string' || typeof found === 'number') return String(found);
    throw new Error(`${where} uses ${name}, which is not in the response to an earlier request.`);
  });
}
