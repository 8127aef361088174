import type { StablecoinMintFundingSource } from '@payments-platform/types';
import { findInternalAccount } from '../../accounts/internal/find-internal-account.ts';
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
import { beginOperation, recordAsked } from './begin-operation.ts';
import { findUsableAccount } from './find-usable-account.ts';
import { findReadyStablecoin, type OperationPlan, type PlanContext, refuseNotEnabled } from './operation-plan.ts';
import { readAmount, refuseNothing } from './read-amount.ts';

/** The provider is asked while no transaction is open. Refusals come in the order in which the specification lists the checks. */
export const createStablecoinMint: Handler<'createStablecoinMint'> = afterRequest(
  async (call) => {
    const { path, body } = call.input;
    return refuseNothing(body.amount) ?? beginOperation(call, (context) => planMint(context, path.stablecoinId, body));
  },
  async (call, asked) => (isRefusal(asked) ? asked : recordAsked(call, asked)),
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

/** A kind that is reserved, and one that needs more than a provider. */
function refuseKind(stablecoin: StablecoinRow, { type }: StablecoinMintFundingSource): KindRefusal | undefined {
  if (type === 'SERVICE_INTERNAL_ACCOUNT')
    return refuseNotEnabled(stablecoin, 'Use WIRE, or wait until they are ENABLED.');
  if (type !== 'PROVIDER_INTERNAL_BALANCE') return undefined;
  return refuse(
    'STABLECOIN_OPERATION_NOT_SUPPORTED',
    'Minting from PROVIDER_INTERNAL_BALANCE is not served yet. Use WIRE, ACH_DEBIT, SAME_DAY_ACH_DEBIT or SERVICE_INTERNAL_ACCOUNT.',
  );
}

/** None holds tokens, so enablement alone does not help here. */
function refuseDestination(stablecoin: StablecoinRow, accountId: string): KindRefusal | undefined {
  if (!isInternalAccount(accountId)) return undefined;
  const instead = `Name an external account of type ${stablecoin.network}_WALLET.`;
  const notEnabled = refuseNotEnabled(stablecoin, instead);
  if (notEnabled !== undefined) return notEnabled;
  return refuse('STABLECOIN_OPERATION_NOT_SUPPORTED', `Minting to an internal account is not served yet. ${instead}`);
}

interface Payer {
  readonly sourceAccountId: string | null;
  readonly debited: AccountToLink | null;
}

/** Who pays, where that is an account and not whoever sends a wire. */
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

/** Of the platform itself: a customer may have to agree to a payment, which nobody asks for here. */
async function findOwnAccount(
  { unit, tenant }: PlanContext,
  id: string,
  { base_currency: currency }: StablecoinRow,
): Promise<Payer | Refusal<'ACCOUNT_NOT_FOUND' | 'INVALID_INPUT'>> {
  const account = await findInternalAccount(unit, tenant, id);
  if (account === undefined) {
    return refuse(
      'ACCOUNT_NOT_FOUND',
      `There is no internal account ${id}. Check the id and the environment of your token.`,
    );
  }
  const field = 'fundingSource.accountId';
  if (account.customer_id !== null || account.currency !== currency) {
    const message = `Name the account of the platform itself in ${currency}: GET /platform/internal-accounts.`;
    return refuseFields([{ field, message }]);
  }
  if (account.status !== 'ACTIVE') return refuseFields([{ field, message: `The account is ${account.status}.` }]);
  return { sourceAccountId: id, debited: null };
}
