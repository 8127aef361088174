import { declared } from '../../operation/declared-refusal.ts';
import { afterRequest, type Handler, type Input, isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import type { StablecoinRow } from '../registrations/tables.ts';
import { beginOperation, recordAccepted } from './begin-operation.ts';
import { findUsableAccount } from './find-usable-account.ts';
import { findReadyStablecoin, type OperationPlan, type PlanContext, refuseNotEnabled } from './operation-plan.ts';
import { readAmount, refuseZeroAmount } from './read-amount.ts';

/**
 * The provider is called while no transaction is open. The refusals come in the order in which the specification lists
 * the checks.
 */
export const createStablecoinBurn: Handler<'createStablecoinBurn'> = afterRequest(
  async (call) => {
    const { path, body } = call.input;
    return (
      refuseZeroAmount(body.amount) ?? beginOperation(call, (context) => planBurn(context, path.stablecoinId, body))
    );
  },
  async (call, asked) => (isRefusal(asked) ? declared('createStablecoinBurn', asked) : recordAccepted(call, asked)),
);

type Body = Input<'createStablecoinBurn'>['body'];

async function planBurn(context: PlanContext, stablecoinId: string, body: Body) {
  const { source, destination } = body;
  const ready = await findReadyStablecoin(context, stablecoinId);
  if (isRefusal(ready)) return ready;
  const { stablecoin } = ready;
  const unserved = refuseKind(context, stablecoin, body);
  if (unserved !== undefined) return unserved;
  const amount = readAmount(body.amount, stablecoin);
  if (isRefusal(amount)) return amount;
  const paid = await findUsableAccount(context, destination.externalAccountId, 'PAID_BANK', stablecoin);
  if (isRefusal(paid)) return paid;
  return {
    ...ready,
    ...amount,
    paid,
    sourceAccountId: null,
    debited: null,
    operationType: 'BURN',
    currency: stablecoin.base_currency,
    source: source.type,
    rail: destination.rail,
    description: body.description ?? null,
  } satisfies OperationPlan;
}

type KindRefusal = Refusal<
  | 'STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED'
  | 'STABLECOIN_BURN_SOURCE_NOT_SUPPORTED'
  | 'STABLECOIN_OPERATION_NOT_SUPPORTED'
>;

/** Refuses sources that are reserved, and rails that the provider does not support. */
function refuseKind({ deps }: PlanContext, stablecoin: StablecoinRow, body: Body): KindRefusal | undefined {
  const { type } = body.source;
  const instead = 'Use EXTERNAL_ACCOUNT.';
  // The reason does not suggest enablement, because this source is not supported even then.
  const notEnabled = type === 'SERVICE_INTERNAL_ACCOUNT' ? refuseNotEnabled(stablecoin, instead) : undefined;
  if (notEnabled !== undefined) return notEnabled;
  if (type !== 'EXTERNAL_ACCOUNT') {
    return refuse('STABLECOIN_BURN_SOURCE_NOT_SUPPORTED', `Burning from ${type} is not supported yet. ${instead}`);
  }
  const rails = deps.stablecoinProvider.payoutRails(stablecoin.base_currency);
  if (rails.includes(body.destination.rail)) return undefined;
  return refuse(
    'STABLECOIN_OPERATION_NOT_SUPPORTED',
    `The provider does not pay out ${stablecoin.base_currency} over ${body.destination.rail}. Use ${rails.join(' or ')}.`,
  );
}
