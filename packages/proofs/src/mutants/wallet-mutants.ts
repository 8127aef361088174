import type { Mutant } from './mutant.ts';

const externals = 'accounts/external';
const wallets = 'accounts/internal';
const quotes = 'payments/quotes';
const keys = 'cards/delegated-keys';

/** Mistakes in the proofs of outside wallets, and in how embedded wallets export, pay and delegate. */
export const walletMutants: readonly Mutant[] = [
  {
    name: 'takes any name for a provider that keeps a wallet',
    file: `${externals}/known-names.ts`,
    find: 'vaspName === name',
    replace: "vaspName !== ''",
    test: [`${externals}/known-names.test.ts`, 'is refused as %s, which no directory lists, and nothing is registered'],
  },
  {
    name: 'asks nothing about a wallet that says nothing',
    file: `${externals}/register-external-account.ts`,
    find: "request.ownershipType === 'FIRST_PARTY' ||",
    replace: "request.ownershipType !== 'THIRD_PARTY' ||",
    test: [
      `${externals}/undeclared-wallet.test.ts`,
      'is not registered on a platform that must know its counterparties',
    ],
  },
  {
    name: 'takes the bank of another country',
    file: `${externals}/known-names.ts`,
    find: 'deps.directory.banks.filter(({ currency }) => currency === request.currency)',
    replace: 'deps.directory.banks',
    test: [
      `${externals}/known-names.test.ts`,
      'is refused as %s, which is no bank of the currency, and nothing is registered',
    ],
  },
  {
    name: 'hands out a wallet whose signature was used before',
    file: `${wallets}/export-internal-account.ts`,
    find: '  if (refusal !== undefined) return refusal;\n',
    replace: '',
    test: [`${wallets}/export-internal-account.test.ts`, 'lets one of many requests with the same signature through'],
  },
  {
    name: 'hands out a wallet that is closed',
    file: `${wallets}/find-embedded-wallet.ts`,
    find: "if (account.status === 'CLOSED')",
    replace: "if (account.status === 'CREATING')",
    test: [
      `${wallets}/export-internal-account.test.ts`,
      'exports no wallet that is closed, not even to a signature of the sandbox',
    ],
  },
  {
    name: 'opens a wallet that its custodian has not opened',
    file: `${wallets}/provision-accounts.ts`,
    find: "takesTime ? 'CREATE_PENDING' : 'CREATE_ACTIVE'",
    replace: "'CREATE_ACTIVE'",
    test: [`${wallets}/open-wallets.test.ts`, 'leaves wallets waiting where production has no custodian'],
  },
  {
    name: 'pays from a wallet with any signature',
    file: `${quotes}/execute-quote.ts`,
    find: '(await usable) ?? (await sign(quote))',
    replace: 'await usable',
    test: [
      `${quotes}/wallet-payment.test.ts`,
      'does not move without the signature of its owner over this very payload',
    ],
  },
  {
    name: 'asks the owner of a wallet to sign what it cannot pay',
    file: `${quotes}/wallet-payment.ts`,
    find: 'wallet.balanceMinor >= price.sendingMinor',
    replace: 'wallet.balanceMinor >= 0n',
    test: [
      `${quotes}/wallet-payment.test.ts`,
      'is not priced beyond what the wallet holds, nor executed in the same request, nor as a transfer',
    ],
  },
  {
    name: 'delegates a wallet with one signature',
    file: `${keys}/create-delegated-key.ts`,
    find: "mustMove('delegated-key', null, 'CREATE').to",
    replace: "'ACTIVE'",
    test: [
      `${keys}/create-delegated-key.test.ts`,
      'is there after two signatures of the owner, each over a text of its own, and pays from then on',
    ],
  },
  {
    name: 'leaves the key of a wallet that pays for its card no longer',
    file: `${keys}/revoke-detached.ts`,
    find: 'if (key !== undefined)',
    replace: 'if (key === undefined && id === undefined)',
    test: [
      `${keys}/create-delegated-key.test.ts`,
      'is revoked with its card, and when the wallet pays for the card no longer',
    ],
  },
  {
    name: 'takes more from a wallet whose owner has revoked the key',
    file: 'cards/card-transactions/post-card-entry.ts',
    find: 'return !(await isUnsigned(context, await findPayer(context.unit, row))) && isPosted(context, entry);',
    replace: 'return (await isUnsigned(context, await findPayer(context.unit, row)), isPosted(context, entry));',
    test: [
      'cards/card-transactions/wallet-funded-cards.test.ts',
      'pays no more than was set aside once the key of its owner is %s',
    ],
  },
];
