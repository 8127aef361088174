import type { Mutant } from './mutant.ts';

const signed = 'access/signed-requests';
const credentials = 'accounts/wallet-credentials';
const sessions = 'accounts/wallet-sessions';
const quotes = 'payments/quotes';

/** Mistakes in how customers sign in to wallets and pay from them. */
export const signInMutants: readonly Mutant[] = [
  {
    name: 'sends SMS codes without a limit',
    file: 'access/sca/text-limit.ts',
    find: 'if (blockedUntil === undefined) return undefined;',
    replace: 'if (blockedUntil !== null) return undefined;',
    test: [
      'access/sca/login.test.ts',
      'is sent at most 20 times per hour of real time, even when the sandbox clock advances',
    ],
  },
  {
    name: 'does not count SMS codes of trusted beneficiaries',
    file: 'accounts/external/beneficiary-trust.ts',
    find: "factor === 'SMS_OTP' ? await refuseManyTexts",
    replace: "factor === 'PASSKEY' ? await refuseManyTexts",
    test: ['accounts/external/trusted-beneficiaries.test.ts', 'shares the limit of 20 codes with logins'],
  },
  {
    name: 'accepts a used code',
    file: `${credentials}/verify-code.ts`,
    find: '  removeCode(unit, tenant, credential.id);\n',
    replace: '',
    test: [
      `${credentials}/signing-in-by-code.test.ts`,
      'accepts only the signature of the key in the bundle, for the same bundle, once',
    ],
  },
  {
    name: 'does not limit attempts at a code',
    file: `${credentials}/verify-code.ts`,
    find: ' || sent.wrong_attempts >= triesPerCode',
    replace: '',
    test: [
      `${credentials}/signing-in-by-code.test.ts`,
      'voids a code after three wrong attempts, and allows five wrong proofs per five minutes',
    ],
  },
  {
    name: 'accepts an expired code',
    file: `${credentials}/verify-code.ts`,
    find: ' || sent.expires_at <= now',
    replace: '',
    test: [`${credentials}/signing-in-by-code.test.ts`, 'voids a code after five minutes and when another one is sent'],
  },
  {
    name: 'opens a session for a key outside the bundle',
    file: `${credentials}/verify-code.ts`,
    find: "compressed === facts['publicKey']",
    replace: "compressed.length === facts['publicKey']?.length",
    test: [
      `${credentials}/signing-in-by-code.test.ts`,
      'accepts only the signature of the key in the bundle, for the same bundle, once',
    ],
  },
  {
    name: 'sends codes without an interval',
    file: `${credentials}/attempt-limits.ts`,
    find: '  if (freeAt > now) return',
    replace: "  if (freeAt > now && row.id === '') return",
    test: [
      `${credentials}/signing-in-by-code.test.ts`,
      'sends at most one code per 30 seconds and ten per hour, with Retry-After',
    ],
  },
  {
    name: 'refreshes or ends a session while its credential is revoked',
    file: `${sessions}/lock-session.ts`,
    find: '  await lockWallet(context.unit, context.tenant, sought.session.account_id);\n',
    replace: '',
    test: [
      `${sessions}/wallet-sessions.test.ts`,
      'that is %s while a parallel transaction ends it is refused with SESSION_NOT_FOUND',
    ],
  },
  {
    name: 'accepts a credential of the lost phone',
    file: `${credentials}/manifest.ts`,
    find: '    beforePhoneReplaced: removeLostPhone,\n',
    replace: '',
    test: [
      'access/sca/factor-reset.test.ts',
      'removes the SMS credential of the old phone and its sessions, and keeps the others',
    ],
  },
  {
    name: 'adds an unsigned address',
    file: `${credentials}/create-auth-credential.ts`,
    find: "      if (outcome.facts['identity'] !== wanted.credential.identity) return signedForAnother;\n",
    replace: '',
    test: [
      `${credentials}/wallet-credentials.test.ts`,
      'is refused when the contact of the customer changed after the challenge: %s',
    ],
  },
  {
    name: 'adds a credential to a wallet without a signature',
    file: `${credentials}/create-auth-credential.ts`,
    find: 'if (others.length > 0) {',
    replace: 'if (others.length > 1) {',
    test: [
      `${credentials}/wallet-credentials.test.ts`,
      'accepts a signature of a wallet session, and sends the code with the second request',
    ],
  },
  {
    name: 'lets a credential revoke itself',
    file: `${credentials}/revoke-auth-credential.ts`,
    find: 'session.credential_id !== credential.id',
    replace: "session.credential_id !== ''",
    test: [
      `${credentials}/wallet-credentials.test.ts`,
      'requires a signature of a session of another credential, and ends its own sessions',
    ],
  },
  {
    name: 'keeps the sessions of a revoked credential',
    file: `${credentials}/revoke-auth-credential.ts`,
    find: '  endSessionsOf(call, credential.id);\n',
    replace: '',
    test: [
      `${credentials}/wallet-credentials.test.ts`,
      'requires a signature of a session of another credential, and ends its own sessions',
    ],
  },
  {
    name: 'revokes the last credential of a wallet',
    file: `${credentials}/revoke-auth-credential.ts`,
    find: '.length === 1',
    replace: '.length === 0',
    test: [`${credentials}/wallet-credentials.test.ts`, 'is refused for the only credential, on the first request'],
  },
  {
    name: 'accepts an identity token for another key',
    file: `${credentials}/check-identity-token.ts`,
    find: 'clientPublicKey !== undefined && token.nonce !== nonceFor(clientPublicKey)',
    replace: 'clientPublicKey !== undefined && token.nonce === undefined',
    test: [
      `${credentials}/identities.test.ts`,
      'refuses a token with a wrong subject, audience, issuer, nonce or age, and names the check',
    ],
  },
  {
    name: 'accepts the identity token of another person',
    file: `${credentials}/check-identity-token.ts`,
    find: 'identity !== undefined && token.identity !== identity',
    replace: "identity === ''",
    test: [
      `${credentials}/identities.test.ts`,
      'refuses a token with a wrong subject, audience, issuer, nonce or age, and names the check',
    ],
  },
  {
    name: 'accepts an unsigned identity token',
    file: `${credentials}/check-identity-token.ts`,
    find: "return verdict === 'SIGNED' ? token",
    replace: 'return verdict !== undefined ? token',
    test: [`${credentials}/identities.test.ts`, 'refuses a token that its issuer has not signed'],
  },
  {
    name: 'takes a token while the keys of its issuer cannot be read',
    file: `${credentials}/check-identity-token.ts`,
    find: "if (verdict === 'UNKNOWN') return keysUnavailable;",
    replace: "if (verdict === 'UNKNOWN') return token;",
    test: [
      `${credentials}/identities.test.ts`,
      'refuses a token with SERVICE_UNAVAILABLE while the keys of its issuer cannot be read',
    ],
  },
  {
    name: 'accepts an Object.prototype member as issuer',
    file: 'engines/oidc/identity-token.ts',
    find: "issuers.get(textOf(claims['iss']) ?? '')",
    replace: "Object.fromEntries(issuers)[textOf(claims['iss']) ?? '']",
    test: [`${credentials}/identities.test.ts`, 'refuses %s as malformed'],
  },
  {
    name: 'accepts an old token for a wallet without credentials',
    file: `${credentials}/create-auth-credential.ts`,
    find: 'others.length > 0 && walletHeaders.requestId !== undefined',
    replace: 'walletHeaders.requestId !== undefined',
    test: [
      `${credentials}/identities.test.ts`,
      'refuses an expired token even with a Request-Id when nothing has to be signed',
    ],
  },
  {
    name: 'opens a session with a code for a replaced address',
    file: `${credentials}/verify-code.ts`,
    find: "    if (signed.facts['contact'] !== credential.nickname) return contactChanged;\n",
    replace: '',
    test: [`${credentials}/signing-in-by-code.test.ts`, 'voids a verified code when the email address changes'],
  },
  {
    name: 'activates a key for a replaced funding source',
    file: 'cards/delegated-keys/create-delegated-key.ts',
    find: '  if (key.funding_source_id !== source.id) return fundingWalletChanged;\n',
    replace: '',
    test: [
      'cards/delegated-keys/create-delegated-key.test.ts',
      'is refused with CONFLICT when its wallet was replaced as funding source before the last signature',
    ],
  },
  {
    name: 'accepts a passkey assertion twice',
    file: `${credentials}/verify-passkey.ts`,
    find: '  if (!(await usePendingRequest(call, waiting))) return over;\n',
    replace: '',
    test: [`${credentials}/passkeys.test.ts`, 'requires its own Request-Id, once and within five minutes'],
  },
  {
    name: 'never expires sessions',
    file: `${sessions}/sessions-repository.ts`,
    find: "    .where('public_key', '=', publicKey)\n    .where('status', '=', 'ACTIVE')\n    .where('expires_at', '>', now)",
    replace: "    .where('public_key', '=', publicKey)\n    .where('status', '=', 'ACTIVE')",
    test: [`${sessions}/wallet-sessions.test.ts`, 'end after 15 minutes: their key is refused, and they are not found'],
  },
  {
    name: 'refreshes a session with another session of the wallet',
    file: `${sessions}/refresh-auth-session.ts`,
    find: '({ id }) => id === session.id',
    replace: "({ id }) => id !== ''",
    test: [
      `${sessions}/wallet-sessions.test.ts`,
      'requires the signature of the session in the path, and the same key in both requests',
    ],
  },
  {
    name: 'ends a session from another wallet',
    file: `${sessions}/sessions-repository.ts`,
    find: "    .where('account_id', '=', accountId)\n    .where('public_key', '=', publicKey)",
    replace: "    .where('public_key', '=', publicKey)",
    test: [
      `${sessions}/wallet-sessions.test.ts`,
      'refuses a signature of another wallet, and finds no session of another platform',
    ],
  },
  {
    name: "changes a customer's address but not the credential",
    file: `${credentials}/credential-contact.ts`,
    find: '      await moveContact(unit, { ...row, nickname: contact, identity, updated_at: now });\n',
    replace: '',
    test: [
      `${credentials}/credential-contact.test.ts`,
      'requires a signature of a wallet session, and updates the credential',
    ],
  },
  {
    name: 'accepts a signature for another quote',
    file: `${signed}/require-signature.ts`,
    find: '  if (stampHolds(stamp, payload)) return undefined;\n',
    replace: '  if (stampHolds(stamp, payload) || payload !== undefined) return undefined;\n',
    test: [
      `${quotes}/wallet-payment.test.ts`,
      'requires the signature of its owner over the exact payload of the quote',
    ],
  },
  {
    name: 'pays from a wallet with an ended session',
    file: `${signed}/require-signature.ts`,
    find: '  if (!(await isSigner(stamp.key))) return unverified;\n',
    replace: '',
    test: [`${quotes}/wallet-payment.test.ts`, 'requires a wallet session that is still active'],
  },
  {
    name: 'changes an address before the custodian does',
    file: `${credentials}/credential-contact.ts`,
    find: '  if (change.isApplied !== true) return cannotFollow;\n',
    replace: '',
    test: [
      `${credentials}/credential-contact.test.ts`,
      'is refused with 424 until the custodian accepts it, and the signature stays valid',
    ],
  },
  {
    name: 'fails with a bug when a challenge expires while its code is checked',
    file: `${quotes}/authorize-quote.ts`,
    find: 'await unlessMoved(advancing)',
    replace: 'await unlessMoved(Promise.resolve(await advancing))',
    test: [
      `${quotes}/authorize-quote.test.ts`,
      'is refused with CONFLICT when its challenge expires while its code is checked',
    ],
  },
];
