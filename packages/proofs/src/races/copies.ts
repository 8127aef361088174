import { type Caller, createCaller, expectStatus } from '../../../server/test/caller.ts';
import { rowsOf } from '../../../server/test/store-rows.ts';
import type { TwoServers } from '../../../server/test/two-servers.ts';

/** A copy of the scene: the same ids and the same frozen time. */
export interface Copy {
  /** One for each server. */
  readonly callers: readonly [Caller, Caller];
  rows(): Promise<Rows>;
}

/** The rows of a copy by table, with what differs between any two copies left out. */
export type Rows = ReadonlyMap<string, readonly string[]>;

/** Ids that the copies have from the scene. All others are new in each copy. */
export type KnownIds = ReadonlySet<string>;

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** What happens to a copy, not what is in it: who called, and which server waits for what. */
const besides = /^(requests?|request_.*|idempotency_keys|tokens|timers|clocks)$/;
/** Values that are random, sealed or keyed by the tenant. */
const unlike =
  /^tenant$|^position$|digest|fingerprint|hash|sealed|nonce|public_key|^reference$|^funding_instructions$|^request_key$|^file_key$|_ref$/;

function comparable(line: string, known: KnownIds): string {
  const row = JSON.parse(line) as Record<string, unknown>;
  const kept = Object.entries(row).filter(([column]) => !unlike.test(column));
  const shown = kept.map(([column, value]) => {
    if (typeof value !== 'string') return [column, value];
    // Sealed texts differ each time, and packed ones contain ids.
    if (/^(~|sealed:)/.test(value)) return [column, '…'];
    return [column, value.replace(uuids, (id) => (known.has(id) ? id : 'new'))];
  });
  return JSON.stringify(Object.fromEntries(shown));
}

export async function idsOf({ server }: Pick<TwoServers, 'server'>): Promise<KnownIds> {
  const texts = await rowsOf(server.bare, [server.tenant]);
  return new Set([...texts.values()].flatMap((text) => text.match(uuids) ?? []));
}

/** Copies the scene to a sandbox world, which both servers serve. */
export async function copyScene({ server, otherUrl }: TwoServers, known: KnownIds): Promise<Copy> {
  const made = expectStatus(await server.request('POST', '/sandbox/fork', {}), 201);
  const [row] = await server.bare.read((unit) =>
    unit.select((db) => db.selectFrom('sandbox_worlds').select('world').where('id', '=', made.id)),
  );
  if (row === undefined) throw new Error(`there is no world ${made.id}`);
  const { clientId: tokenId, clientSecret: tokenSecret } = made.token;
  const [first, second] = [server.baseUrl, otherUrl].map((baseUrl) => createCaller({ baseUrl, tokenId, tokenSecret }));
  if (first === undefined || second === undefined) throw new Error('a server has no address');
  return {
    callers: [first, second],
    rows: async () => {
      const texts = await rowsOf(server.bare, [row.world]);
      const tables = [...texts].filter(([name, text]) => text !== '' && !besides.test(name));
      return new Map(
        tables.map(([name, text]) => [
          name,
          text
            .split('\n')
            .map((line) => comparable(line, known))
            .sort(),
        ]),
      );
    },
  };
}

const times = /\d{4}-\d\d-\d\dT[\d:.]+Z|\b1[78]\d{11}\b/g;

/** The rows without their times. */
export function withoutTimes(rows: Rows): Rows {
  return new Map([...rows].map(([name, lines]) => [name, lines.map((line) => line.replace(times, 'time')).sort()]));
}

/** The rows that only one of two copies has, marked with `-` for the first and `+` for the second. */
export function differences(first: Rows, second: Rows): string[] {
  const found: string[] = [];
  for (const name of new Set([...first.keys(), ...second.keys()])) {
    const left = new Map<string, number>();
    for (const line of first.get(name) ?? []) left.set(line, (left.get(line) ?? 0) + 1);
    for (const line of second.get(name) ?? []) left.set(line, (left.get(line) ?? 0) - 1);
    for (const [line, count] of left) if (count !== 0) found.push(`${count > 0 ? '-' : '+'} ${name} ${line}`);
  }
  return found;
}
