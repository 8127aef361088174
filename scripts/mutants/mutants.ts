/** A mistake that somebody could make in the server, and the test that must notice it. */
export interface Mutant {
  readonly name: string;
  /** Under packages/server/src. */
  readonly file: string;
  /** Text that is there once. */
  readonly find: string;
  readonly replace: string;
  /** The test that must fail: its file under packages/server/src, and its title. */
  readonly test: readonly [file: string, title: string];
}

export const mutants: readonly Mutant[] = [
  {
    name: 'rounds a fee down instead of half up',
    file: 'money/rounding.ts',
    find: 'fee: halfUp',
    replace: 'fee: down',
    test: ['money/money.test.ts', 'rounds a fee to the nearest unit, a tie away from zero'],
  },
  ...(['received: down', 'paid: up', 'rate: up'] as const).map((rounding) => ({
    name: `rounds half up: ${rounding}`,
    file: 'money/rounding.ts',
    find: rounding,
    replace: rounding.replace(/\w+$/, 'halfUp'),
    test: [
      'quotes/conversions-never-gain.test.ts',
      'never takes worth from the exchange accounts, for every pair, both locked sides and every small amount',
    ] as const,
  })),
  {
    name: 'takes an unbalanced entry',
    file: 'ledger/entry.ts',
    find: 'if (sum !== 0n)',
    replace: 'if (sum === -1n)',
    test: ['ledger/ledger.test.ts', 'refuses postings that do not sum to zero in each currency'],
  },
  {
    name: 'debits beyond the balance',
    file: 'ledger/post-entry.ts',
    find: ".where('balance_minor', '>=', change.amount)",
    replace: '',
    test: [
      'quotes/execute-quote.test.ts',
      'refuses without funds, changes nothing, and works once the account is funded',
    ],
  },
  {
    name: 'debits a frozen account',
    file: 'ledger/post-entry.ts',
    find: ".where('status', '=', 'ACTIVE')",
    replace: '',
    test: ['quotes/execute-quote.test.ts', 'refuses a source account that was frozen meanwhile'],
  },
  {
    name: 'forgets what the day has seen',
    file: 'ledger/post-entry.ts',
    find: ".then(row('sent_minor', '+', change.amount))",
    replace: '.then(change.amount)',
    test: ['quotes/daily-volume.test.ts', 'refuses an execution over the volume and starts anew the next UTC day'],
  },
  {
    name: 'executes an expired quote',
    file: 'quotes/quotes-repository.ts',
    find: ".where('expires_at', '>', now)\n    .where('funding_reference', 'is', null)",
    replace: ".where('funding_reference', 'is', null)",
    test: ['quotes/execute-quote.test.ts', 'refuses an expired quote, before and after its expiry is recorded'],
  },
  {
    name: 'takes a quote whatever its state',
    file: 'quotes/quotes-repository.ts',
    find: ".where('status', '=', from)\n    .where('expires_at', '>', now)\n    .where('funding_reference', 'is', null)",
    replace: ".where('expires_at', '>', now)\n    .where('funding_reference', 'is', null)",
    test: ['quotes/execute-quote.test.ts', 'refuses a second execution without a key, whatever became of the first'],
  },
  {
    name: 'reads the transactions of every platform',
    file: 'transactions/transactions-repository.ts',
    find: "db.selectFrom('transactions').selectAll().where('tenant', '=', key.tenant).where('id', '=', key.id)",
    replace: "db.selectFrom('transactions').selectAll().where('id', '=', key.id)",
    test: ['transactions/list-transactions.test.ts', 'answers an unknown id and one of another platform alike'],
  },
  {
    name: 'refunds twice the amount',
    file: 'transactions/payment-entries.ts',
    find: 'movement(refunds(row), to, currencyCode(row.sent_currency), owedMinor(row))',
    replace: 'movement(refunds(row), to, currencyCode(row.sent_currency), owedMinor(row) * 2n)',
    test: ['transactions/payment-life.test.ts', 'refunds a failed payment to the source account by itself'],
  },
  {
    name: 'does not refund a failed payment',
    file: 'transactions/record-report.ts',
    find: '    refundStart(context, row, refundReason),\n',
    replace: '',
    test: ['transactions/payment-life.test.ts', 'refunds a failed payment to the source account by itself'],
  },
  {
    name: 'leaves the platform its fee after a return',
    file: 'transactions/payment-entries.ts',
    find: 'const fees = platformAccountId === null ? heldFees(row) : internalAccount(platformAccountId);',
    replace: 'const fees = heldFees(row);',
    test: [
      'transactions/payment-life.test.ts',
      'credits the platform fee when the payment settles and takes it back with a return',
    ],
  },
  {
    name: 'keeps a payment completed that the bank returned',
    file: 'transactions/record-report.ts',
    find: 'return takeBack(context, row);',
    replace: 'return lookAgain(context, row, null);',
    test: ['transactions/payment-life.test.ts', 'fails a completed payment that the bank returns, and refunds it'],
  },
  {
    name: 'forgets Idempotency-Keys',
    file: 'http/run-operation.ts',
    find: 'if (keyed !== undefined) remember(unit, keyed, answer, deps.clock.now());',
    replace: '',
    test: ['http/http.test.ts', 'gets the first answer again, byte for byte, and nothing happens twice'],
  },
  {
    name: 'replays a key for any request',
    file: 'http/idempotency.ts',
    find: 'row.fingerprint === request.fingerprint ?',
    replace: "row.fingerprint !== '' ?",
    test: ['http/http.test.ts', 'is refused with another request: 400 on quotes, 409 on execution'],
  },
  {
    name: 'shares keys among tokens',
    file: 'http/idempotency.ts',
    find: 'canonicalJson([tokenId, operationId, path, key])',
    replace: 'canonicalJson([operationId, path, key])',
    test: ['http/http.test.ts', 'belongs to one token: another one gets an answer of its own'],
  },
  {
    name: 'commits what a refused operation wrote',
    file: 'http/run-operation.ts',
    find: 'throw new Refused(outcome);',
    replace: 'return refusalReply(outcome);',
    test: ['quotes/create-quote.test.ts', 'refuses immediate execution without funds and leaves nothing behind'],
  },
  {
    name: 'takes any token secret',
    file: 'http/authenticate.ts',
    find: 'if (!matches || found === undefined)',
    replace: 'if (found === undefined)',
    test: ['http/http.test.ts', 'are wanted on every operation, and every wrong form gets the same answer'],
  },
  {
    name: 'ends every page with a further one',
    file: 'http/pagination.ts',
    find: 'const hasMore = rows.length > limit;',
    replace: 'const hasMore = rows.length >= limit;',
    test: ['transactions/list-transactions.test.ts', 'has no further page after one that is exactly full'],
  },
  {
    name: 'signs something else than the bytes it sends',
    file: 'webhooks/sign.ts',
    find: 'Buffer.from(body)',
    replace: 'Buffer.from(JSON.stringify(JSON.parse(body), null, 1))',
    test: ['webhooks/webhooks.test.ts', 'signs the exact bytes with the key that the configuration shows'],
  },
  {
    name: 'sends later events first',
    file: 'webhooks/relay.ts',
    find: 'a.sequence - b.sequence',
    replace: 'b.sequence - a.sequence',
    test: ['webhooks/webhooks.test.ts', 'sends a resource of many events in order although they wait together'],
  },
  {
    name: 'repeats an event the receiver knows',
    file: 'webhooks/relay.ts',
    find: 'statusCode === 409',
    replace: 'statusCode === 410',
    test: ['webhooks/webhooks.test.ts', 'stops when the endpoint says that it has the event'],
  },
  {
    name: 'waits longer and longer without end',
    file: 'webhooks/retry-schedule.ts',
    find: 'Math.min(firstDelayMs * 2 ** Math.min(attempts - 1, 16), longestDelayMs)',
    replace: 'firstDelayMs * 2 ** Math.min(attempts - 1, 16)',
    test: ['webhooks/retry-schedule.test.ts', 'doubles from 30 seconds to 30 minutes and stays there'],
  },
  {
    name: 'pays an unproved wallet any amount',
    file: 'quotes/quote-limits.ts',
    find: "return cents >= unprovenWalletDollars * minorPerMajor('USD');",
    replace: 'return cents < 0n;',
    test: ['quotes/create-quote-refusals.test.ts', 'lets an unproved wallet receive below the threshold only'],
  },
  {
    name: 'pays for customers without consent',
    file: 'customers/requires-consent.ts',
    find: 'return requiresConsent(platform) && !customer.hasConsent;',
    replace: 'return false;',
    test: [
      'quotes/create-quote-refusals.test.ts',
      'refuses a customer who has not accepted the terms, on either side, and serves them once they have',
    ],
  },
  {
    name: 'takes a code of an authenticator app twice',
    file: 'sca/totp.ts',
    find: 'near > usedStep',
    replace: 'near > 0',
    test: [
      'sca/login.test.ts',
      'takes each code once, the one that enrolled the app too, and none from before the last one',
    ],
  },
  {
    name: 'takes the code of the sandbox in production',
    file: 'sca/authenticator-apps.ts',
    find: "if (environment === 'SANDBOX' && code",
    replace: 'if (code',
    test: ['sca/enrolling-an-app.test.ts', 'takes the code of the sandbox there, and only there'],
  },
  {
    name: 'forgets failed attempts because they are refused',
    file: 'sca/lock.ts',
    find: 'return recorded(',
    replace: 'return (',
    test: [
      'sca/lock.test.ts',
      'closes for longer with each failed attempt from the fifth on, and opens by itself until the ninth',
    ],
  },
  {
    name: 'looks at proofs of customers who are locked out',
    file: 'sca/complete-sca-login.ts',
    find: 'if (locked !== undefined) return locked;',
    replace: 'if (locked === null) return locked;',
    test: ['sca/lock.test.ts', 'opens with a password reset, which also ends the sessions and starts the count again'],
  },
  {
    name: 'takes a passkey from any origin',
    file: 'sca/check-proof.ts',
    find: 'if (settings.passkeys?.allowedOrigins.includes(proof.origin) !== true)',
    replace: 'if (settings.passkeys === undefined)',
    test: ['sca/passkey-login.test.ts', 'refuses the passkey of somebody else and an origin that is not allowed'],
  },
  {
    name: 'binds a code to any payee',
    file: 'quotes/payment-consent.ts',
    find: 'identifier}`,\n    wording',
    replace: 'quote.id}`,\n    wording',
    test: ['quotes/authorize-quote.test.ts', 'is no longer authorized by a code when what it was sent for has changed'],
  },
  {
    name: 'authorizes without a login session',
    file: 'quotes/authorize-quote.ts',
    find: 'if (!(await isLoggedIn(call, seen.customer_id)))',
    replace: 'if (seen.customer_id === quoteId)',
    test: ['quotes/authorize-quote.test.ts', 'needs a login session of the customer'],
  },
  {
    name: 'deletes a trusted beneficiary',
    file: 'external-accounts/external-account-repository.ts',
    find: ".where('trusted_at', 'is', null)",
    replace: ".where('tenant', '=', tenant)",
    test: ['external-accounts/trusted-beneficiaries.test.ts', 'cannot be deleted before the trust is taken back'],
  },
];
