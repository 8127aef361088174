import { type OperationId, operationTable } from '@payments-platform/types';
import type { Json } from '@payments-platform/types/spec';
import { examplePath } from '../specification/example-requests.ts';
import type { Platform } from '../targets/target.ts';
import { isObject } from './described-objects.ts';

type Known = Map<string, Set<string>>;

const id = /^([A-Z]\w+):[0-9a-f-]{36}$/;
const encodedId = /([A-Z]\w+)%3A[0-9a-f-]{36}/;
const mostOfAKind = 3;

/** Adds every id within a value to those of its kind. */
function collect(known: Known, value: Json): void {
  if (typeof value === 'string') {
    const kind = id.exec(value)?.[1];
    if (kind !== undefined) known.set(kind, (known.get(kind) ?? new Set()).add(value));
    return;
  }
  if (Array.isArray(value)) for (const item of value) collect(known, item as Json);
  else if (isObject(value)) for (const member of Object.values(value)) collect(known, member);
}

/** The operations that read with the credentials of a platform, with the fewest ids in the path first. */
const reads = (Object.entries(operationTable) as [OperationId, { method: string; path: string }][])
  .filter(([, { method, path }]) => method === 'GET' && !path.startsWith('/agents/me') && path !== '/stream')
  .map(([, { method, path }]) => examplePath(path, method))
  .sort((a, b) => a.split('%3A').length - b.split('%3A').length);

async function read(platform: Platform, known: Known, path: string): Promise<void> {
  const response = await platform.send({ method: 'GET', path });
  if (response.status === 200 && response.headers.get('content-type')?.includes('json'))
    collect(known, (await response.json()) as Json);
}

/** Reads every list, and the resources that are found in lists: each operation with every id of its kind. */
export async function readEverything(platform: Platform): Promise<void> {
  const known: Known = new Map();
  for (const path of reads) {
    const kind = encodedId.exec(path)?.[1];
    if (kind === undefined) await read(platform, known, path);
    else
      for (const found of [...(known.get(kind) ?? [])].slice(0, mostOfAKind))
        await read(platform, known, path.replace(encodedId, encodeURIComponent(found)));
  }
}
