import type { Handler } from '../../operation/operation.ts';
import { findOperation, unknownOperation } from './find-operation.ts';
import { viewOperation } from './operation-view.ts';

export const getStablecoinOperation: Handler<'getStablecoinOperation'> = async ({
  input: { path },
  unit,
  tenant,
  caller,
}) => {
  const row = await findOperation(unit, tenant, path.stablecoinOperationId);
  return row === undefined
    ? unknownOperation(path.stablecoinOperationId)
    : { status: 200, body: viewOperation(row, caller.environment) };
};
