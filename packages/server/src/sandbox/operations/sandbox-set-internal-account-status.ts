import { changeAccountStatus } from '../../accounts/internal/change-account-status.ts';
import { lockInternalAccount, unknownInternalAccount } from '../../accounts/internal/find-internal-account.ts';
import { viewInternalAccount } from '../../accounts/internal/internal-account-view.ts';
import type { InternalAccountRow } from '../../accounts/internal/tables.ts';
import { moveFrom, type TriggerOf } from '../../engines/states/transition.ts';
import { type Handler, type Refusal, refuse } from '../../operation/operation.ts';

type Asked = 'ACTIVE' | 'FROZEN' | 'CLOSED';

/** The move that leads to the requested status. */
const triggers: Readonly<Record<Asked, TriggerOf<'internal-account'>>> = {
  ACTIVE: 'RELEASE',
  FROZEN: 'FREEZE',
  CLOSED: 'CLOSE',
};

export const sandboxSetInternalAccountStatus: Handler<'sandboxSetInternalAccountStatus'> = async (call) => {
  const { accountId } = call.input.path;
  const asked = call.input.body.status;
  const account = await lockInternalAccount(call.unit, call.tenant, accountId);
  if (account === undefined) return unknownInternalAccount(accountId);
  if (account.status === asked) return { status: 200, body: viewInternalAccount(account, call.deps.funding) };
  if (moveFrom('internal-account', account.status, triggers[asked]) === undefined) {
    return refuse(
      'CONFLICT',
      `An account that is ${account.status} cannot become ${asked}. Its state table says which moves there are.`,
      { status: account.status },
    );
  }
  const changed = await changeAccountStatus(call, account, triggers[asked]);
  return changed === undefined
    ? heldBack(account)
    : { status: 200, body: viewInternalAccount(changed, call.deps.funding) };
};

function heldBack({ balance_minor: balance, held_minor: held }: InternalAccountRow): Refusal<'CONFLICT'> {
  if (balance > 0n)
    return refuse('CONFLICT', `The account holds ${balance}. Pay it out first; only an empty account can be closed.`);
  const reason = `${held} of the account is set aside for card purchases. Wait until they settle or expire.`;
  return refuse('CONFLICT', reason);
}
