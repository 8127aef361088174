import { moveFrom } from '../../engines/states/transition.ts';
import { type Handler, refuse } from '../../operation/operation.ts';
import { scheduleDecision } from './enable-service-operations.ts';
import { lockStablecoin, unknownStablecoin } from './find-stablecoin.ts';
import { viewStablecoin } from './stablecoin-view.ts';
import { moveServiceOperations } from './stablecoins-repository.ts';

export const requestStablecoinEnablement: Handler<'requestStablecoinEnablement'> = async ({
  input,
  caller,
  ...context
}) => {
  const { stablecoinId } = input.path;
  const row = await lockStablecoin(context.unit, context.tenant, stablecoinId);
  if (row === undefined) return unknownStablecoin(stablecoinId);
  const { service_operations_status: status } = row;
  if (moveFrom('stablecoin-service-operations', status, 'REQUEST') === undefined)
    return refuse(
      'STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE',
      `Service operations of the stablecoin are ${status}, so they cannot be requested. Read the stablecoin again later, or ask the operator.`,
    );
  // A repeated request is answered like the first and changes nothing, not even the time.
  if (status === 'PENDING_APPROVAL') return { status: 200, body: viewStablecoin(row, caller) };
  const requested = moveServiceOperations(context, row, 'REQUEST', { enablement_requested_at: context.now });
  scheduleDecision(context, requested);
  return { status: 200, body: viewStablecoin(requested, caller) };
};
