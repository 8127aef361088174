import type { ApiRequest } from '@payments-platform/types';
import type { Engine } from '../../ground/database/statement.ts';
import { uuidOf } from '../../ground/ids/ids.ts';

/** A request as it is listed, with the digest of its key for searches. */
export interface KeptRequest extends ApiRequest {
  readonly keyDigest: string | null;
}

/**
 * The marks that find a request. Ids of resources begin with a capital letter, so they cannot collide with other
 * marks.
 */
export const markOf = {
  method: (method: string) => `m:${method}`,
  operation: (operationId: string) => `o:${operationId}`,
  status: (status: number) => `s:${status}`,
  code: (code: string) => `c:${code}`,
  token: (tokenId: string) => `t:${tokenId}`,
  key: (digest: string) => `k:${digest}`,
} as const;

/**
 * A resource's requests are found by its id, or by the mark that it shares with resources created at about the same
 * time.
 */
export function marksOfResource(id: string): readonly string[] {
  const shared = sharedMarkOf(id);
  return shared === undefined ? [id] : [id, shared];
}

const beginningOfId = /^[A-Z][A-Za-z]+:[0-9a-f]{8}-[0-9a-f]{2}(?=[0-9a-f]{2}-7)/;

/** The shared beginning of all ids of a kind that were created within the same 256 milliseconds. */
function sharedMarkOf(id: string): string | undefined {
  return beginningOfId.exec(id)?.[0];
}

/** The time of a shared mark, in units of 256 milliseconds. */
function ticksOf(shared: string): number {
  return Number.parseInt(shared.slice(-'01234567-89'.length).replace('-', ''), 16);
}

/** With fewer ids, a mark for each costs as little. */
const leastShared = 4;
/** Two seconds. */
const newestTicks = 8;

/**
 * Most resources are new and occur in the batch in which they were created. They share a mark, so a search reads a
 * few batches of that time. An older resource has its own mark; otherwise it would be searched for in each batch
 * with another resource of its time.
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

/** Where SQLite finds the keys of large batches. */
export interface KeySlot {
  /** Every mark of the slot begins with it, followed by the UUID of its batch. */
  readonly prefix: string;
  /** After every mark of the slot, and before those of the next one. */
  readonly end: string;
  /** Occurs in the marks of batches that have the key, and very rarely in others. */
  readonly part: string;
}

function prefixOfSlot(slot: number): string {
  return `K${String(slot).padStart(2, '0')}`;
}

export function keySlotOf(digest: string): KeySlot {
  const slot = base64Url.indexOf(digest.charAt(0));
  return { prefix: prefixOfSlot(slot), end: prefixOfSlot(slot + 1), part: `.${digest.slice(1, 6)}` };
}

/** The beginning of a batch's mark in a slot. */
export function inSlot({ prefix }: KeySlot, batchId: string): string {
  return prefix + uuidOf(batchId);
}

/**
 * Batches with at least this many keys have marks in slots. Digests have no order, so a mark for each would change
 * as many pages of the index, which SQLite writes one by one. The keys of a slot share one mark, next to that of
 * the batch before. A search for a key scans its whole slot, which takes PostgreSQL ten times as long.
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

/** All marks of the requests of a batch. */
export function marksOf(engine: Engine, requests: readonly KeptRequest[]): string[] {
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
