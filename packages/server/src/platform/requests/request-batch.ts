import { Buffer } from 'node:buffer';
import { promisify } from 'node:util';
import { constants, inflateRawSync, zstdCompress, zstdDecompressSync } from 'node:zlib';
import type { ApiRequest } from '@payments-platform/types';
import { epochMsOf, type Instant, instantOf, plusMs, secondMs } from '../../ground/clock/instant.ts';
import type { NewRow } from '../../ground/database/schema.ts';
import type { Engine } from '../../ground/database/statement.ts';
import { firstIdAt } from '../../ground/ids/first-id-at.ts';
import { type JsonText, parseJson, readJson } from '../../ground/json/json-text.ts';

/** A request as it is listed, and the digest of its key, by which it is found. */
export interface KeptRequest extends ApiRequest {
  readonly keyDigest: string | null;
}

/** What is kept of what was said in a request. */
export interface KeptExchange {
  readonly idempotencyKey: string | null;
  readonly query: string | null;
  readonly requestBody: string | null;
  readonly responseBody: string | null;
  readonly isCut: boolean;
}

/** A request with the five lines that `kept-exchange.ts` wrote of what was said in it. */
export interface WholeRequest {
  readonly request: KeptRequest;
  readonly exchange: Uint8Array;
}

/** Requests of one batch began within this time, so whoever looks for one knows which batches may have it. */
const longestSpanMs = 10 * secondMs;

/** The first id of a batch behind all that may have a request from before a moment. */
export function firstBatchBeyond(moment: Instant): string {
  return firstIdAt('ApiRequest', plusMs(moment, longestSpanMs + 1));
}

const prefixLength = 'ApiRequest:'.length;

/** The moment in the id of a request. */
export function momentOf(id: string): Instant {
  const digits = id.slice(prefixLength, prefixLength + 8) + id.slice(prefixLength + 9, prefixLength + 13);
  return instantOf(Number.parseInt(digits, 16));
}

/** What a request is found by. Ids of resources begin with a capital letter, so none is taken for something else. */
export const markOf = {
  method: (method: string) => `m:${method}`,
  operation: (operationId: string) => `o:${operationId}`,
  status: (status: number) => `s:${status}`,
  code: (code: string) => `c:${code}`,
  token: (tokenId: string) => `t:${tokenId}`,
  key: (digest: string) => `k:${digest}`,
} as const;

/** A request is found by a resource itself, or by what the resource shares with those that were made beside it. */
export function marksOfResource(id: string): readonly string[] {
  const shared = sharedMarkOf(id);
  return shared === undefined ? [id] : [id, shared];
}

const beginningOfId = /^[A-Z][A-Za-z]+:[0-9a-f]{8}-[0-9a-f]{2}(?=[0-9a-f]{2}-7)/;

/** The beginning of an id is that of all of its kind which were made within the same 256 milliseconds. */
function sharedMarkOf(id: string): string | undefined {
  return beginningOfId.exec(id)?.[0];
}

/** Of how many 256 milliseconds it is the beginning. */
function ticksOf(shared: string): number {
  return Number.parseInt(shared.slice(-'01234567-89'.length).replace('-', ''), 16);
}

/** With fewer it is as well to name each. */
const leastShared = 4;
/** Two seconds. */
const newestTicks = 8;

/**
 * Most resources are new, and heard of in the batch in which they were made: those share a mark, so whoever looks for
 * one reads a few batches of about that time. An older one has its own mark, or it would be looked for in each batch
 * that has another one of its time.
 */
function resourceMarksOf(ids: ReadonlySet<string>): string[] {
  const groups = Array.from(Map.groupBy(ids, sharedMarkOf));
  const newest = groups.reduce((last, [shared]) => (shared === undefined ? last : Math.max(last, ticksOf(shared))), 0);
  return groups.flatMap(([shared, group]) => {
    const isShared = shared !== undefined && group.length >= leastShared && ticksOf(shared) >= newest - newestTicks;
    return isShared ? [shared] : group;
  });
}

