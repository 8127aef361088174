import type { ApiRequest } from '@payments-platform/types';
import type { Engine } from '../../ground/database/statement.ts';

/** A request as it is listed, and the digest of its key, by which it is found. */
export interface KeptRequest extends ApiRequest {
  readonly keyDigest: string | null;
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
  return prefix + batchId.slice(batchId.indexOf(':') + 1);
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
