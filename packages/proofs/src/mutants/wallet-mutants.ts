import type { Mutant } from './mutant.ts';

const externals = 'accounts/external';
const credentials = 'accounts/wallet-credentials';
const wallets = 'accounts/internal';
const quotes = 'payments/quotes';
const keys = 'cards/delegated-keys';

/** Mistakes in the proofs of outside wallets, and in how embedded wallets add credentials, export, pay and delegate. */
export const walletMutants: readonly Mutant[] = [
  {
    name: 'lets a session end another one while it is being ended itself',
    file: 'accounts/wallet-sessions/lock-session.ts',
    find: 'await lockWallet(context.unit, context.tenant, sought.session.account_id);',
    replace: 'void lockWallet;',
    test: [
      'accounts/wallet-sessions/wallet-sessions.test.ts',
      'is refused to a session that a parallel transaction ends',
    ],
  },
  {
    name: 'accepts an unknown wallet provider',
    file: `${externals}/known-names.ts`,
    find: 'vaspName === name',
    replace: "vaspName !== ''",
    test: [
      `${externals}/known-names.test.ts`,
      'is refused as %s, which the directory does not list, and nothing is registered',
    ],
  },
  {
    name: 'requests no beneficiary without an ownershipType',
    file: `${externals}/register-external-account.ts`,
    find: "request.ownershipType === 'FIRST_PARTY' ||",
    replace: "request.ownershipType !== 'THIRD_PARTY' ||",
    test: [`${externals}/undeclared-wallet.test.ts`, 'requires a beneficiary when a counterparty field is mandatory'],
  },
  {
    name: 'accepts a bank of another country',
    file: `${externals}/known-names.ts`,
    find: 'deps.directory.banks.filter(({ currency }) => currency === request.currency)',
    replace: 'deps.directory.banks',
    test: [
      `${externals}/known-names.test.ts`,
      'is refused as %s, which is not a bank of the currency, and nothing is registered',
    ],
  },
  {
    name: 'adds a credential while its customer is being deleted',
    file: `${credentials}/create-auth-credential.ts`,
    find: 'isRefusal(await lockActiveCustomer(unit, tenant, customerId))',
    replace: 'false',
    test: [
      `${credentials}/deleted-owner.test.ts`,
      'leaves no credential that is added %s it at the same time, and frees its phone number',
    ],
  },
  {
    name: 'exports a wallet with a used signature',
    file: `${wallets}/export-internal-account.ts`,
    find: '  if (refusal !== undefined) return refusal;\n',
    replace: '',
    test: [`${wallets}/export-internal-account.test.ts`, 'accepts one of 32 parallel requests with the same signature'],
  },
  {
    name: 'hands out a wallet whose session ended while the custodian sealed it',
    file: `${wallets}/export-internal-account.ts`,
    find: '  const found = await check(call);\n',
    replace:
      '  const rules = { ...call.deps.rules, isStandingStamp: () => true };\n  const found = await check({ ...call, deps: { ...call.deps, rules } });\n',
    test: [
      `${wallets}/export-internal-account.test.ts`,
      'returns nothing when %s while the custodian seals the mnemonic',
    ],
  },
  {
    name: 'exports a closed wallet',
    file: `${wallets}/find-embedded-wallet.ts`,
    find: "if (account.status === 'CLOSED')",
    replace: "if (account.status === 'CREATING')",
    test: [`${wallets}/export-internal-account.test.ts`, 'refuses a closed wallet, even with sandbox-valid-signature'],
  },
  {
    name: 'opens a wallet before its custodian does',
    file: `${wallets}/provision-accounts.ts`,
    find: "takesTime ? 'CREATE_PENDING' : 'CREATE_ACTIVE'",
    replace: "'CREATE_ACTIVE'",
    test: [`${wallets}/open-wallets.test.ts`, 'stays PENDING in production without a custodian'],
  },
  {
    name: 'pays from a wallet with any signature',
    file: `${quotes}/execute-quote.ts`,
    find: '(await usable) ?? (await sign(quote))',
    replace: 'await usable',
    test: [
      `${quotes}/wallet-payment.test.ts`,
      'requires the signature of its owner over the exact payload of the quote',
    ],
  },
  {
    name: 'requests a signature for a payment without funds',
    file: `${quotes}/wallet-payment.ts`,
    find: 'wallet.balanceMinor >= price.sendingMinor',
    replace: 'wallet.balanceMinor >= 0n',
    test: [
      `${quotes}/wallet-payment.test.ts`,
      'is refused beyond the balance, with immediatelyExecute, and as a transfer',
    ],
  },
  {
    name: 'delegates a wallet with one signature',
    file: `${keys}/create-delegated-key.ts`,
    find: "mustMove('delegated-key', null, 'CREATE').to",
    replace: "'ACTIVE'",
    test: [
      `${keys}/create-delegated-key.test.ts`,
      'becomes ACTIVE after two signatures of the owner over different texts, and pays from then on',
    ],
  },
  {
    name: 'keeps the key of a replaced funding source',
    file: `${keys}/revoke-detached.ts`,
    find: 'if (key !== undefined)',
    replace: 'if (key === undefined && id === undefined)',
    test: [
      `${keys}/create-delegated-key.test.ts`,
      'is revoked when its card is closed and when the wallet stops paying for the card',
    ],
  },
  {
    name: 'debits a wallet with a revoked key',
    file: 'cards/card-transactions/post-card-entry.ts',
    find: 'return !(await isUnsigned(context, await findPayer(context.unit, row))) && tryPost(context, entry);',
    replace: 'return (await isUnsigned(context, await findPayer(context.unit, row)), tryPost(context, entry));',
    test: [
      'cards/card-transactions/wallet-funded-cards.test.ts',
      'pays no more than the hold once the delegated key is %s',
    ],
  },
  {
    name: 'starts a wallet payment on a partial deposit',
    file: `${quotes}/apply-deposit.ts`,
    find: "  if (deposit.amountMinor !== found.sent_minor) return 'NOT_WAITING';\n",
    replace: '',
    test: [
      'payments/deposits/arrivals.test.ts',
      'starts the payment whose wallet invoice it pays, and credits the wallet when it does not fit',
    ],
  },
  {
    name: 'debits a wallet whose invoice was paid',
    file: 'payments/transactions/save-deposit.ts',
    find: "  const funding = 'CHAIN_DEPOSIT';\n",
    replace: "  const funding = 'BALANCE';\n",
    test: [
      `${quotes}/wallet-invoice.test.ts`,
      'starts the payment when it is paid, and debits nothing from the wallet',
    ],
  },
  {
    name: 'starts a payment by invoice before its approval',
    file: `${quotes}/store-quote.ts`,
    find: 'scaPurposes.length === 0 && asker.agentId === undefined',
    replace: 'asker.agentId !== undefined || expiresAt !== undefined',
    test: [
      `${quotes}/wallet-invoice.test.ts`,
      'is not shown for a quote of an agent or of a customer who has to authenticate',
    ],
  },
  {
    name: 'leaves the contact of a refused change at the custodian',
    file: 'people/customers/update-customer-by-id.ts',
    find: 'moved?.moveBack()',
    replace: 'undefined',
    test: [
      'accounts/wallet-credentials/credential-contact.test.ts',
      'is undone at the custodian if it is refused afterwards, unless another request has made it meanwhile',
    ],
  },
  {
    name: 'undoes at the custodian what another request has changed',
    file: 'accounts/wallet-credentials/credential-contact.ts',
    find: 'isApplied && !isOurs',
    replace: 'isApplied',
    test: [
      'accounts/wallet-credentials/credential-contact.test.ts',
      'is undone at the custodian if it is refused afterwards, unless another request has made it meanwhile',
    ],
  },
];