const base64Url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Where keys of large batches are looked for on SQLite. */
export interface KeySlot {
  /** Every mark of the slot begins so, and goes on with the UUID of its batch. */
  readonly prefix: string;
  /** Behind every mark of the slot, and before all of the next one. */
  readonly end: string;
  /** Stands in the marks of batches that have the key, and hardly ever in another. */
  readonly part: string;
}

function prefixOfSlot(slot: number): string {
  return `K${String(slot).padStart(2, '0')}`;
}

export function keySlotOf(digest: string): KeySlot {
  const slot = base64Url.indexOf(digest.charAt(0));
  return { prefix: prefixOfSlot(slot), end: prefixOfSlot(slot + 1), part: `.${digest.slice(1, 6)}` };
}

/** What a mark of a slot goes on with. */
export function inSlot({ prefix }: KeySlot, batchId: string): string {
  return prefix + batchId.slice(prefixLength);
}

/**
 * Batches with as many keys have marks in slots. Digests come in no order, so a mark for each would change as many pages
 * of the index, which SQLite writes one by one; those of a slot have one mark together, beside that of the batch before.
 * Who looks for a key goes through its whole slot: PostgreSQL takes ten times as long for that.
 */
const leastKeysInSlots: Readonly<Record<Engine, number>> = { sqlite: 256, postgres: Number.POSITIVE_INFINITY };

function keyMarksOf(engine: Engine, digests: ReadonlySet<string>, batchId: string): string[] {
  if (digests.size < leastKeysInSlots[engine]) return Array.from(digests, markOf.key);
  const marks = new Map<string, string>();
  for (const digest of digests) {
    const slot = keySlotOf(digest);
    marks.set(slot.prefix, (marks.get(slot.prefix) ?? inSlot(slot, batchId)) + slot.part);
  }
  return [...marks.values()];
}

/** Everything that the requests of a batch are found by. */
function marksOf(engine: Engine, requests: readonly KeptRequest[]): string[] {
  const of = <T>(value: (request: KeptRequest) => T | null, mark: (value: T) => string): string[] => {
    const values = new Set<T | null>();
    for (const request of requests) values.add(value(request));
    return Array.from(values).flatMap((one) => (one === null ? [] : [mark(one)]));
  };
  const [resourceIds, keyDigests] = [new Set<string>(), new Set<string>()];
  for (const { resourceIds: ids, keyDigest } of requests) {
    for (const id of ids) resourceIds.add(id);
    if (keyDigest !== null) keyDigests.add(keyDigest);
  }
  return [
    ...of(({ method }) => method, markOf.method),
    ...of(({ operationId }) => operationId, markOf.operation),
    ...of(({ status }) => status, markOf.status),
    ...of(({ code }) => code, markOf.code),
    ...of(({ tokenId }) => tokenId, markOf.token),
    ...keyMarksOf(engine, keyDigests, requests.at(-1)?.id ?? ''),
    ...resourceMarksOf(resourceIds),
  ];
}

/** A batch of one platform, with what it is found by. */
export interface MarkedBatch {
  readonly batch: NewRow<'request_batches'>;
  readonly marks: readonly string[];
}

/**
 * Makes batches of requests of one platform. They are alike, so that a tenth remains to be sealed and written: each by
 * itself would cost as much as everything else about it. Payments go on meanwhile.
 */
export async function batchesOf(
  engine: Engine,
  tenant: number,
  whole: readonly WholeRequest[],
): Promise<MarkedBatch[]> {
  const inOrder = whole.toSorted((one, other) => (one.request.id < other.request.id ? -1 : 1));
  const batches: MarkedBatch[] = [];
  for (let from = 0; from < inOrder.length; ) {
    const to = endOfSpan(inOrder, from);
    batches.push(await batchOf(engine, tenant, inOrder.slice(from, to)));
    from = to;
  }
  return batches;
}

function endOfSpan(inOrder: readonly WholeRequest[], from: number): number {
  const msOf = (at: number): number => epochMsOf(momentOf(inOrder[at]?.request.id ?? ''));
  const lastMs = msOf(from) + longestSpanMs;
  // Most go into one batch.
  if (msOf(inOrder.length - 1) <= lastMs) return inOrder.length;
  let to = from + 1;
  while (to < inOrder.length && msOf(to) <= lastMs) to += 1;
  return to;
}

