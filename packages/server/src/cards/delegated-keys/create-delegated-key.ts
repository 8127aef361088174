import type { PendingRequest } from '../../access/signed-requests/pending-request.ts';
import {
  checkSignature,
  type Requirement,
  requestSignature,
  useSignature,
} from '../../access/signed-requests/require-signature.ts';
import { isSessionOf } from '../../accounts/wallet-sessions/session-signers.ts';
import type { SignerKey } from '../../engines/custody/custody.ts';
import { mustMove } from '../../engines/states/transition.ts';
import { type Activity, payloadToSign } from '../../engines/wallet-crypto/payload-to-sign.ts';
import {
  afterRequest,
  type Call,
  type ExternalCall,
  type Handler,
  isRefusal,
  type Outcome,
  refuse,
} from '../../operation/operation.ts';
import { findCard, lockCard } from '../issuing/find-card.ts';
import { viewDelegatedKey } from './delegated-key-view.ts';
import { findDelegatedKey, moveDelegatedKey } from './delegated-keys-repository.ts';
import { type FundingWallet, type FundingWalletRefusal, findFundingWallet } from './find-funding-wallet.ts';

type Creating = Call<'createDelegatedKey'>;

/** The custodian creates the key while no transaction is open, before the owner has to sign for it. */
export const createDelegatedKey: Handler<'createDelegatedKey'> = afterRequest(makeSigner, async (call, made) => {
  if (made !== undefined && isRefusal(made)) return made;
  const { unit, tenant, input } = call;
  // The lock on the card lets one of several concurrent requests get the key, and delays decisions about purchases.
  const fundingWallet = await findFundingWallet(call, await lockCard(unit, tenant, input.body.cardId), input.body);
  if (isRefusal(fundingWallet)) return fundingWallet;
  const asked = askedOf(call);
  const checked = await checkSignature(call, { asked, isSigner: isSessionOf(call, fundingWallet.source.account_id) });
  if (checked === 'UNSIGNED') {
    if (made === undefined) throw new Error('no key was created for an unsigned request');
    return challengeKey(call, fundingWallet, made);
  }
  if (isRefusal(checked)) return checked;
  const used = await useSignature(call, checked);
  if (used !== undefined) return used;
  return checked.facts['step'] === 'MAKE'
    ? storePending(call, fundingWallet, checked)
    : activate(call, fundingWallet, checked);
});

/** Creates no key for a request that is refused or that carries a signature. */
async function makeSigner(
  call: ExternalCall<'createDelegatedKey'>,
): Promise<SignerKey | FundingWalletRefusal | undefined> {
  const { deps, tenant, input, walletHeaders } = call;
  if (walletHeaders.signature !== undefined || walletHeaders.requestId !== undefined) return undefined;
  const fundingWallet = await deps.database.read(async (unit) =>
    findFundingWallet({ unit, tenant }, await findCard(unit, tenant, input.body.cardId), input.body),
  );
  return isRefusal(fundingWallet) ? fundingWallet : deps.custody.newSigner(fundingWallet.wallet);
}

function askedOf({ input }: Pick<Creating, 'input'>): Requirement['asked'] {
  return { operation: 'createDelegatedKey', path: input.path, body: input.body };
}

/** Returns what the owner has to sign for the next step. */
async function challenge(
  call: Creating,
  { wallet }: FundingWallet,
  activity: Activity,
  facts: Readonly<Record<string, string>>,
): Promise<Outcome<'createDelegatedKey'>> {
  const { organizationId } = wallet;
  const payload = (): string => payloadToSign(activity, { organizationId, now: call.now });
  return { status: 202, body: await requestSignature(call, { asked: askedOf(call), payload, facts }) };
}

/** First call: the owner signs that the key becomes a user of the wallet's organization. */
function challengeKey(call: Creating, fundingWallet: FundingWallet, { publicKey, secret }: SignerKey) {
  const { nickname } = call.input.body;
  const apiKeys = [{ apiKeyName: nickname, curveType: 'API_KEY_CURVE_P256', publicKey }];
  const parameters = { users: [{ apiKeys, userName: nickname }] };
  const facts = { step: 'MAKE', publicKey, ...(secret === null ? {} : { secret }) };
  return challenge(call, fundingWallet, { type: 'ACTIVITY_TYPE_CREATE_USERS_V3', parameters }, facts);
}

/** Second call: stores the key, and the owner signs what it may do. */
function storePending(call: Creating, fundingWallet: FundingWallet, { facts }: PendingRequest) {
  const { unit, tenant, now, deps, input } = call;
  const { cardId, nickname } = input.body;
  const id = deps.ids.next('DelegatedKey');
  unit.insert('delegated_keys', [
    {
      tenant,
      id,
      card_id: cardId,
      funding_source_id: fundingWallet.source.id,
      account_id: fundingWallet.source.account_id,
      public_key: facts['publicKey'] ?? '',
      secret: facts['secret'] ?? null,
      nickname,
      status: mustMove('delegated-key', null, 'CREATE').to,
      created_at: now,
      updated_at: now,
    },
  ]);
  const policy = {
    condition: "activity.type in ['ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', 'ACTIVITY_TYPE_DELETE_API_KEYS']",
    consensus: `approvers.any(user, user.id == '${id.slice('DelegatedKey:'.length)}')`,
    effect: 'EFFECT_ALLOW',
    policyName: nickname,
  };
  const parameters = { policies: [policy] };
  return challenge(
    call,
    fundingWallet,
    { type: 'ACTIVITY_TYPE_CREATE_POLICIES', parameters },
    { step: 'ALLOW', keyId: id },
  );
}

const fundingWalletChanged = refuse(
  'CONFLICT',
  'The wallet stopped paying for the card after the key was created, and then started again. Send the request without a signature to create another key.',
);

/** Third call: activates the key. */
async function activate(
  call: Creating,
  { source }: FundingWallet,
  { facts }: PendingRequest,
): Promise<Outcome<'createDelegatedKey'>> {
  const key = await findDelegatedKey(call.unit, call.tenant, facts['keyId'] ?? '');
  if (key === undefined) throw new Error('the signed delegated key does not exist');
  if (key.funding_source_id !== source.id) return fundingWalletChanged;
  return { status: 201, body: viewDelegatedKey(moveDelegatedKey(call, key, 'ACTIVATE')) };
}
