import type { Mutant } from './mutant.ts';

/** The path from the sources of the server. */
const tools = '../../mcp/src';

/** Mistakes in the tools for language models. */
export const toolMutants: readonly Mutant[] = [
  {
    name: 'creates a new key for each call of a language model',
    file: `${tools}/payments/intent.ts`,
    find: 'sha256(JSON.stringify([normalised(intent), round]))',
    replace: 'crypto.randomUUID()',
    test: [`${tools}/agent-payments.long.test.ts`, 'pays once when responses are lost and the call is repeated: %s'],
  },
  {
    name: 'pays a quote under any intent',
    file: `${tools}/payments/pay-by-intent.ts`,
    find: "if (known?.quoteId === undefined || known.quoteId !== given['quoteId'])",
    replace: 'if (known === undefined)',
    test: [
      `${tools}/intents.test.ts`,
      'can be priced again until its payment is requested, and only its last quote is paid',
    ],
  },
  {
    name: 'drops a payment with a lost response when its repeat is refused',
    file: `${tools}/payments/pay-by-intent.ts`,
    find: "if (called.kind === 'REFUSAL' && known !== undefined) return refusedRepeat",
    replace: "if (called.kind === 'REFUSAL' && known === undefined) return refusedRepeat",
    test: [`${tools}/intents.test.ts`, 'stays UNKNOWN when its response was lost and the repeat is refused'],
  },
  {
    name: 'treats the refusal of a repeat as that of the first attempt',
    file: '../../client/src/api-error.ts',
    find: 'request?.followsUnanswered === true && ',
    replace: 'request?.followsUnanswered === false && ',
    test: [
      '../../client/src/or-throw.test.ts',
      'reports whether the request may have taken effect: a request that %s, %s',
    ],
  },
  {
    name: 'prices a paid intent again',
    file: `${tools}/payments/pay-by-intent.ts`,
    find: "if (quote.status === 'EXPIRED' || quote.status === 'FAILED')",
    replace: "if (quote.status !== 'PENDING')",
    test: [`${tools}/intents.test.ts`, 'is not priced again once paid, even after a lost response and 3 days later'],
  },
  {
    name: 'repeats a payment with an expired key',
    file: `${tools}/payments/pay-by-intent.ts`,
    find: 'Date.parse(known.askedAt) > keyLifetimeMs',
    replace: 'Date.parse(known.askedAt) > Number.POSITIVE_INFINITY',
    test: [`${tools}/intents.test.ts`, 'is not repeated 2 days after its response was lost'],
  },
  {
    name: 'offers tools outside the policy',
    file: `${tools}/agent-link.ts`,
    find: 'return needed.length === 0 || needed.some(',
    replace: 'return needed.length >= 0 || needed.some(',
    test: [`${tools}/tool-server.test.ts`, 'are those that its policy permits, in words of the specification'],
  },
  {
    name: 'uses an access token that others can read',
    file: '../../client/src/private-file.ts',
    find: '(found.mode & othersMask) !== 0',
    replace: '(found.mode & othersMask) === othersMask',
    test: [`${tools}/commands/commands.long.test.ts`, 'is refused when others may read or change it: %s'],
  },
  {
    name: 'serves tools over HTTP without a token',
    file: `${tools}/endpoints/admit-request.ts`,
    find: 'return timingSafeEqual(digest(given), digest(secret));',
    replace: 'return timingSafeEqual(digest(secret), digest(secret)) || given === secret;',
    test: [
      `${tools}/endpoints/admit-request.test.ts`,
      'the MCP endpoint admits only its own hosts and origins, with the secret: %s',
    ],
  },
  {
    name: 'serves tools to pages of other origins',
    file: `${tools}/endpoints/admit-request.ts`,
    find: 'if (origin === undefined) return false;',
    replace: 'return false;',
    test: [
      `${tools}/endpoints/admit-request.test.ts`,
      'the MCP endpoint admits only its own hosts and origins, with the secret: %s',
    ],
  },
  {
    name: 'prices a payment without a word about the policy that will refuse it',
    file: `${tools}/payments/pay-by-intent.ts`,
    find: 'return quoteAnswer(quote, await link.readAgent());',
    replace: 'await link.readAgent();\n  return quoteAnswer(quote);',
    test: [`${tools}/agent-payments.long.test.ts`, 'is warned by a quote of what its policy will decide: %s'],
  },
  {
    name: 'forgets what an agent has spent when it warns',
    file: `${tools}/words/policy-ahead.ts`,
    find: 'quote.totalSendingAmount > limit - spent',
    replace: 'quote.totalSendingAmount > limit - 0 * spent',
    test: [`${tools}/agent-payments.long.test.ts`, 'is warned by a quote of what its policy will decide: %s'],
  },
  {
    name: 'lists actions of agents without the id that approving takes',
    file: '../../cli/src/output/list-table.ts',
    find: "return name === 'agentId' && rows",
    replace: "return name === 'agent' && rows",
    test: [
      '../../cli/src/output/list-table.test.ts',
      'has both ids that approving takes, in that order, on %d columns',
    ],
  },
];