async function batchOf(engine: Engine, tenant: number, whole: readonly WholeRequest[]): Promise<MarkedBatch> {
  const requests = whole.map(({ request }) => request);
  const [first_id = '', id = ''] = [requests.at(0)?.id, requests.at(-1)?.id];
  const [listed, exchanges] = await Promise.all([
    packed(JSON.stringify(requests.map(valuesOf))),
    packedTogether(whole.map(({ exchange }) => exchange)),
  ]);
  return {
    batch: { tenant, id, first_id, request_count: requests.length, requests: listed, exchanges },
    marks: marksOf(engine, requests),
  };
}

const compressed = promisify(zstdCompress);
/** Half of what deflate makes of the same batch, in a quarter of the time. Higher levels find hardly more. */
const terms = { params: { [constants.ZSTD_c_compressionLevel]: 1 } } as const;

async function packed(text: string | Buffer): Promise<string> {
  return (await compressed(text, terms)).toString('base64');
}

const mostSpare = 2_000_000;
/** Memory of the last batch, for the next one: of fresh memory each would bring the collection of garbage nearer. */
let spare = Buffer.alloc(0);

async function packedTogether(parts: readonly Uint8Array[]): Promise<string> {
  let length = 0;
  for (const part of parts) length += part.length;
  const joined = spare.length < length ? Buffer.allocUnsafeSlow(length) : spare;
  // Another batch may come while this one is packed.
  spare = Buffer.alloc(0);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  const text = await packed(joined.subarray(0, length));
  if (joined.length <= mostSpare) spare = joined;
  return text;
}

/** How the base64 of what Zstandard makes begins (RFC 8878 section 3.1.1); batches were deflated before. */
const frameMark = 'KLUv/';

function unpacked(text: string): string {
  const bytes = Buffer.from(text, 'base64');
  return (text.startsWith(frameMark) ? zstdDecompressSync(bytes) : inflateRawSync(bytes)).toString();
}

/** A request without the names of its members, which would be most of it. */
type Values = readonly [
  KeptRequest['id'],
  KeptRequest['createdAt'],
  KeptRequest['method'],
  KeptRequest['operationId'],
  KeptRequest['path'],
  KeptRequest['status'],
  KeptRequest['code'],
  KeptRequest['durationMs'],
  KeptRequest['tokenId'],
  KeptRequest['agentId'],
  KeptRequest['isReplay'],
  KeptRequest['traceId'],
  KeptRequest['resourceIds'],
  KeptRequest['keyDigest'],
];

function valuesOf(request: KeptRequest): Values {
  return [
    request.id,
    request.createdAt,
    request.method,
    request.operationId,
    request.path,
    request.status,
    request.code,
    request.durationMs,
    request.tokenId,
    request.agentId,
    request.isReplay,
    request.traceId,
    request.resourceIds,
    request.keyDigest,
  ];
}

function requestOf(values: Values): KeptRequest {
  return {
    id: values[0],
    createdAt: values[1],
    method: values[2],
    operationId: values[3],
    path: values[4],
    status: values[5],
    code: values[6],
    durationMs: values[7],
    tokenId: values[8],
    agentId: values[9],
    isReplay: values[10],
    traceId: values[11],
    resourceIds: values[12],
    keyDigest: values[13],
  };
}

/** The requests of a batch, the oldest first. */
export function readRequests(text: string): KeptRequest[] {
  return readJson(unpacked(text) as JsonText<readonly Values[]>).map(requestOf);
}

/** What a batch is found by. */
export function readMarks(engine: Engine, text: string): readonly string[] {
  return marksOf(engine, readRequests(text));
}

const linesOfOne = 5;

/** What was said in a request of a batch, by its place in it. */
export function readExchange(text: string, at: number): KeptExchange {
  const lines = unpacked(text).split('\n');
  const [isCut = '', key = '', query = '', requestBody = '', responseBody = ''] = lines.slice(at * linesOfOne);
  return {
    idempotencyKey: key === '' ? null : String(parseJson(key)),
    query: query || null,
    requestBody: requestBody || null,
    responseBody: responseBody || null,
    isCut: isCut === '1',
  };
}
