import type { Unit } from '../../ground/database/unit.ts';

/** The ids of card transactions by the ids of their steps. */
export async function cardTransactionsOf(
  unit: Unit,
  tenant: number,
  stepIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (stepIds.length === 0) return new Map();
  const steps = await unit.select((db) =>
    db
      .selectFrom('card_steps')
      .select(['id', 'card_transaction_id'])
      .where('tenant', '=', tenant)
      .where('id', 'in', [...stepIds]),
  );
  return new Map(steps.map(({ id, card_transaction_id: transaction }) => [id, transaction]));
}
