/** A Markdown file of the repository that is a page as well. Its first heading is the title. */
export interface Document {
  /** From the root of the repository. */
  readonly source: string;
  readonly file: string;
  readonly navigation: string;
  readonly group: 'start' | 'guides' | 'project';
  /** One sentence for the overview; what is about the project itself needs none. */
  readonly about?: string;
}

export const documents = [
  {
    source: 'docs/guides/first-payment.md',
    file: 'first-payment.html',
    about: 'From nothing to a payment that has arrived, in eight requests.',
    navigation: 'First payment',
    group: 'start',
  },
  {
    source: 'docs/sandbox.md',
    file: 'sandbox.html',
    about: 'Every value that makes the simulated world fail, return, wait or refuse, and the clock that shortens it.',
    navigation: 'The sandbox',
    group: 'start',
  },
  {
    source: 'docs/sandbox-identifiers.md',
    file: 'sandbox-identifiers.html',
    about: 'Valid account numbers and addresses for every outcome, ready to paste.',
    navigation: 'Sandbox identifiers',
    group: 'start',
  },
  {
    source: 'docs/triggers.md',
    file: 'triggers.html',
    about: 'Every event of the catalogue, and how to make it happen in the sandbox with one request.',
    navigation: 'Triggers',
    group: 'start',
  },
  {
    source: 'docs/guides/mock-or-sandbox.md',
    file: 'mock-or-sandbox.html',
    about: 'What the stateless mock is good for, and what it cannot do.',
    navigation: 'Mock or sandbox',
    group: 'start',
  },
  {
    source: 'packages/client/README.md',
    file: 'client.html',
    about: 'Typed calls, retries that cannot pay twice, pages, errors and webhook verification.',
    navigation: 'Typed client',
    group: 'start',
  },
  {
    source: 'docs/guides/accounts.md',
    file: 'accounts.html',
    about: 'Which accounts can be paid in which currency, over which rail, and how long that takes.',
    navigation: 'Accounts, currencies, rails',
    group: 'guides',
  },
  {
    source: 'docs/guides/verification.md',
    file: 'verification.html',
    about: 'How the service learns who your customers are, by a hosted page or by your own forms.',
    navigation: 'Verification of customers',
    group: 'guides',
  },
  {
    source: 'docs/guides/consent.md',
    file: 'consent.html',
    about: 'What your end users must accept before their money moves, and how you prove it.',
    navigation: 'Consent',
    group: 'guides',
  },
  {
    source: 'docs/guides/idempotency.md',
    file: 'idempotency.html',
    about: 'One key for one intended payment, so that no time-out is ever paid twice.',
    navigation: 'Idempotency',
    group: 'guides',
  },
  {
    source: 'docs/guides/errors-and-retries.md',
    file: 'errors-and-retries.html',
    about: 'What a refusal looks like, which ones pass, and when to repeat.',
    navigation: 'Errors and retries',
    group: 'guides',
  },
  {
    source: 'docs/dependencies.md',
    file: 'dependencies.html',
    about: 'What becomes of a payment when an account or a customer that it needs is deleted, frozen or closed.',
    navigation: 'Deletion and freezing',
    group: 'guides',
  },
  {
    source: 'docs/guides/statements.md',
    file: 'statements.html',
    about: 'Every entry of an account with the balance after it, by month, and as a file for a spreadsheet.',
    navigation: 'Statements of accounts',
    group: 'guides',
  },
  {
    source: 'docs/guides/webhooks.md',
    file: 'webhooks.html',
    about: 'Receive, verify, order and deduplicate events, and what happens while you are down.',
    navigation: 'Webhooks',
    group: 'guides',
  },
  {
    source: 'docs/guides/strong-customer-authentication.md',
    file: 'strong-customer-authentication.html',
    about: 'Factors, sign-in and authorizing payments for customers in the European Economic Area.',
    navigation: 'Strong customer authentication',
    group: 'guides',
  },
  {
    source: 'docs/guides/invitations.md',
    file: 'invitations.html',
    about: 'How a customer invites somebody to get an address, and what you pay once the invitation is claimed.',
    navigation: 'Invitations',
    group: 'guides',
  },
  {
    source: 'docs/guides/ownership.md',
    file: 'ownership.html',
    about: 'How customers prove that a wallet is theirs, by signature or by liveness.',
    navigation: 'Ownership of wallets',
    group: 'guides',
  },
  {
    source: 'docs/guides/paying-in.md',
    file: 'paying-in.html',
    about: 'Quotes that are paid in from outside or pull from a bank, and where a refund goes.',
    navigation: 'Paying in and pulling',
    group: 'guides',
  },
  {
    source: 'docs/guides/cards.md',
    file: 'cards.html',
    about: 'Order a card, show its number, and follow a purchase until the merchant gives money back.',
    navigation: 'Cards',
    group: 'guides',
  },
  {
    source: 'docs/guides/embedded-wallets.md',
    file: 'embedded-wallets.html',
    about: 'Wallets whose owners sign: sign in, pay, export, and let a card be paid from one.',
    navigation: 'Embedded wallets',
    group: 'guides',
  },
  {
    source: 'docs/guides/stablecoins.md',
    file: 'stablecoins.html',
    about: 'Link a provider, register a token of your own, have it as a currency, mint it and burn it.',
    navigation: 'Stablecoins',
    group: 'guides',
  },
  {
    source: 'docs/guides/agents.md',
    file: 'agents.html',
    about: 'A program, or a language model, that pays within a policy and waits for approval beyond it.',
    navigation: 'Agents and language models',
    group: 'guides',
  },
  {
    source: 'packages/mcp/README.md',
    file: 'mcp.html',
    about: 'The tools that a language model gets, how an intent is paid once, and the endpoint over HTTP.',
    navigation: 'Tools for language models',
    group: 'guides',
  },
  {
    source: 'docs/guides/uma.md',
    file: 'uma.html',
    about: 'Pay people by an address like that of an email, and decide about what comes in at yours.',
    navigation: 'UMA addresses',
    group: 'guides',
  },
  {
    source: 'docs/guides/versions.md',
    file: 'versions.html',
    about: 'What may change under you, what may not, and what is on its way out.',
    navigation: 'Versions and deprecations',
    group: 'guides',
  },
  { source: 'docs/RULES.md', file: 'rules.html', navigation: 'Rules and their tests', group: 'project' },
  { source: 'docs/SECURITY.md', file: 'security.html', navigation: 'Attacks and their answers', group: 'project' },
  { source: 'docs/LIFECYCLE.md', file: 'lifecycle.html', navigation: 'Life of a request', group: 'project' },
  { source: 'docs/ARCHITECTURE.md', file: 'architecture.html', navigation: 'Architecture', group: 'project' },
  { source: 'CONTRIBUTING.md', file: 'contributing.html', navigation: 'Contributing', group: 'project' },
] as const satisfies readonly Document[];
