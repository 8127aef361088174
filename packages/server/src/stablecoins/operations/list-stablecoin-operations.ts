import { type SqlBool, sql } from 'kysely';
import { countedPage } from '../../operation/list-rows.ts';
import { type Handler, isRefusal } from '../../operation/operation.ts';
import { ofKind, readPage } from '../../operation/pagination.ts';
import { findStablecoin, unknownStablecoin } from '../registrations/find-stablecoin.ts';
import { viewOperation } from './operation-view.ts';

/** Operations that are only noted are not visible. */
const isBegun = sql<SqlBool>`status <> 'CREATED'`;

export const listStablecoinOperations: Handler<'listStablecoinOperations'> = async ({
  input: { path, query },
  unit,
  tenant,
  caller,
}) => {
  const page = readPage(query, ofKind('StablecoinOperation'));
  if (isRefusal(page)) return page;
  const stablecoin = await findStablecoin(unit, tenant, path.stablecoinId);
  if (stablecoin === undefined) return unknownStablecoin(path.stablecoinId);
  const { operationType: operation_type, status } = query;
  const filter = { tenant, stablecoin_id: stablecoin.id, operation_type, status };
  return countedPage(
    unit,
    { table: 'stablecoin_operations', of: 'StablecoinOperation' },
    query,
    filter,
    (row) => viewOperation(row, caller.environment),
    [isBegun],
  );
};
