import type { Instant } from '../../ground/clock/instant.ts';
import { tenantExists } from '../../ground/database/existing-tenant.ts';
import { statement } from '../../ground/database/statement.ts';
import type { Unit } from '../../ground/database/unit.ts';
import type { CardRevealRow } from './tables.ts';

/** Records which token requested the number. */
export function insertReveal(unit: Unit, row: CardRevealRow): void {
  unit.insert('card_reveals', [row]);
}

// Without a tenant: a page is found by its key alone.
const find = statement<{ readonly keyHash: string }, CardRevealRow>('findCardReveal', (db, { keyHash }) =>
  db.selectFrom('card_reveals').selectAll().where('key_hash', '=', keyHash).where(tenantExists('card_reveals.tenant')),
);

export function findRevealByKey(unit: Unit, keyHash: string): Promise<CardRevealRow | undefined> {
  return unit.first(find, { keyHash });
}

const open = statement<{ readonly keyHash: string; readonly now: Instant }>('openCardReveal', (db, { keyHash, now }) =>
  db
    .updateTable('card_reveals')
    .set({ opened_at: now })
    .where('key_hash', '=', keyHash)
    .where('opened_at', 'is', null)
    .where('expires_at', '>', now),
);

/** Of several attempts to open a page, one returns `true`. */
export async function markRevealOpened(unit: Unit, keyHash: string, now: Instant): Promise<boolean> {
  return (await unit.run(open, { keyHash, now })) === 1;
}
