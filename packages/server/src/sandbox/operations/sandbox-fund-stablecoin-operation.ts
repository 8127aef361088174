import { type Handler, refuse } from '../../operation/operation.ts';
import { unknownOperation } from '../../stablecoins/operations/find-operation.ts';
import { viewOperation } from '../../stablecoins/operations/operation-view.ts';
import { receiveFunding } from '../../stablecoins/operations/receive-funding.ts';

/** Makes the wire or the tokens that an operation waits for reach its provider. */
export const sandboxFundStablecoinOperation: Handler<'sandboxFundStablecoinOperation'> = async (call) => {
  const { path, body } = call.input;
  const units = body.amount === undefined ? undefined : BigInt(body.amount);
  const received = await receiveFunding(call, path.stablecoinOperationId, units);
  if (received === undefined) return unknownOperation(path.stablecoinOperationId);
  const { row, isReceived } = received;
  if (isReceived) return { status: 200, body: viewOperation(row, call.caller.environment) };
  const isLate = row.status === 'PENDING_FUNDING';
  const why = isLate ? `waited until ${row.expires_at}` : `is ${row.status} and waits for nothing`;
  return refuse('CONFLICT', `The operation ${why}. Create another one.`);
};
