import { mustMove } from '../../engines/states/transition.ts';
import { umaAddress } from '../../engines/uma/uma-address.ts';
import { readOptionalInstant } from '../../ground/clock/read-instant.ts';
import { isCurrencyCode, type ListedCurrency } from '../../ground/money/currency.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Handler, refuseFields } from '../../operation/operation.ts';
import { findPlatformCurrencies } from '../../platform/platforms/find-platform.ts';
import { findCustomerByUmaAddress, type KnownCustomer } from '../customers/find-customer.ts';
import { invitationDigest, newInvitationCode } from './invitation-code.ts';
import { refuseUnconfigured } from './invitation-settings.ts';
import { viewInvitation } from './invitation-view.ts';
import { findCodeHolder, insertInvitation } from './invitations-repository.ts';
import type { InvitationRow } from './tables.ts';

export const createInvitation: Handler<'createInvitation'> = async (call) => {
  const { input, unit, tenant, now, deps } = call;
  const { body } = input;
  const unconfigured = await refuseUnconfigured(call);
  if (unconfigured !== undefined) return unconfigured;
  const inviter = await findCustomerByUmaAddress(unit, tenant, umaAddress(body.inviterUma).text);
  const expiresAt = readOptionalInstant(body.expiresAt);
  const errors: FieldError[] = [];
  if (inviter === undefined || inviter.isDeleted)
    errors.push({ field: 'inviterUma', message: 'Send the UMA address of one of your customers.' });
  if (expiresAt !== undefined && expiresAt <= now)
    errors.push({ field: 'expiresAt', message: `Send a time after ${now}, or leave it out.` });
  const currency = body.amountToSend === undefined ? null : await currencyOf(call, inviter);
  if (currency === undefined)
    errors.push({
      field: 'amountToSend',
      message: 'Leave it out: the inviter has no currency that can be sent to a UMA address.',
    });
  if (inviter === undefined || currency === undefined || errors.length > 0) return refuseFields(errors);
  const code = await freshCode(call);
  const row: InvitationRow = {
    tenant,
    id: deps.ids.next('Invitation'),
    code_digest: invitationDigest(deps.sealer, code),
    status: mustMove('invitation', null, 'CREATE').to,
    inviter_id: inviter.id,
    inviter_uma: inviter.umaAddress,
    invitee_uma: null,
    first_name: body.firstName ?? null,
    amount_minor: body.amountToSend === undefined ? null : BigInt(body.amountToSend),
    currency,
    sequence: 0,
    expires_at: expiresAt ?? null,
    created_at: now,
    claimed_at: null,
    updated_at: now,
  };
  insertInvitation(unit, row);
  return { status: 201, body: viewInvitation({ row, code, now, deps }) };
};

/**
 * The inviter's first currency, because the request names none. A token of the platform does not count: it cannot be
 * sent to a UMA address.
 */
async function currencyOf(
  { unit, tenant }: Pick<WorkContext, 'unit' | 'tenant'>,
  inviter: KnownCustomer | undefined,
): Promise<ListedCurrency | undefined> {
  const own = inviter?.currencies ?? [];
  const codes = own.length > 0 ? own : await findPlatformCurrencies(unit, tenant);
  return codes.find(isCurrencyCode);
}

/** Codes are unique across all platforms, so that one can be found without its platform. */
async function freshCode({ unit, deps }: Pick<WorkContext, 'unit' | 'deps'>): Promise<string> {
  const code = newInvitationCode(deps.random);
  const holder = await findCodeHolder(unit, invitationDigest(deps.sealer, code));
  return holder === undefined ? code : freshCode({ unit, deps });
}
