import { findInternalAccount, unknownInternalAccount } from '../../accounts/internal/find-internal-account.ts';
import type { InternalAccountRow } from '../../accounts/internal/tables.ts';
import type { FundingRoute, Payer } from '../../engines/funding/funding.ts';
import { instantRailMs } from '../../engines/rails/timelines.ts';
import { present } from '../../ground/json/json-text.ts';
import { largestWireMinor } from '../../ground/money/money.ts';
import type { WorkContext } from '../../operation/deps.ts';
import { type Handler, type Input, isRefusal, type Refusal, refuse, refuseFields } from '../../operation/operation.ts';
import { findOwnPayee } from '../../payments/deposits/find-payee.ts';
import { openDeposit } from '../../payments/deposits/open-deposit.ts';
import { applyDeposit } from '../../payments/quotes/apply-deposit.ts';
import { findQuoteFunding, type QuoteFunding } from '../../payments/quotes/find-quote-funding.ts';
import { unknownQuote } from '../../payments/quotes/quote-view.ts';
import { viewTransaction } from '../../payments/transactions/transaction-view.ts';
import { simulatedDeposit } from './simulated-deposit.ts';

type Body = Input<'sandboxDeposit'>['body'];
type Payee = { readonly account: InternalAccountRow } | { readonly quote: QuoteFunding };

/** An external payer pays to the payment instructions of an account or of a quote. */
export const sandboxDeposit: Handler<'sandboxDeposit'> = async (call) => {
  const { body } = call.input;
  const payee = await resolvePayee(call, body);
  if (isRefusal(payee)) return payee;
  const currency = 'account' in payee ? payee.account.currency : payee.quote.currency;
  const routes = 'account' in payee ? call.deps.funding.routesInto(currency) : payee.quote.routes;
  const route = chooseRoute(call, routes, body.route);
  if (typeof route !== 'string') return route;
  const { reference } = 'account' in payee ? payee.account : payee.quote;
  const amountMinor = BigInt(body.amount);
  const id = call.deps.ids.next('Deposit');
  const deposit = simulatedDeposit({ id, currency, amountMinor, route, reference, payer: payerOf(body) });
  if ('quote' in payee) {
    const funded = await applyDeposit(call, payee.quote.id, deposit);
    return funded === 'NOT_WAITING' ? notWaiting(body) : { status: 200, body: viewTransaction(funded) };
  }
  if (payee.account.balance_minor + payee.account.held_minor + amountMinor > largestWireMinor) {
    const message = `The balance cannot exceed ${largestWireMinor}. Send a smaller amount.`;
    return refuseFields([{ field: 'amount', message }]);
  }
  return { status: 200, body: viewTransaction(await openDeposit(call, payee.account, deposit)) };
};

async function resolvePayee(
  context: WorkContext,
  { reference, accountId, quoteId }: Body,
): Promise<Payee | Refusal<'INVALID_INPUT' | 'REFERENCE_NOT_FOUND' | 'ACCOUNT_NOT_FOUND' | 'QUOTE_NOT_FOUND'>> {
  const { unit, tenant } = context;
  const named = Object.entries({ reference, accountId, quoteId }).filter(([, value]) => value !== undefined);
  const [field = 'reference'] = named[0] ?? [];
  if (named.length !== 1)
    return refuseFields([{ field, message: 'Name exactly one of reference, accountId and quoteId.' }]);
  if (reference !== undefined) {
    const found = await findOwnPayee(unit, tenant, reference);
    if (found === undefined) return unknownReference(reference);
    if (found.kind === 'ACCOUNT') return { account: found.account };
    return { quote: await mustFind(context, found.quoteId) };
  }
  if (accountId !== undefined) {
    const account = await findInternalAccount(unit, tenant, accountId);
    return account === undefined ? unknownInternalAccount(accountId) : { account };
  }
  const quote = await findQuoteFunding(context, quoteId ?? '');
  return quote === undefined ? unknownQuote(quoteId ?? '') : { quote };
}

async function mustFind(context: WorkContext, quoteId: string): Promise<QuoteFunding> {
  const quote = await findQuoteFunding(context, quoteId);
  if (quote === undefined) throw new Error(`a reference names the quote ${quoteId}, which does not exist`);
  return quote;
}

function unknownReference(reference: string): Refusal<'REFERENCE_NOT_FOUND'> {
  return refuse(
    'REFERENCE_NOT_FOUND',
    `No payment instructions of the platform show the reference ${reference}. Copy it from the instructions.`,
  );
}

function chooseRoute(
  { deps }: WorkContext,
  routes: readonly FundingRoute[],
  asked: string | undefined,
): FundingRoute | Refusal<'INVALID_INPUT'> {
  const first = routes.find((route) => deps.rails.timelineMs(route) <= instantRailMs) ?? routes[0];
  const route = asked === undefined ? first : routes.find((known) => known === asked);
  if (route !== undefined) return route;
  const message =
    routes.length === 0
      ? 'It cannot receive deposits: it has no payment instructions.'
      : `The instructions have the routes ${routes.join(', ')}. Choose one of them or leave route out.`;
  return refuseFields([{ field: 'route', message, constraint: { enum: routes } }]);
}

function payerOf({ accountHolderName, accountIdentifier, remittanceInformation }: Body): Payer {
  return present<Payer>({ accountHolderName, accountIdentifier, remittanceInformation });
}

function notWaiting({ quoteId }: Body): Refusal<'INVALID_INPUT'> {
  const field = quoteId === undefined ? 'reference' : 'quoteId';
  const message = 'The quote already has its deposit or waits for none. Create a new quote and deposit for that one.';
  return refuseFields([{ field, message }]);
}
