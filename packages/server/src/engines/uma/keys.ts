import { Buffer } from 'node:buffer';
import { createECDH } from 'node:crypto';
import type { Selectable } from 'kysely';
import { hourMs, type Instant, plusMs } from '../../ground/clock/instant.ts';
import { UniqueViolation } from '../../ground/database/database.ts';
import type { Schema } from '../../ground/database/schema.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Random } from '../../ground/ids/ids.ts';
import type { UmaContext } from './uma-context.ts';

type KeyRow = Selectable<Schema['uma_keys']>;

/** How long other providers may cache the published keys. */
export const publishedForMs = hourMs;
/** How many generations are tried to open sealed data. */
const kept = 3;

const listKeys = statement<{ readonly tenant: number }, KeyRow>('listUmaKeys', (db, { tenant }) =>
  db.selectFrom('uma_keys').selectAll().where('tenant', '=', tenant).orderBy('generation', 'desc').limit(kept),
);

export interface PublishedKeys {
  readonly signingPublicKey: string;
  readonly encryptionPublicKey: string;
  /** Until when the keys may be cached. */
  readonly expiresAt: Instant;
}

/** The keys of a platform, the newest first. They are created at the first use. */
async function readKeys({ tenant, deps }: UmaContext): Promise<readonly [KeyRow, ...KeyRow[]]> {
  const found = await deps.database.read((unit) => unit.all(listKeys, { tenant }));
  if (isFilled(found)) return found;
  const first = newKeys(tenant, 1, deps.clocks.system.now(), deps);
  try {
    await deps.database.transaction(async (unit) => unit.insertNow('uma_keys', first));
    return [first];
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error;
    // Another process created them first.
    return readKeys({ tenant, deps });
  }
}

function isFilled(rows: readonly KeyRow[]): rows is readonly [KeyRow, ...KeyRow[]] {
  return rows.length > 0;
}

function newKeys(
  tenant: number,
  generation: number,
  activeFrom: Instant,
  { random, sealer }: Pick<UmaContext['deps'], 'random' | 'sealer'>,
): KeyRow {
  const [signing, encryption] = [keyPair(random), keyPair(random)];
  return {
    tenant,
    generation,
    signing_public_key: signing.publicKey,
    sealed_signing_key: sealer.seal(signing.privateKey),
    encryption_public_key: encryption.publicKey,
    sealed_encryption_key: sealer.seal(encryption.privateKey),
    active_from: activeFrom,
  };
}

/** On secp256k1, in lower-case hexadecimal. */
function keyPair(random: Random): { readonly publicKey: string; readonly privateKey: string } {
  const curve = createECDH('secp256k1');
  // About one in 2^127 random values is not a valid key: then the next one is tried.
  for (;;) {
    const privateKey = Buffer.from(random.bytes(32)).toString('hex');
    try {
      curve.setPrivateKey(privateKey, 'hex');
      return { publicKey: curve.getPublicKey('hex', 'uncompressed'), privateKey };
    } catch {}
  }
}

/** The newest active keys. Keys of a rotation become active when no cached copy of the older ones is left. */
function inUse(keys: readonly [KeyRow, ...KeyRow[]], now: Instant): KeyRow {
  return keys.find(({ active_from: from }) => from <= now) ?? keys[0];
}

export async function findSigningKey(context: UmaContext): Promise<Uint8Array> {
  const { sealed_signing_key: sealed } = inUse(await readKeys(context), context.deps.clocks.system.now());
  return Buffer.from(context.deps.sealer.unseal(sealed), 'hex');
}

/**
 * The keys that open travel-rule data, the newest first: a message may be sealed to keys that have just been replaced.
 */
export async function findOpeningKeys(context: UmaContext): Promise<readonly Uint8Array[]> {
  const keys = await readKeys(context);
  return keys.map(({ sealed_encryption_key: sealed }) => Buffer.from(context.deps.sealer.unseal(sealed), 'hex'));
}

/** The keys for other providers, which may cache them until the next keys become active, for an hour at most. */
export async function findPublishedKeys(context: UmaContext): Promise<PublishedKeys> {
  const now = context.deps.clocks.system.now();
  const keys = await readKeys(context);
  const current = inUse(keys, now);
  const next = keys.findLast(({ active_from: from }) => from > now);
  const atMost = plusMs(now, publishedForMs);
  return {
    signingPublicKey: current.signing_public_key,
    encryptionPublicKey: current.encryption_public_key,
    expiresAt: next !== undefined && next.active_from < atMost ? next.active_from : atMost,
  };
}

/** Creates new keys. Returns when they become active: once every cached copy of the older ones has expired. */
export async function rotateKeys(context: UmaContext): Promise<Instant> {
  const { tenant, deps } = context;
  await readKeys(context);
  const activeFrom = plusMs(deps.clocks.system.now(), publishedForMs);
  await deps.database.transaction(async (unit: Unit) => {
    const generation = ((await unit.first(listKeys, { tenant }))?.generation ?? 0) + 1;
    return unit.insertNow('uma_keys', newKeys(tenant, generation, activeFrom, deps));
  });
  return activeFrom;
}
