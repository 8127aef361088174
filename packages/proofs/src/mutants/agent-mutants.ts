import type { Mutant } from './mutant.ts';

const actions = 'agents/actions';
const agents = 'agents/agents';
const policies = 'agents/policies';

/** Mistakes in the permissions of agents, and in the results of their requests. */
export const agentMutants: readonly Mutant[] = [
  {
    name: 'ignores the amount an agent has spent today',
    file: `${policies}/evaluate-policy.ts`,
    find: "['DAILY_LIMIT', limits.dailyLimit, usage.dailySpendMinor, counted]",
    replace: "['DAILY_LIMIT', limits.dailyLimit, 0n, counted]",
    test: [`${actions}/parallel-payments.test.ts`, 'stay within %s when %i are executed at once'],
  },
  {
    name: 'lets agents pay for a platform that is not approved for production',
    file: 'http/admit-caller.ts',
    find: 'mayLaunch(platform) ? isPaused && paused : unlaunched',
    replace: 'isPaused && paused',
    test: [`${agents}/agent-callers.test.ts`, 'only reads itself while its platform is not approved for production'],
  },
  {
    name: 'pays for an agent without locking it',
    file: `${agents}/agents-repository.ts`,
    find: "agents.lock('id')",
    replace: "agents.find('id')",
    test: [`${actions}/parallel-payments.test.ts`, 'stay within %s when %i are executed at once'],
  },
  {
    name: 'locks an agent before its customer',
    file: `${actions}/submit-transfer.ts`,
    find: 'pulls ? lockCallingAgentAfterCustomer(call) : lockCallingAgent(call)',
    replace: 'pulls ? lockCallingAgent(call) : lockCallingAgent(call)',
    test: [
      `${actions}/parallel-payments.test.ts`,
      'wait for the deletion of their customer, which locks the customer before the agent',
    ],
  },
  {
    name: 'requires approval for an amount equal to the threshold',
    file: `${policies}/evaluate-policy.ts`,
    find: 'counted > BigInt(amount)',
    replace: 'counted >= BigInt(amount)',
    test: [
      `${policies}/evaluate-policy.test.ts`,
      'allows up to the threshold, requires approval above it and refuses above the limit',
    ],
  },
  {
    name: "rounds the amount of an agent's payment down",
    file: `${policies}/counted-amount.ts`,
    find: 'rounded.worth',
    replace: 'rounded.received',
    test: [`${policies}/evaluate-policy.test.ts`, 'counts 300.00 EUR at a rate of 1.10 as 33000 and requires approval'],
  },
  {
    name: 'resets usage to a day that has ended',
    file: `${policies}/usage.ts`,
    find: 'if (usage.day >= day) return usage;',
    replace: 'if (usage.day === day) return usage;',
    test: [`${policies}/usage.test.ts`, 'counts a late request of the day before toward the new day'],
  },
  {
    name: 'executes an action of a paused agent',
    file: `${actions}/submit-payment.ts`,
    find: 'isPaused: agent.is_paused === 1',
    replace: 'isPaused: false',
    test: [`${actions}/approvals.test.ts`, 'fails and moves no money when it is approved once %s'],
  },
  {
    name: 'decides a waiting action twice',
    file: `${actions}/decide-action.ts`,
    find: "if (action.status !== 'PENDING_APPROVAL') return 'DECIDED_BEFORE';",
    replace: '',
    test: [
      `${actions}/approvals.test.ts`,
      'is decided once when it is approved and rejected at the same time, by action and by transaction',
    ],
  },
  {
    name: 'leaves the payment of a rejected action pending',
    file: `${actions}/decide-action.ts`,
    find: 'await withdrawPayment(context, await transactionOf(context, action));',
    replace: '',
    test: [
      `${actions}/approvals.test.ts`,
      'is rejected by its action or its transaction, shows the reason and expires the payment',
    ],
  },
  {
    name: 'executes the quote of another agent',
    file: `${actions}/agent-execute-quote.ts`,
    find: 'if (transaction?.agent_id !== agent.id)',
    replace: 'if (transaction === undefined)',
    test: [
      `${actions}/agent-payments.test.ts`,
      'executes its quote once, and only for the agent that created the quote',
    ],
  },
  {
    name: 'pays for an agent from a wallet without its owner',
    file: `${actions}/submit-payment.ts`,
    find: 'const unsigned = await sign();',
    replace: 'const unsigned = await undefined;',
    test: [`${actions}/wallet-payments.test.ts`, 'requires the signature of the wallet owner when it is submitted'],
  },
  {
    name: 'redeems a device code more than once',
    file: `${agents}/device-codes-repository.ts`,
    find: ".where('code_digest', '=', digest)\n    .where('status', '=', from),",
    replace: ".where('code_digest', '=', digest),",
    test: [`${agents}/device-codes.test.ts`, 'connects one of eight programs that redeem it at once'],
  },
  {
    name: 'does not limit guesses of device codes',
    file: `${agents}/find-code-holder.ts`,
    find: 'most: 10,',
    replace: 'most: 1_000,',
    test: [
      `${agents}/device-codes.test.ts`,
      'is refused with 429 for ten minutes after ten failed attempts, even with a right code',
    ],
  },
  {
    name: 'allows operations without their permission in the policy',
    file: 'http/admit-caller.ts',
    find: 'if (needed.length === 0 ||',
    replace: 'if (needed.length >= 0 ||',
    test: [`${agents}/agent-callers.test.ts`, 'requires one of the permissions of the operation'],
  },
  {
    name: 'shows an agent the payments of other customers',
    file: 'agents/customer-access/agent-get-transaction.ts',
    find: 'found.body.customerId === agent.customer_id',
    replace: 'found.status === 200',
    test: [
      'agents/customer-access/customer-access.test.ts',
      'includes its transactions, whether the platform or the agent created them, which agentId tells apart',
    ],
  },
  {
    name: 'executes the quote of a payment that waits for approval',
    file: 'payments/quotes/execute-quote.ts',
    find: 'if (agentId === null || ',
    replace: 'if (agentId !== undefined || ',
    test: [
      `${actions}/evasion.test.ts`,
      'cannot have a waiting payment executed through its quote, only approved or rejected',
    ],
  },
  {
    name: 'lets agents set the platform fee',
    file: 'agents/customer-access/agent-create-quote.ts',
    find: 'if (body.platformFeeOverride !== undefined) return feesAreThePlatforms;',
    replace: 'if (body.platformFeeOverride === null) return feesAreThePlatforms;',
    test: [`${actions}/evasion.test.ts`, 'cannot override the platform fee of its quotes'],
  },
  {
    name: 'lets agents create quotes with real-time funding',
    file: 'agents/customer-access/agent-create-quote.ts',
    find: "if (source.sourceType === 'REALTIME_FUNDING') return startsByItself;",
    replace: "if (source.sourceType === 'REALTIME_FUNDING') return body;",
    test: [`${actions}/evasion.test.ts`, 'cannot create a quote with real-time funding'],
  },
  {
    name: 'never expires an undecided action',
    file: `${actions}/expire-action.ts`,
    find: "if (action?.status === 'PENDING_APPROVAL')",
    replace: "if (action?.status === 'REJECTED')",
    test: [`${actions}/approvals.test.ts`, 'fails when its quote expires without a decision, and leaves the list'],
  },
  {
    name: 'shows an action under every agent',
    file: `${actions}/show-action-of.ts`,
    find: 'row === undefined || row.agent_id !== agentId',
    replace: 'row === undefined',
    test: [
      `${actions}/list-agent-actions.test.ts`,
      'is not found under another agent, by another platform or with an unknown id',
    ],
  },
  {
    name: 'lists the actions of every agent to the platform',
    file: `${actions}/list-agent-actions.ts`,
    find: 'agent_id: path.agentId, ',
    replace: '',
    test: [
      `${actions}/list-agent-actions.test.ts`,
      'is not found under another agent, by another platform or with an unknown id',
    ],
  },
  {
    name: 'executes an open quote in a disabled token',
    file: 'payments/transactions/unusable-party.ts',
    find: 'removed === undefined ? firstUnusable(ends) : endOf(removed)',
    replace: 'removed === undefined || !isCurrencyCode(removed) ? firstUnusable(ends) : endOf(removed)',
    test: [
      'stablecoins/registrations/token-currency.test.ts',
      'cannot be spent while DISABLED by the operator, and keeps its code',
    ],
  },
  {
    name: 'lets agents set the default UMA deposit account',
    file: 'agents/customer-access/agent-create-external-account.ts',
    find: 'if (body.defaultUmaDepositAccount === true) return leadsMoneyAway;',
    replace: 'if (body.defaultUmaDepositAccount === null) return leadsMoneyAway;',
    test: [`${actions}/evasion.test.ts`, 'cannot create a default UMA deposit account'],
  },
  {
    name: 'trusts the forwarded address of every connection',
    file: 'http/trusted-proxies.ts',
    find: 'const before = isTrusted(proxies, address) ? addressIn(hop) : undefined;',
    replace: 'const before = addressIn(hop);',
    test: ['http/trusted-proxies.test.ts', 'is limited per connection address when no proxy is trusted'],
  },
];
