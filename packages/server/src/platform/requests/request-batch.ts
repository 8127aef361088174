import { Buffer } from 'node:buffer';
import { promisify } from 'node:util';
import { constants, inflateRawSync, zstdCompress, zstdDecompressSync } from 'node:zlib';
import { epochMsOf, type Instant, instantOf, plusMs, secondMs } from '../../ground/clock/instant.ts';
import type { NewRow } from '../../ground/database/schema.ts';
import type { Engine } from '../../ground/database/statement.ts';
import { firstIdAt } from '../../ground/ids/first-id-at.ts';
import { type JsonText, parseJson, readJson } from '../../ground/json/json-text.ts';
import { type KeptRequest, marksOf } from './request-marks.ts';

/** The stored contents of a request and its response. */
export interface KeptExchange {
  readonly idempotencyKey: string | null;
  readonly query: string | null;
  readonly requestBody: string | null;
  readonly responseBody: string | null;
  readonly isCut: boolean;
}

/** A request with the five lines that `kept-exchange.ts` wrote about it. */
export interface WholeRequest {
  readonly request: KeptRequest;
  readonly exchange: Uint8Array;
}

/** Requests of one batch began within this time, which limits the batches that may contain a request. */
const longestSpanMs = 10 * secondMs;

/** The first batch id beyond all batches that may contain a request from before a time. */
export function firstBatchBeyond(moment: Instant): string {
  return firstIdAt('ApiRequest', plusMs(moment, longestSpanMs + 1));
}

const prefixLength = 'ApiRequest:'.length;

/** The time in the id of a request. */
export function momentOf(id: string): Instant {
  const digits = id.slice(prefixLength, prefixLength + 8) + id.slice(prefixLength + 9, prefixLength + 13);
  return instantOf(Number.parseInt(digits, 16));
}

/** A batch of one platform, with its marks for searches. */
export interface MarkedBatch {
  readonly batch: NewRow<'request_batches'>;
  readonly marks: readonly string[];
}

/**
 * Makes batches of requests of one platform. Requests are similar, so a batch compresses to a fifteenth; sealing
 * and writing each one separately would cost as much as everything else about it. Payments continue meanwhile.
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
  // Usually all of them go into one batch.
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
/** Half the size of deflate for the same batch, in a quarter of the time. Higher levels gain almost nothing. */
const terms = { params: { [constants.ZSTD_c_compressionLevel]: 1 } } as const;

async function packed(text: string | Buffer): Promise<string> {
  return (await compressed(text, terms)).toString('base64');
}

const mostSpare = 2_000_000;
/** Memory of the last batch, reused for the next one: new buffers would cause more garbage collections. */
let spare = Buffer.alloc(0);

async function packedTogether(parts: readonly Uint8Array[]): Promise<string> {
  let length = 0;
  for (const part of parts) length += part.length;
  const joined = spare.length < length ? Buffer.allocUnsafeSlow(length) : spare;
  // Another batch may start while this one is being packed.
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

/** The first characters of base64-encoded Zstandard frames (RFC 8878 section 3.1.1); earlier batches were deflated. */
const frameMark = 'KLUv/';

function unpacked(text: string): string {
  const bytes = Buffer.from(text, 'base64');
  return (text.startsWith(frameMark) ? zstdDecompressSync(bytes) : inflateRawSync(bytes)).toString();
}

/** The values of a request without the names of its fields, which would be most of the text. */
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

/** The marks of a batch. */
export function readMarks(engine: Engine, text: string): readonly string[] {
  return marksOf(engine, readRequests(text));
}

const linesOfOne = 5;

/** The contents of a request, by its index in the batch. */
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
