import type { StablecoinMintFundingSource } from '@payments-platform/types';
import { findInternalAccount, unknownInternalAccount } from '../../accounts/internal/find-internal-account.ts';
import { isInternalAccount } from '../../engines/ledger/accounts.ts';
import type { AccountToLink } from '../../engines/stablecoin-provider/token-operations.ts';
import {
  afterRequest,
  type Handler,
  type Input,
  isRefusal,
  type Refusal,
  refuse,
  refuseFields,
} from '../../operation/operation.ts';
import type { StablecoinRow } from '../registrations/tables.ts';
import { beginOperation, recordAccepted } from './begin-operation.ts';
import { findUsableAccount } from './find-usable-account.ts';
import { findReadyStablecoin, type OperationPlan, type PlanContext, refuseNotEnabled } from './operation-plan.ts';
import { readAmount, refuseZeroAmount } from './read-amount.ts';

/**
 * The provider is called while no transaction is open. The refusals come in the order in which the specification lists
 * the checks.
 */
export const createStablecoinMint: Handler<'createStablecoinMint'> = afterRequest(
  async (call) => {
    const { path, body } = call.input;
    return (
      refuseZeroAmount(body.amount) ?? beginOperation(call, (context) => planMint(context, path.stablecoinId, body))
    );
  },
  async (call, asked) => (isRefusal(asked) ? asked : recordAccepted(call, asked)),
);

type Body = Input<'createStablecoinMint'>['body'];

async function planMint(context: PlanContext, stablecoinId: string, body: Body) {
  const { fundingSource, destination } = body;
  const ready = await findReadyStablecoin(context, stablecoinId);
  if (isRefusal(ready)) return ready;
  const { stablecoin } = ready;
  const unserved = refuseKind(stablecoin, fundingSource) ?? refuseDestination(stablecoin, destination.accountId);
  if (unserved !== undefined) return unserved;
  const amount = readAmount(body.amount, stablecoin);
  if (isRefusal(amount)) return amount;
  const payer = await findPayer(context, fundingSource, stablecoin);
  if (isRefusal(payer)) return payer;
  const paid = await findUsableAccount(context, destination.accountId, 'WALLET', stablecoin);
  if (isRefusal(paid)) return paid;
  return {
    ...ready,
    ...amount,
    ...payer,
    paid,
    operationType: 'MINT',
    currency: stablecoin.base_currency,
    source: fundingSource.type,
    rail: null,
    description: body.description ?? null,
  } satisfies OperationPlan;
}

type KindRefusal = Refusal<'STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED' | 'STABLECOIN_OPERATION_NOT_SUPPORTED'>;

/** Refuses a source that is reserved, and one that requires enabled service operations. */
function refuseKind(stablecoin: StablecoinRow, { type }: StablecoinMintFundingSource): KindRefusal | undefined {
  if (type === 'SERVICE_INTERNAL_ACCOUNT')
    return refuseNotEnabled(stablecoin, 'Use WIRE, or wait until they are ENABLED.');
  if (type !== 'PROVIDER_INTERNAL_BALANCE') return undefined;
  return refuse(
    'STABLECOIN_OPERATION_NOT_SUPPORTED',
    'Minting from PROVIDER_INTERNAL_BALANCE is not supported yet. Use WIRE, ACH_DEBIT, SAME_DAY_ACH_DEBIT or SERVICE_INTERNAL_ACCOUNT.',
  );
}

/** Internal accounts cannot hold tokens yet, so enablement alone does not help here. */
function refuseDestination(stablecoin: StablecoinRow, accountId: string): KindRefusal | undefined {
  if (!isInternalAccount(accountId)) return undefined;
  const instead = `Send an external account of type ${stablecoin.network}_WALLET.`;
  const notEnabled = refuseNotEnabled(stablecoin, instead);
  if (notEnabled !== undefined) return notEnabled;
  return refuse(
    'STABLECOIN_OPERATION_NOT_SUPPORTED',
    `Minting to an internal account is not supported yet. ${instead}`,
  );
}

interface Payer {
  readonly sourceAccountId: string | null;
  readonly debited: AccountToLink | null;
}

/** The account that pays; `null` for a wire, which anyone may send. */
async function findPayer(context: PlanContext, source: StablecoinMintFundingSource, stablecoin: StablecoinRow) {
  switch (source.type) {
    case 'ACH_DEBIT':
    case 'SAME_DAY_ACH_DEBIT': {
      const debited = await findUsableAccount(context, source.externalAccountId, 'DEBITED_BANK', stablecoin);
      return isRefusal(debited) ? debited : { sourceAccountId: debited.accountId, debited };
    }
    case 'SERVICE_INTERNAL_ACCOUNT':
      return findOwnAccount(context, source.accountId, stablecoin);
    default:
      return { sourceAccountId: null, debited: null };
  }
}

/**
 * Accepts only accounts of the platform itself: a customer might have to agree to a payment, and this operation does
 * not ask for that.
 */
async function findOwnAccount(
  { unit, tenant }: PlanContext,
  id: string,
  { base_currency: currency }: StablecoinRow,
): Promise<Payer | Refusal<'ACCOUNT_NOT_FOUND' | 'INVALID_INPUT'>> {
  const account = await findInternalAccount(unit, tenant, id);
  if (account === undefined) return unknownInternalAccount(id);
  const field = 'fundingSource.accountId';
  if (account.customer_id !== null || account.currency !== currency) {
    const message = `Send the account of the platform itself in ${currency}. Find it with GET /platform/internal-accounts.`;
    return refuseFields([{ field, message }]);
  }
  if (account.status !== 'ACTIVE')
    return refuseFields([{ field, message: `The account is ${account.status}. Send an ACTIVE account.` }]);
  return { sourceAccountId: id, debited: null };
}
