import { agentMutants } from './agent-mutants.ts';
import { cardMutants } from './card-mutants.ts';
import { clockMutants } from './clock-mutants.ts';
import { customerMutants } from './customer-mutants.ts';
import { databaseMutants } from './database-mutants.ts';
import { entranceMutants } from './entrance-mutants.ts';
import { httpMutants } from './http-mutants.ts';
import { importMutants } from './import-mutants.ts';
import { invitationMutants } from './invitation-mutants.ts';
import { issuingMutants } from './issuing-mutants.ts';
import type { Mutant } from './mutant.ts';
import { outageMutants } from './outage-mutants.ts';
import { packingMutants } from './packing-mutants.ts';
import { paymentEndMutants } from './payment-end-mutants.ts';
import { paymentMutants } from './payment-mutants.ts';
import { requestMutants } from './request-mutants.ts';
import { sandboxDataMutants } from './sandbox-data-mutants.ts';
import { signInMutants } from './sign-in-mutants.ts';
import { signedRequestMutants } from './signed-request-mutants.ts';
import { stablecoinMutants } from './stablecoin-mutants.ts';
import { statementMutants } from './statement-mutants.ts';
import { storeMutants } from './store-mutants.ts';
import { tokenMutants } from './token-mutants.ts';
import { toolMutants } from './tool-mutants.ts';
import { umaDomainMutants } from './uma-domain-mutants.ts';
import { umaInvoiceMutants } from './uma-invoice-mutants.ts';
import { umaMutants } from './uma-mutants.ts';
import { walletMutants } from './wallet-mutants.ts';
import { webhookMutants } from './webhook-mutants.ts';
import { worldMutants } from './world-mutants.ts';

