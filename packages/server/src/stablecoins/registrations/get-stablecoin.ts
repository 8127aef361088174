import type { Handler } from '../../operation/operation.ts';
import { findStablecoin, unknownStablecoin } from './find-stablecoin.ts';
import { viewStablecoin } from './stablecoin-view.ts';

export const getStablecoin: Handler<'getStablecoin'> = async ({ input, unit, tenant, caller }) => {
  const { stablecoinId } = input.path;
  const row = await findStablecoin(unit, tenant, stablecoinId);
  return row === undefined ? unknownStablecoin(stablecoinId) : { status: 200, body: viewStablecoin(row, caller) };
};
