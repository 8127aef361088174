import { accountRoute } from '../../accounts/external/account-facts.ts';
import { findExternalAccount } from '../../accounts/external/find-external-account.ts';
import { serviceTerms } from '../../engines/rates/price.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { currencyCode } from '../../ground/money/currency.ts';
import { type ExternalHandler, isRefusal, type Refusal, refuse } from '../../operation/operation.ts';
import { findCustomer } from '../../people/customers/find-customer.ts';
import { refuseUnready } from '../../people/customers/refuse-unready.ts';
import { findPaymentTerms } from '../../platform/config/currency-terms.ts';
import { findPlatform } from '../../platform/platforms/find-platform.ts';
import { costMinor } from '../pricing/network-costs.ts';
import { findSender, refuseUnreadySender } from './find-sender.ts';
import { payableRange } from './payable-range.ts';
import { saveLookup } from './save-lookup.ts';
import { findSendingCurrency } from './sending-currency.ts';

/** Refusals have the order of the checks in the specification; no unit is open while the institution is asked. */
export const lookupExternalAccount: ExternalHandler<'lookupExternalAccount'> = async ({ input, tenant, now, deps }) => {
  const { accountId } = input.path;
  const asked = await deps.database.read(async (unit) => {
    const [account, sender] = await Promise.all([
      findExternalAccount(unit, tenant, accountId),
      findSender(unit, tenant, input.query),
    ]);
    if (sender !== null && isRefusal(sender) && sender.code === 'INVALID_INPUT') return sender;
    if (account === undefined)
      return refuse(
        'ACCOUNT_NOT_FOUND',
        `There is no external account ${accountId}. Check the id and the environment of your token.`,
      );
    if (sender !== null && isRefusal(sender)) return sender;
    const unready = sender === null ? undefined : await refuseUnreadySender(unit, tenant, sender);
    return unready ?? { account, sender, unpaid: await ownerRefusal(unit, tenant, account.customer_id) };
  });
  if (isRefusal(asked)) return asked;
  const { account, sender, unpaid } = asked;
  if (account.status !== 'ACTIVE' && account.status !== 'PENDING_OWNERSHIP_VERIFICATION')
    return unpayable(
      `The account is ${account.status}; only an ACTIVE account can receive money. Use another account.`,
    );
  if (unpaid !== undefined) return unpayable(unpaid);
  const problem = await deps.uma.checkInstitution(account.identifier);
  if (problem !== undefined) return refuse(problem.code, problem.reason);

  const receiving = currencyCode(account.currency);
  const kept = await deps.database.transaction(async (unit) => {
    const context = { unit, tenant, now, deps };
    const from = await findSendingCurrency(context, sender, receiving);
    if (from === undefined) return undefined;
    const { sending } = from;
    const { standingFee } = await findPaymentTerms(unit, { tenant, sending, receiving });
    const networkMinor = costMinor(deps, accountRoute(account).network, sending);
    const fees = { service: serviceTerms(sending !== receiving, true), platform: standingFee, networkMinor };
    const isUnproven = account.status !== 'ACTIVE';
    const range = payableRange({ ...from, rates: deps.rates, receiving, fees, isUnproven });
    return range && saveLookup(context, { receiver: accountId, sender, currencies: [range], wanted: [] });
  });
  if (kept === undefined) return unpayable(`Nothing can be paid in ${receiving} now. Use another account.`);
  return { status: 200, body: { ...kept, accountId } };
};

/** The refusal of a quote for the owner of the account, if no money may move for that customer. */
async function ownerRefusal(unit: Unit, tenant: number, ownerId: string | null): Promise<string | undefined> {
  if (ownerId === null) return undefined;
  const owner = await findCustomer(unit, tenant, ownerId);
  if (owner === undefined || owner.isDeleted)
    return `The account belongs to ${ownerId}, who was deleted. Use another account.`;
  return refuseUnready(await findPlatform(unit, tenant), owner)?.reason;
}

function unpayable(reason: string): Refusal<'INVALID_RECEIVER'> {
  return refuse('INVALID_RECEIVER', reason);
}
