import { sql } from 'kysely';
import { statement } from '../../ground/database/statement.ts';
import { type Call, type Refusal, refuse } from '../../operation/operation.ts';

/**
 * What the smallest file counts. It takes a file of the disk, of which there are only so many, and a row; and so the
 * sum of a full space has a limited number of rows.
 */
const leastBytes = 256 * 1024;

const sum = statement<{ readonly maker: number }, { readonly bytes: number | bigint | null }>(
  'sumDocumentSizes',
  (db, { maker }) =>
    db
      .selectFrom('documents')
      .where('tenant', 'in', (of) =>
        of
          .selectFrom('sandbox_worlds')
          .select('world as tenant')
          .where('tenant', '=', maker)
          .unionAll(of.selectFrom('platforms').select('tenant').where('tenant', '=', maker)),
      )
      .select(
        sql<
          number | bigint | null
        >`cast(sum(case when size_bytes < ${sql.lit(leastBytes)} then ${sql.lit(leastBytes)} else size_bytes end) as bigint)`.as(
          'bytes',
        ),
      ),
);

/**
 * Refuses a file if the documents of the platform and its sandbox worlds would take more than their space. Uploads for
 * different customers may pass at the same time: they exceed the space by what is being uploaded, not by more.
 */
export async function refuseWithoutSpace(
  { unit, caller, deps }: Pick<Call<'uploadDocument' | 'replaceDocument'>, 'unit' | 'caller' | 'deps'>,
  newBytes: number,
  replacedBytes: number | null,
): Promise<Refusal<'CONFLICT'> | undefined> {
  const added = charge(newBytes) - (replacedBytes === null ? 0 : charge(replacedBytes));
  if (added <= 0) return undefined;
  const used = Number((await unit.first(sum, { maker: caller.creator ?? caller.tenant }))?.bytes ?? 0);
  if (used + added <= deps.settings.documentBytes) return undefined;
  return refuse(
    'CONFLICT',
    'The documents of the platform take all of their space. Delete documents that were not submitted, or ask the operator of the service for more space.',
  );
}

function charge(sizeBytes: number): number {
  return Math.max(sizeBytes, leastBytes);
}
