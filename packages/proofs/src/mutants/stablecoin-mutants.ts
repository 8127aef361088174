import type { Mutant } from './mutant.ts';

const [links, tokens, config] = ['stablecoins/provider-accounts', 'stablecoins/registrations', 'platform/config'];

/** Mistakes in how providers are linked, tokens registered and enabled, and held as a currency. */
export const stablecoinMutants: readonly Mutant[] = [
  {
    name: 'hands a noted operation over to the provider after its link was revoked',
    file: 'stablecoins/operations/begin-operation.ts',
    find: "if (status === 'CREATED' && isRefusal(",
    replace: "if (status === 'COMPLETED' && isRefusal(",
    test: [
      'stablecoins/operations/hand-over.test.ts',
      'receives no operation for a repeat once the link is revoked, and the account is refunded',
    ],
  },
  {
    name: 'links an account that the provider rejects',
    file: `${links}/link-stablecoin-provider-account.ts`,
    find: "return found.kind === 'ACCOUNTS' ? chooseAccount(found.accountIds, providerAccountId) : refuseLink(found);",
    replace:
      "return found.kind === 'ACCOUNTS' || apiClientId !== '' ? chooseAccount('accountIds' in found ? found.accountIds : [apiClientId], providerAccountId) : refuseLink(found);",
    test: [
      `${links}/link-stablecoin-provider-account.test.ts`,
      'stores no link when the provider does not return exactly one account: %s',
    ],
  },
  {
    name: 'links an active account again',
    file: `${links}/link-stablecoin-provider-account.ts`,
    find: "  if (known?.status === 'ACTIVE') return linkedAlready;\n",
    replace: "  if (known?.status === 'ACTIVE') return { status: 201, body: viewProviderAccount(known, caller) };\n",
    test: [`${links}/link-stablecoin-provider-account.test.ts`, 'renews a link that is %s under the same id'],
  },
  {
    name: 'stores provider credentials unsealed',
    file: 'ground/database/sealed-columns.ts',
    find: 'stablecoin_provider_accounts: { api_client_id: {}, api_client_secret: {} }',
    replace: 'stablecoin_provider_accounts: { api_client_id: {} }',
    test: [`${links}/link-stablecoin-provider-account.test.ts`, 'stores both credentials sealed'],
  },
  {
    name: 'registers a token through a revoked link',
    file: `${links}/usable-link.ts`,
    find: "  if (status === 'ACTIVE') return undefined;\n",
    replace: "  if (status !== 'INVALID') return undefined;\n",
    test: [
      `${tokens}/register-stablecoin.test.ts`,
      'refuses a link that is unknown, of another platform, invalid or revoked',
    ],
  },
  {
    name: 'picks any of several links',
    file: `${tokens}/choose-link.ts`,
    find: '  if (another === undefined) return only;\n',
    replace: "  if (another === undefined || another.status === 'ACTIVE') return only;\n",
    test: [`${tokens}/register-stablecoin.test.ts`, 'uses the only ACTIVE link, and requires a choice between several'],
  },
  {
    name: 'does not record that the provider rejects a link',
    file: `${tokens}/register-stablecoin.ts`,
    find: 'recorded(await deactivateLink(call, link, token))',
    replace: 'recorded({ ...(await deactivateLink(call, link, token)) }) && (await deactivateLink(call, link, token))',
    test: [`${tokens}/register-stablecoin.test.ts`, 'sets the status of a link that the provider rejects: %s'],
  },
  {
    name: "restarts the operator's deadline with each request",
    file: `${tokens}/request-stablecoin-enablement.ts`,
    find: "  if (status === 'PENDING_APPROVAL') return { status: 200, body: viewStablecoin(row, caller) };\n",
    replace: '',
    test: [
      `${tokens}/request-stablecoin-enablement.test.ts`,
      'returns PENDING_APPROVAL, and repeats the response while it waits',
    ],
  },
  {
    name: 'spends a disabled token',
    file: `${config}/platform-tokens.ts`,
    find: '  removeCurrency(unit, tenant, code);\n',
    replace: '',
    test: [`${tokens}/token-currency.test.ts`, 'cannot be spent while DISABLED by the operator, and keeps its code'],
  },
  {
    name: 'accepts the token of another platform as currency',
    file: `${config}/check-change.ts`,
    find: '!isCurrencyCode(code) && !tokens.has(code)',
    replace: '!isCurrencyCode(code) && code.length < 3',
    test: [
      `${tokens}/token-currency.test.ts`,
      'is a currency of its own platform only, with an account of the platform',
    ],
  },
  {
    name: 'gives a token the code of a listed currency',
    file: 'ground/money/currency.ts',
    find: 'codeForm.test(code) && !isCurrencyCode(code)',
    replace: 'codeForm.test(code)',
    test: [
      `${tokens}/token-currency.test.ts`,
      'require a code of three to ten capitals and digits that is no other currency',
    ],
  },
  {
    name: 'debits the bank account of a deleted customer for a mint',
    file: 'stablecoins/operations/find-usable-account.ts',
    find: '(await misfitOfOwner(unit, account)) ?? misfitOf(account, part, stablecoin)',
    replace: 'misfitOf(account, part, stablecoin) ?? (await misfitOfOwner(unit, { ...account, customer_id: null }))',
    test: [
      'stablecoins/operations/mint-refusals.test.ts',
      'is refused as a debit of a deleted customer and as a delivery to one',
    ],
  },
  {
    name: 'debits an account that its bank rejected',
    file: 'stablecoins/operations/find-usable-account.ts',
    find: "return part === 'DEBITED_BANK' ? undebitable(account) : undefined;",
    replace: "return part === 'WALLET' ? undebitable(account) : undefined;",
    test: [
      'stablecoins/operations/mint-refusals.test.ts',
      'is refused as a debit while the bank validates the account, and for good if validation fails',
    ],
  },
  {
    name: 'does not report an unrefunded failed mint',
    file: 'stablecoins/operations/operation-invariants.ts',
    find: "<> max(case when o.status is null or o.status in ('FAILED', 'EXPIRED') then 1 else 0 end)",
    replace: '< 0',
    test: ['stablecoins/operations/operation-invariants.test.ts', 'names %s after %s'],
  },
  {
    name: 'keeps the money of a mint that expires',
    file: 'stablecoins/operations/move-operation.ts',
    find: "(to === 'FAILED' || to === 'EXPIRED')",
    replace: "to === 'FAILED'",
    test: [
      'stablecoins/operations/create-stablecoin-mint.test.ts',
      'is refunded when its provider waits for a wire all the same, until the mint expires',
    ],
  },
  {
    name: 'does not report a mint without a debit',
    file: 'stablecoins/operations/operation-invariants.ts',
    find: "where o.source_type = 'SERVICE_INTERNAL_ACCOUNT' and e.id is null",
    replace: "where o.source_type = 'NONE' and e.id is null",
    test: ['stablecoins/operations/operation-invariants.test.ts', 'names %s after %s'],
  },
  {
    name: 'adds a token again that is being disabled',
    file: 'platform/config/platform-tokens.ts',
    find: "engine === 'postgres' ? found.forShare() : found",
    replace: "engine === 'sqlite' ? found : found",
    test: [
      'stablecoins/registrations/token-currency.test.ts',
      'is not added again by a change of the configuration that began before the end',
    ],
  },
];
