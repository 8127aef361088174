import type { Mutant } from './mutant.ts';

const exchanges = 'engines/uma/exchanges.test.ts';
const passedOn = 'payments/transactions/passed-on-payment.test.ts';
const taken = 'payments/uma-requests/taken-at-delivery.test.ts';
const incoming = 'payments/uma-requests/incoming-messages.test.ts';
const price = 'payments/quotes/uma-price.test.ts';
const lookups = 'is refused when its lookup response was altered';
const changed = 'is refused a changed or repeated lookup with the code of its mistake';

/** Mistakes in the messages between two providers of UMA. */
export const umaMutants: readonly Mutant[] = [
  {
    name: 'accepts a message with any signature',
    file: 'engines/uma/message-checks.ts',
    find: "return (await isSigned(message, fetched)) ? fetched : 'INVALID_SIGNATURE';",
    replace: 'return fetched;',
    test: [exchanges, lookups],
  },
  {
    name: 'pays a new owner of a looked-up address',
    file: 'payments/quotes/uma-receiver.ts',
    find: 'payee?.id !== lookup.receiverCustomerId',
    replace: 'payee === undefined',
    test: [
      'payments/quotes/uma-quote-refusals.test.ts',
      'refuses a lookup whose receiver no longer has the address, also after another customer took it',
    ],
  },
  {
    name: 'fetches keys without a limit per caller',
    file: 'engines/uma/counterparty-keys.ts',
    find: "if (count >= fetchesOfOne.most) return 'COUNTERPARTY_PUBKEY_FETCH_ERROR';",
    replace: '',
    test: [
      'engines/uma/hostile-provider.test.ts',
      'has its keys fetched once in 10 seconds per domain, and from 30 domains a minute per caller',
    ],
  },
  {
    name: 'limits callers by address instead of network',
    file: 'payments/uma-requests/addressed.ts',
    find: 'callerNetwork: networkOf(address)',
    replace: 'callerNetwork: networkOf(address) && address',
    test: [
      'payments/uma-requests/strangers.test.ts',
      'triggers at most 30 key requests from one IPv6 network, whichever address it uses',
    ],
  },
  {
    name: 'accepts a message of any age',
    file: 'engines/uma/message-checks.ts',
    find: 'Math.abs(epochMsOf(now) - sentMs) > windowMs',
    replace: 'sentMs < 0',
    test: [exchanges, lookups],
  },
  {
    name: 'accepts a nonce twice',
    file: 'engines/uma/message-checks.ts',
    find: "return isFresh ? keys : 'INVALID_NONCE';",
    replace: 'return isFresh ? keys : keys;',
    test: [exchanges, 'is refused with INVALID_NONCE when it repeats a response'],
  },
  {
    name: 'accepts a nonce in parallel',
    file: 'engines/uma/nonces.ts',
    find: "conflict.columns(['tenant', 'domain', 'nonce']).doNothing()",
    replace: "conflict.columns(['tenant', 'domain', 'nonce']).doUpdateSet({ expires_at })",
    test: [exchanges, 'is accepted once, even with 8 parallel uses'],
  },
  {
    name: 'accepts a signed response about another receiver',
    file: 'engines/uma/exchange-lookup.ts',
    find: 'if (compliance.receiverIdentifier.toLowerCase() !== parties.receiver.text) return unsigned;',
    replace: '',
    test: [exchanges, 'is refused with LOOKUP_REQUEST_FAILED when it answers about another receiver'],
  },
  {
    name: 'pays an invoice with another amount',
    file: 'engines/uma/exchange-pay.ts',
    find: 'invoice.amountMillisatoshis !== agreedMillisatoshis(request, response)',
    replace: 'agreedMillisatoshis(request, response) === undefined',
    test: [exchanges, 'is refused when its pay response was altered'],
  },
  {
    name: 'pays a provider more than the payer sends',
    file: 'payments/quotes/uma-receiver.ts',
    find: 'if (settlement.amountMillisatoshis > mostMillisatoshis) return',
    replace: 'if (settlement.amountMillisatoshis > (mostMillisatoshis * 105n) / 100n) return',
    test: [price, 'is refused with INVALID_PAYREQ_RESPONSE when it exceeds the amount debited: %s in %s, by %d'],
  },
  {
    name: 'pays the platform fee to another provider',
    file: 'engines/rates/lightning-multiplier.ts',
    find: 'bought(principalMinor + fees.serviceMinor)',
    replace: 'bought(principalMinor + fees.totalMinor)',
    test: [
      'engines/rates/lightning-multiplier.test.ts',
      'exceeds what the payer provides by less than one millisatoshi, from %s to %s',
    ],
  },
  {
    name: "compares a provider's price with an expired one",
    file: 'payments/quotes/uma-receiver.ts',
    find: "const quoted = market.rates.rateFor(currency, 'BTC', market.now);",
    replace: "const rate = market.rates.lastRateFor(currency, 'BTC') ?? '0.00001';\n  const quoted = rate && { rate };",
    test: [price, 'is refused without a request to the receiver when the market of the payer %s'],
  },
  {
    name: 'returns an expired price',
    file: 'payments/uma-requests/receivable.ts',
    find: "const quoted = deps.rates.rateFor('BTC', one.currency, deps.clock.now());",
    replace:
      "const rate = deps.rates.lastRateFor('BTC', one.currency);\n    const quoted = rate === undefined ? undefined : { rate };",
    test: [price, 'is offered in BTC only by a provider whose own prices have expired'],
  },
  {
    name: "pays a new owner of the payee's address",
    file: 'payments/transactions/pinned-payee.ts',
    find: 'pinned === holder?.id',
    replace: 'pinned !== null',
    test: [
      'payments/transactions/on-us-payment.test.ts',
      'is refunded when the payee no longer has the address, even if another customer has it',
    ],
  },
  {
    name: 'does not check the dates of certificates',
    file: 'engines/uma/counterparty-keys.ts',
    find: "return isOver ? 'CERT_CHAIN_EXPIRED' : certificates;",
    replace: 'return isOver ? certificates : certificates;',
    test: [
      'engines/uma/certificates.test.ts',
      'accepts keys on the curve with a valid certificate chain, and refuses expired or broken ones',
    ],
  },
  {
    name: 'signs with new keys before caches expire',
    file: 'engines/uma/keys.ts',
    find: 'keys.find(({ active_from: from }) => from <= now) ?? keys[0]',
    replace: 'keys[0]',
    test: [exchanges, 'are created once, stored sealed, and replaced only after published copies expire'],
  },
  {
    name: 'stores keys unsealed',
    file: 'engines/uma/keys.ts',
    find: 'sealed_signing_key: sealer.seal(signing.privateKey)',
    replace: 'sealed_signing_key: signing.privateKey',
    test: [exchanges, 'are created once, stored sealed, and replaced only after published copies expire'],
  },
  {
    name: 'fetches keys of a blocked domain',
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
    test: [incoming, 'reaches the platform at its domain and proxy subdomain, and at no other host'],
  },
  {
    name: "accepts a payment without the payer's name",
    file: 'payments/uma-requests/receive-pay-request.ts',
    find: 'if (missing.length > 0) return',
    replace: 'if (missing.length > 9) return',
    test: [incoming, 'is refused an invalid or repeated payment request with the code of its mistake'],
  },
  {
    name: 'does not refund a rejected payment',
    file: 'payments/transactions/answer-provider.ts',
    find: 'await deps.lightning.cancel(invoice, context);\n    return true;',
    replace: 'return true;',
    test: [
      'payments/uma-requests/two-platforms.test.ts',
      'refund the sender when the receiving platform rejects or does not decide',
    ],
  },
  {
    name: 'fetches keys from a private network',
    file: 'engines/outbox/guarded-agent.ts',
    find: "if (allowed.includes(false)) throw new Error('the endpoint resolves to an address that is not public');",
    replace: '',
    test: ['engines/outbox/untrusted-fetch.test.ts', 'is not sent to a private address behind a public name'],
  },
  {
    name: 'does not refund the payer after a bank return',
    file: 'payments/transactions/apply-rail-report.ts',
    find: 'await wakePeerTransaction(context, row);',
    replace: '',
    test: [passedOn, 'is refunded to the sender when the bank returns it after completion'],
  },
  {
    name: 'does not cancel the incoming half of a cancelled payment',
    file: 'payments/transactions/on-us-payment.ts',
    find: "if (peer.refund?.reason === 'USER_CANCELLATION' && row.refund === null) return { kind: 'CANCELLED' };",
    replace: '',
    test: [passedOn, 'is refunded on both sides when it is cancelled, and written off once when it still arrives'],
  },
  {
    name: 'ignores a late delivery on both sides',
    file: 'payments/transactions/payment-entries.ts',
    find: "const isHandedOver = row.type === 'INCOMING' && hasPeerTransaction(row);",
    replace: "const isHandedOver = row.type === 'INCOMING' && hasPeerTransaction(row) && row.quote_id !== null;",
    test: [passedOn, 'is refunded on both sides when it is cancelled, and written off once when it still arrives'],
  },
  {
    name: 'polls the bank for a refund between customers',
    file: 'payments/transactions/poll-refund.ts',
    find: "if (row.type === 'INCOMING') return settled;",
    replace: '',
    test: [passedOn, 'is refunded to the sender when the bank refuses it, even where an external refund would fail'],
  },
  {
    name: 'ends a payment with a failed refund before a late delivery',
    file: 'payments/transactions/apply-rail-report.ts',
    find: 'if (isCancelled(failed) && !mayArrive) await endCancelled(context, failed);',
    replace: 'if (isCancelled(failed)) await endCancelled(context, failed);',
    test: [passedOn, 'stays owed when it is cancelled and cannot be refunded, and is written off once when it arrives'],
  },
  {
    name: 'refunds to no account',
    file: 'payments/transactions/refund-account.ts',
    find: 'if (isTaken) return accountInAsset(context, row.customer_id, row.sent_currency);',
    replace: '',
    test: [taken, 'is credited to the customer when the bank refuses or returns what was passed on'],
  },
  {
    name: 'settles the invoice before the credit',
    file: 'payments/transactions/answer-provider.ts',
    find: '!isPassedOn(row) || settleHeldInvoice',
    replace: 'settleHeldInvoice',
    test: [taken, 'is refunded to the sender when the account is frozen before it can be credited'],
  },
  {
    name: 'settles the invoice of a closed account',
    file: 'payments/transactions/settle-over-lightning.ts',
    find: "if (!isReceivable) return { kind: 'FAILED', reason: 'ACCOUNT_CANNOT_RECEIVE' };",
    replace: '',
    test: [taken, 'is refunded to the sender when the account is frozen before it can be credited'],
  },
  {
    name: 'credits money of a cancelled invoice',
    file: 'payments/transactions/settle-over-lightning.ts',
    find: "  if ((await lightning.pollInvoice(invoice, context)) !== 'SETTLED') return false;\n",
    replace: '',
    test: [taken, 'fails and is refunded when the Lightning node cancels it, for a payment that %s'],
  },
  {
    name: 'refunds a held invoice without cancelling it',
    file: 'payments/transactions/poll-refund.ts',
    find: 'await deps.lightning.cancel(invoice, context);',
    replace: '',
    test: [taken, 'is refunded to the sender when the account is frozen before it can be credited'],
  },
  {
    name: 'forwards a payment over an unpaid network',
    file: 'payments/transactions/uma-payment.ts',
    find: 'chosen !== undefined && isFree(deps, accountRoute(chosen).network)',
    replace: 'chosen !== undefined',
    test: [
      'payments/transactions/passed-on-payment.test.ts',
      'is credited to the balance where the network of the default deposit wallet has a cost',
    ],
  },
  {
    name: 'does not extend the decision time after a question',
    file: 'payments/transactions/decide-uma-payment.ts',
    find: 'approval_expires_at: decideBy',
    replace: 'approval_expires_at: row.uma.approval_expires_at',
    test: [
      'payments/transactions/decide-from-webhook-response.test.ts',
      'requests more fields with 422 and leaves the decision to a later request',
    ],
  },
  {
    name: 'keeps a unit open while another provider answers a lookup',
    file: 'payments/receivers/lookup-uma.ts',
    find: 'await deps.uma.lookUp({ receiver, sender: umaAddress(sender.umaAddress) }, { tenant, deps })',
    replace:
      'await deps.database.read(() => deps.uma.lookUp({ receiver, sender: umaAddress(sender.umaAddress) }, { tenant, deps }))',
    test: ['payments/receivers/lookup-uma.test.ts', 'answers 20 lookups at the same time, and a token with VIEW'],
  },
];
