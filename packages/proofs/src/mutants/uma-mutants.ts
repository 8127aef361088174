import type { Mutant } from './mutant.ts';

const exchanges = 'engines/uma/exchanges.test.ts';
const passedOn = 'payments/transactions/passed-on-payment.test.ts';
const taken = 'payments/uma-requests/taken-at-delivery.test.ts';
const incoming = 'payments/uma-requests/incoming-messages.test.ts';
const price = 'payments/quotes/uma-price.test.ts';
const lookups = 'is not believed when its answer to a lookup was changed';
const changed = 'learns nothing, and opens nothing, by a lookup that is not as it was signed';

/** Mistakes in the messages between two providers of UMA. */
export const umaMutants: readonly Mutant[] = [
  {
    name: 'believes a message whatever its signature',
    file: 'engines/uma/message-checks.ts',
    find: "return (await isSigned(message, fetched)) ? fetched : 'INVALID_SIGNATURE';",
    replace: 'return fetched;',
    test: [exchanges, lookups],
  },
  {
    name: 'pays whoever took the address of a customer over since it was looked up',
    file: 'payments/quotes/uma-receiver.ts',
    find: 'payee?.id !== lookup.receiverCustomerId',
    replace: 'payee === undefined',
    test: [
      'payments/quotes/uma-quote-refusals.test.ts',
      'is refused where the customer who was looked up no longer has the address',
    ],
  },
  {
    name: 'asks any domain for keys as often as a stranger wishes',
    file: 'engines/uma/counterparty-keys.ts',
    find: "if (count >= fetchesOfOne.most) return 'COUNTERPARTY_PUBKEY_FETCH_ERROR';",
    replace: '',
    test: [
      'engines/uma/hostile-provider.test.ts',
      'has a domain asked for keys once in ten seconds, and thirty domains in a minute',
    ],
  },
  {
    name: 'takes each address of a network for another stranger',
    file: 'payments/uma-requests/addressed.ts',
    find: 'askedFrom: networkOf(address)',
    replace: 'askedFrom: networkOf(address) && address',
    test: [
      'payments/uma-requests/strangers.test.ts',
      'has thirty of them asked in a minute, whichever address of a network the messages come from',
    ],
  },
  {
    name: 'leaves a domain to who has used it before another one did',
    file: 'platform/platforms/find-uma-platform.ts',
    find: 'using.length > 0 ? using : await',
    replace: 'using.length > 16 ? using : await',
    test: [incoming, 'finds customers at the domain that their platform has used before, until another one uses it'],
  },
  {
    name: 'takes a message of any age',
    file: 'engines/uma/message-checks.ts',
    find: 'Math.abs(epochMsOf(now) - sentMs) > windowMs',
    replace: 'sentMs < 0',
    test: [exchanges, lookups],
  },
  {
    name: 'takes a one-time value twice',
    file: 'engines/uma/message-checks.ts',
    find: "return isFresh ? keys : 'INVALID_NONCE';",
    replace: 'return isFresh ? keys : keys;',
    test: [exchanges, 'cannot say the same thing twice'],
  },
  {
    name: 'lets many take a one-time value at once',
    file: 'engines/uma/nonces.ts',
    find: "conflict.columns(['tenant', 'domain', 'nonce']).doNothing()",
    replace: "conflict.columns(['tenant', 'domain', 'nonce']).doUpdateSet({ expires_at })",
    test: [exchanges, 'is taken by one of many who have it at once'],
  },
  {
    name: 'takes a signed answer about another receiver',
    file: 'engines/uma/exchange-lookup.ts',
    find: 'if (compliance.receiverIdentifier.toLowerCase() !== parties.receiver.text) return unsigned;',
    replace: '',
    test: [exchanges, 'is not believed about another receiver than the one it was asked about, whoever signs'],
  },
  {
    name: 'pays an invoice over another amount than was agreed on',
    file: 'engines/uma/exchange-pay.ts',
    find: 'invoice.amountMillisatoshis !== agreedMillisatoshis(request, response)',
    replace: 'agreedMillisatoshis(request, response) === undefined',
    test: [exchanges, 'is not believed when its answer to a pay request was changed'],
  },
  {
    name: 'pays another provider more than the payer brings',
    file: 'payments/quotes/uma-receiver.ts',
    find: 'if (settlement.amountMillisatoshis > mostMillisatoshis) return',
    replace: 'if (settlement.amountMillisatoshis > (mostMillisatoshis * 105n) / 100n) return',
    test: [price, 'is refused where it is more than the payer brings: %s in %s, by %d'],
  },
  {
    name: 'spends what the platform takes on the invoice of another provider',
    file: 'engines/rates/lightning-multiplier.ts',
    find: 'bought(principalMinor + fees.serviceMinor)',
    replace: 'bought(principalMinor + fees.totalMinor)',
    test: ['engines/rates/lightning-multiplier.test.ts', 'is never more than the payer brings for it, from %s to %s'],
  },
  {
    name: 'holds the price of another provider against one that has run out',
    file: 'payments/quotes/uma-receiver.ts',
    find: "const quoted = market.rates.rateFor(currency, 'BTC', market.now);",
    replace: "const rate = market.rates.lastRateFor(currency, 'BTC') ?? '0.00001';\n  const quoted = rate && { rate };",
    test: [price, 'is not asked for where the market of the payer %s'],
  },
  {
    name: 'names a price that has run out',
    file: 'payments/uma-requests/receivable.ts',
    find: "const quoted = deps.rates.rateFor('BTC', one.currency, deps.clock.now());",
    replace:
      "const rate = deps.rates.lastRateFor('BTC', one.currency);\n    const quoted = rate === undefined ? undefined : { rate };",
    test: [price, 'is named in bitcoin alone by a side whose own prices have run out'],
  },
  {
    name: 'pays whoever has taken the address of the payee',
    file: 'payments/transactions/pinned-payee.ts',
    find: 'pinned === holder?.id',
    replace: 'pinned !== null',
    test: [
      'payments/transactions/on-us-payment.test.ts',
      'goes back when the payee has left the address, whoever has it now',
    ],
  },
  {
    name: 'holds no certificate against its dates',
    file: 'engines/uma/counterparty-keys.ts',
    find: "return isOver ? 'CERT_CHAIN_EXPIRED' : certificates;",
    replace: 'return isOver ? certificates : certificates;',
    test: [
      'engines/uma/certificates.test.ts',
      'takes keys that are points of the curve, and certificates that hold together and hold now',
    ],
  },
  {
    name: 'signs with new keys while others still hold the older ones',
    file: 'engines/uma/keys.ts',
    find: 'keys.find(({ active_from: from }) => from <= now) ?? keys[0]',
    replace: 'keys[0]',
    test: [exchanges, 'are made once, sealed, and replaced when no copy of the older ones is left'],
  },
  {
    name: 'keeps keys as they are',
    file: 'engines/uma/keys.ts',
    find: 'sealed_signing_key: sealer.seal(signing.privateKey)',
    replace: 'sealed_signing_key: signing.privateKey',
    test: [exchanges, 'are made once, sealed, and replaced when no copy of the older ones is left'],
  },
  {
    name: 'asks the keys of a domain that is not let through',
    file: 'engines/uma/incoming.ts',
    find: 'if (!isAllowed(domain))',
    replace: 'if (false)',
    test: [incoming, changed],
  },
  {
    name: 'serves a domain that two platforms claim',
    file: 'platform/platforms/find-uma-platform.ts',
    find: 'others.length > 0 ? undefined : { tenant',
    replace: 'others.length > 9 ? undefined : { tenant',
    test: [
      incoming,
      'reaches the platform at its domain and at the host that the domain forwards to, and nobody elsewhere',
    ],
  },
  {
    name: 'takes a payment without a name',
    file: 'payments/uma-requests/take-pay-request.ts',
    find: 'if (missing.length > 0) return',
    replace: 'if (missing.length > 9) return',
    test: [incoming, 'is refused a payment that it may not make'],
  },
  {
    name: 'keeps the money of a payment that was rejected',
    file: 'payments/transactions/answer-provider.ts',
    find: 'await deps.lightning.cancel(invoice, context);\n    return true;',
    replace: 'return true;',
    test: [
      'payments/uma-requests/two-platforms.test.ts',
      'let the money go back when the receiving one rejects it, or says nothing',
    ],
  },
  {
    name: 'asks a stranger in a private network',
    file: 'engines/outbox/guarded-agent.ts',
    find: "if (allowed.includes(false)) throw new Error('the endpoint resolves to an address that is not public');",
    replace: '',
    test: ['engines/outbox/ask-strangers.test.ts', 'goes to no private address behind a public name'],
  },
  {
    name: 'leaves who has paid without what the bank returned',
    file: 'payments/transactions/apply-rail-report.ts',
    find: 'await wakeOtherHalf(context, row);',
    replace: '',
    test: [passedOn, 'comes back to the sender when the bank returns it after its end'],
  },
  {
    name: 'tells who has paid nothing of a payment that was stopped',
    file: 'payments/transactions/on-us-payment.ts',
    find: "if (peer.refund?.reason === 'USER_CANCELLATION' && row.refund === null) return { kind: 'CANCELLED' };",
    replace: '',
    test: [passedOn, 'is refunded on both sides when it is stopped, and its late arrival is lost once'],
  },
  {
    name: 'loses a late arrival on both sides',
    file: 'payments/transactions/payment-entries.ts',
    find: "const isHandedOver = row.type === 'INCOMING' && hasOtherHalf(row);",
    replace: "const isHandedOver = row.type === 'INCOMING' && hasOtherHalf(row) && row.quote_id !== null;",
    test: [passedOn, 'is refunded on both sides when it is stopped, and its late arrival is lost once'],
  },
  {
    name: 'asks a bank whether one customer gives back to another',
    file: 'payments/transactions/look-at-refund.ts',
    find: "if (row.type === 'INCOMING') return settled;",
    replace: '',
    test: [passedOn, 'goes back to the sender when the bank does not take it, even where a refund outside would fail'],
  },
  {
    name: 'ends a payment whose refund failed before it can still arrive',
    file: 'payments/transactions/apply-rail-report.ts',
    find: 'if (isCancelled(failed) && !mayArrive) await endCancelled(context, failed);',
    replace: 'if (isCancelled(failed)) await endCancelled(context, failed);',
    test: [passedOn, 'stays owed when it is stopped and cannot be refunded, and is lost once when it arrives'],
  },
  {
    name: 'sends what it has taken back to nobody',
    file: 'payments/transactions/refund-account.ts',
    find: 'if (isTaken) return accountInAsset(context, row.customer_id, row.sent_currency);',
    replace: '',
    test: [taken, 'is credited to the customer when what was taken cannot be passed on, or comes back'],
  },
  {
    name: 'takes the money of another provider before it can be credited',
    file: 'payments/transactions/answer-provider.ts',
    find: '!isPassedOn(row) || takeHeld',
    replace: 'takeHeld',
    test: [taken, 'is taken from it only once the account can be credited, and goes back to the sender otherwise'],
  },
  {
    name: 'takes the money for an account that cannot be credited',
    file: 'payments/transactions/settle-over-lightning.ts',
    find: "if (!isReceivable) return { kind: 'FAILED', reason: 'ACCOUNT_CANNOT_RECEIVE' };",
    replace: '',
    test: [taken, 'is taken from it only once the account can be credited, and goes back to the sender otherwise'],
  },
  {
    name: 'credits money that its node has let go',
    file: 'payments/transactions/settle-over-lightning.ts',
    find: "  if ((await lightning.lookAtInvoice(invoice, context)) !== 'SETTLED') return false;\n",
    replace: '',
    test: [taken, 'that %s fails where the node lets the money go while it is taken'],
  },
  {
    name: 'sends back money that it has not let go',
    file: 'payments/transactions/look-at-refund.ts',
    find: 'await deps.lightning.cancel(invoice, context);',
    replace: '',
    test: [taken, 'is taken from it only once the account can be credited, and goes back to the sender otherwise'],
  },
  {
    name: 'passes a payment on over a network that nobody has paid',
    file: 'payments/transactions/uma-payment.ts',
    find: 'chosen !== undefined && isFree(deps, accountRoute(chosen).network)',
    replace: 'chosen !== undefined',
    test: [
      'payments/transactions/passed-on-payment.test.ts',
      'stays in the balance where the network of the chosen wallet would cost',
    ],
  },
];
