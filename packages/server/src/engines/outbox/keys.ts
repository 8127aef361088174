import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Instant } from '../../ground/clock/instant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { Ids } from '../../ground/ids/ids.ts';
import { isStoreSealedBy, type Sealer } from '../../ground/sealing/sealer.ts';

interface KeyRow {
  readonly public_key: string;
  readonly sealed_private_key: string;
}

const findNewest = statement<{ readonly tenant: number }, KeyRow>('findWebhookKey', (db, { tenant }) =>
  db
    .selectFrom('webhook_keys')
    .select(['public_key', 'sealed_private_key'])
    .where('tenant', '=', tenant)
    .orderBy('created_at', 'desc')
    .limit(1),
);

interface KeyContext {
  readonly unit: Unit;
  readonly tenant: number;
  readonly now: Instant;
  readonly deps: { readonly ids: Ids; readonly sealer: Pick<Sealer, 'seal'> };
}

/** Creates the key pair that signs the platform's webhooks: ECDSA on P-256. */
export function createWebhookKey({ unit, tenant, now, deps }: KeyContext): void {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  unit.insert('webhook_keys', [
    {
      tenant,
      id: deps.ids.next('WebhookKey'),
      public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      sealed_private_key: deps.sealer.seal(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
      created_at: now,
    },
  ]);
}

/** As PEM SubjectPublicKeyInfo, the form that receivers need. */
export async function findWebhookPublicKey(unit: Unit, tenant: number): Promise<string> {
  return (await mustFind(unit, tenant)).public_key;
}

/** The key as stored. */
export async function findSealedKey(unit: Unit, tenant: number): Promise<string> {
  return (await mustFind(unit, tenant)).sealed_private_key;
}

/** Throws if it was sealed with another master key. */
export function openSigningKey(sealed: string, sealer: Pick<Sealer, 'unseal'>): KeyObject {
  return createPrivateKey(sealer.unseal(sealed));
}

const listSome = statement<Record<never, never>, Pick<KeyRow, 'sealed_private_key'>>('listWebhookKeys', (db) =>
  db.selectFrom('webhook_keys').select('sealed_private_key').orderBy('tenant').limit(100),
);

/** Whether the store is sealed with the sealer's master key, judged by its first platforms. */
export async function isSealedBy(unit: Unit, sealer: Pick<Sealer, 'unseal'>): Promise<boolean> {
  const found = await unit.all(listSome, {});
  return isStoreSealedBy(
    sealer,
    found.map(({ sealed_private_key: sealed }) => sealed),
  );
}

async function mustFind(unit: Unit, tenant: number): Promise<KeyRow> {
  const row = await unit.first(findNewest, { tenant });
  if (row === undefined) throw new Error(`tenant ${tenant} has no webhook key`);
  return row;
}