export const mutants: readonly Mutant[] = [
  ...webhookMutants,
  ...packingMutants,
  ...(['received: down', 'paid: up', 'rate: up'] as const).map((rounding) => ({
    name: `rounds half up: ${rounding}`,
    file: 'ground/money/rounding.ts',
    find: rounding,
    replace: rounding.replace(/\w+$/, '({ numerator: n, denominator: d }: Ratio) => (2n * n + d) / (2n * d)'),
    test: [
      'payments/quotes/conversions-never-gain.test.ts',
      'never costs the exchange accounts value, for every pair, locked side and small amount',
    ] as const,
  })),
  ...paymentEndMutants,
  ...paymentMutants,
  ...cardMutants,
  ...customerMutants,
  ...databaseMutants,
  ...httpMutants,
  ...agentMutants,
  ...invitationMutants,
  ...issuingMutants,
  ...entranceMutants,
  ...requestMutants,
  ...importMutants,
  ...sandboxDataMutants,
  ...signInMutants,
  ...signedRequestMutants,
  ...tokenMutants,
  ...stablecoinMutants,
  ...statementMutants,
  ...storeMutants,
  ...toolMutants,
  ...umaDomainMutants,
  ...umaInvoiceMutants,
  ...umaMutants,
  ...worldMutants,
  ...walletMutants,
  {
    name: 'rounds a fee half up',
    file: 'ground/money/rounding.ts',
    find: 'fee: up',
    replace: 'fee: ({ numerator: n, denominator: d }: Ratio) => (2n * n + d) / (2n * d)',
    test: ['payments/quotes/rounding-attack.test.ts', 'pays a fee for each slice, so that together they pay no less'],
  },
  {
    name: 'posts an unbalanced entry',
    file: 'engines/ledger/entry.ts',
    find: 'if (sum !== 0n)',
    replace: 'if (sum === -1n)',
    test: ['engines/ledger/entry.test.ts', 'refuses postings that do not sum to zero in each currency'],
  },
  {
    name: 'debits beyond the balance',
    file: 'engines/ledger/post-entry.ts',
    find: ".where('balance_minor', '>=', change.amount)",
    replace: '',
    test: [
      'payments/quotes/execute-quote.test.ts',
      'refuses with INSUFFICIENT_FUNDS, changes nothing, and succeeds once the account is funded',
    ],
  },
  {
    name: 'debits a frozen account',
    file: 'engines/ledger/post-entry.ts',
    find: ".where('status', '=', 'ACTIVE')",
    replace: '',
    test: ['engines/ledger/ledger.test.ts', 'refuses to debit a frozen account with ACCOUNT_NOT_ACTIVE'],
  },
  {
    name: 'binds a daily limit that no column can hold',
    file: 'engines/ledger/post-entry.ts',
    find: 'lesserMinor(dailyLimitMinor, unlimited)',
    replace: 'lesserMinor(dailyLimitMinor, dailyLimitMinor)',
    test: [
      'payments/quotes/daily-volume.test.ts',
      'lets a currency of almost no value be paid, whose limit is larger than a column',
    ],
  },
  {
    name: 'counts entries without a limit toward the daily volume',
    file: 'engines/ledger/post-entry.ts',
    find: 'counted: 0n, dailyLimit: unlimited',
    replace: 'counted: amount, dailyLimit: unlimited',
    test: ['payments/quotes/daily-volume.test.ts', 'does not count a mint or a reversed platform fee'],
  },
  {
    name: 'ignores the volume of the day',
    file: 'engines/ledger/post-entry.ts',
    find: ".then(row('sent_minor', '+', change.counted))",
    replace: '.then(change.counted)',
    test: [
      'payments/quotes/daily-volume.test.ts',
      'refuses an execution over the volume and resets on the next UTC day',
    ],
  },
  {
    name: 'forgets Idempotency-Keys',
    file: 'http/run-operation.ts',
    find: 'if (keyed !== undefined) storeResponse(unit, keyed, answer, deps.clock.now());',
    replace: '',
    test: ['http/http.test.ts', 'replays the first response byte for byte and debits the account once'],
  },
  {
    name: 'replays a key for a different request',
    file: 'http/idempotency.ts',
    find: 'row.fingerprint === request.fingerprint ?',
    replace: "row.fingerprint !== '' ?",
    test: ['http/http.test.ts', 'is refused with another request: 400 on quotes, 409 on execution'],
  },
  {
    name: 'shares idempotency keys among tokens',
    file: 'http/idempotency.ts',
    find: 'canonicalJson([tokenId, operationId, path, key])',
    replace: 'canonicalJson([operationId, path, key])',
    test: ['http/http.test.ts', 'belongs to one token: another token gets a response of its own'],
  },
  {
    name: 'commits the writes of a refused operation',
    file: 'http/run-operation.ts',
    find: 'throw new Refused(outcome);',
    replace: 'return refusalReply(outcome);',
    test: [
      'payments/quotes/create-quote.test.ts',
      'refuses immediatelyExecute without funds and leaves no transaction',
    ],
  },
  {
    name: 'accepts any token secret',
    file: 'http/authenticate.ts',
    find: 'if (!matches || found === undefined)',
    replace: 'if (found === undefined)',
    test: [
      'http/http.test.ts',
      'are required on every operation that declares them, and every wrong form gets the same 401',
    ],
  },
  {
    name: 'reports a further page after the last',
    file: 'operation/pagination.ts',
    find: 'const hasMore = rows.length > limit;',
    replace: 'const hasMore = rows.length >= limit;',
    test: ['cards/all-transactions/list-transactions.test.ts', 'has no further page after one that is exactly full'],
  },
  {
    name: 'pays for customers without consent',
    file: 'people/customers/requires-consent.ts',
    find: 'return requiresConsent(platform) && !customer.hasConsent;',
    replace: 'return false;',
    test: [
      'payments/quotes/create-quote-refusals.test.ts',
      'refuses a quote with END_USER_TERMS_NOT_ACCEPTED until the receiving customer accepts the terms',
    ],
  },
  {
    name: 'accepts a code of an authenticator app twice',
    file: 'access/sca/totp.ts',
    find: 'near > usedStep',
    replace: 'near > 0',
    test: [
      'access/sca/login.test.ts',
      'refuses a used code, the enrollment code included, and a code older than the last used one',
    ],
  },
  {
    name: 'accepts the sandbox code in production',
    file: 'operation/ports/environment-rules.ts',
    find: 'isStandingCode: () => false,',
    replace: "isStandingCode: (code) => code === '123456',",
    test: [
      'access/sca/enrolling-an-app.test.ts',
      'accepts the code 123456 in the sandbox and refuses it in production',
    ],
  },
  {
    name: 'rolls failed attempts back with the refusal',
    file: 'access/sca/lockout.ts',
    find: 'return recorded(',
    replace: 'return (',
    test: [
      'access/sca/lockout.test.ts',
      'lasts 15 min, 30 min, 1 h and 24 h after failed attempts 5 to 8, and has no end after the ninth',
    ],
  },
  {
    name: 'checks factors of locked customers',
    file: 'access/sca/complete-sca-login.ts',
    find: 'if (locked !== undefined) return locked;',
    replace: 'if (locked === null) return locked;',
    test: [
      'access/sca/lockout.test.ts',
      'ends with a password reset, which also ends the sessions and resets the count',
    ],
  },
  {
    name: 'accepts a passkey from any origin',
    file: 'access/sca/check-proof.ts',
    find: 'if (settings.passkeys?.allowedOrigins.includes(proof.origin) !== true)',
    replace: 'if (settings.passkeys === undefined)',
    test: [
      'access/sca/passkey-login.test.ts',
      'refuses the passkey of another customer and an origin that is not allowed',
    ],
  },
  {
    name: 'accepts a passkey outside the challenge',
    file: 'access/sca/check-proof.ts',
    find: 'passkey === undefined || !asked.includes(passkey.credential_id)',
    replace: 'passkey === undefined || asked.length === 0',
    test: ['access/sca/passkey-login.test.ts', 'refuses a new passkey for a login that was started with a deleted one'],
  },
  {
    name: 'removes a factor that was enrolled after the reset was started',
    file: 'access/sca/complete-two-factor-reset.ts',
    find: 'enrolled.enrolled_at > reset.created_at',
    replace: 'enrolled.enrolled_at < reset.created_at',
    test: [
      'access/sca/factor-reset.test.ts',
      'is refused with CONFLICT for a %s that was enrolled after the reset was started',
    ],
  },
  {
    name: 'deletes a trusted beneficiary',
    file: 'accounts/external/external-account-repository.ts',
    find: ".where('trusted_at', 'is', null)",
    replace: ".where('tenant', '=', tenant)",
    test: [
      'accounts/external/trusted-beneficiaries.test.ts',
      'cannot be deleted while it is trusted: BENEFICIARY_TRUSTED',
    ],
  },
  {
    name: 'waits for a rate feed without a time limit',
    file: 'start/rate-feed.ts',
    find: '{ signal, redirect:',
    replace: '{ redirect:',
    test: ['start/rate-feed.test.ts', 'time out at a URL that never answers or never completes its response'],
  },
  ...clockMutants,
  ...outageMutants,
];
