import { largestSendingMinor } from '../exchange-rates/sending-limits.ts';
import { findExternalAccount } from '../external-accounts/find-external-account.ts';
import { type ExternalHandler, isRefusal, type Refusal, refuse } from '../http/operation.ts';
import { currencyCode } from '../money/currency.ts';
import { largestUnprovenMinor } from '../quotes/quote-limits.ts';
import { findSender, refuseUnreadySender } from './find-sender.ts';
import { keepLookup } from './new-lookup.ts';

/** Refusals come in the order in which the specification lists the checks; the institution is asked with no unit open. */
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
    if (sender === null) return { account, sender };
    if (isRefusal(sender)) return sender;
    return (await refuseUnreadySender(unit, tenant, sender)) ?? { account, sender };
  });
  if (isRefusal(asked)) return asked;
  const { account, sender } = asked;
  if (account.status !== 'ACTIVE' && account.status !== 'PENDING_OWNERSHIP_VERIFICATION')
    return unpayable(`The account is ${account.status}; only an ACTIVE one receives money.`);
  const problem = await deps.uma.checkInstitution(account.identifier);
  if (problem !== undefined) return refuse(problem.code, problem.reason);

  const currency = currencyCode(account.currency);
  const unprovenMinor = account.status === 'ACTIVE' ? undefined : largestUnprovenMinor(deps.rates, currency);
  const maxMinor = unprovenMinor ?? largestSendingMinor(deps.rates, currency);
  const kept = await deps.database.transaction((unit) =>
    keepLookup(
      { unit, tenant, now, deps },
      { receiver: accountId, sender, currencies: [{ currency, minMinor: 1n, maxMinor }], wanted: [] },
    ),
  );
  if (kept === undefined) return unpayable(`Your platform cannot pay in ${currency} now. Use another account.`);
  return { status: 200, body: { ...kept, accountId } };
};

function unpayable(reason: string): Refusal<'INVALID_RECEIVER'> {
  return refuse('INVALID_RECEIVER', reason);
}
