import { operationTable } from '@payments-platform/types';
import { describe, expect, it } from 'vitest';

const ofTokens = Object.entries(operationTable)
  .filter(([, { permission }]) => permission !== null)
  .map(([id, { method, path, permission }]) => ({ id, method: method.toUpperCase(), path, permission }));

/** Operations that compute a response from the body and change nothing. */
const readsByPost: readonly string[] = ['estimateCryptoWithdrawalFee'];

/** Operations that send money, or release it for good. */
const payments = [
  /^POST \/quotes(\/\{quoteId\}\/(execute|authorize))?$/,
  /^POST \/transfer-(in|out)$/,
  /^POST \/transactions\/\{transactionId\}\/(approve|reject|cancel)$/,
  /^POST \/agents\/\{agentId\}\/actions\/\{actionId\}\/(approve|reject)$/,
  /^POST \/stablecoins\/\{stablecoinId\}\/(mints|burns)$/,
  /^POST \/sandbox\/(send|uma\/receive|internal-accounts\/\{accountId\}\/fund)$/,
  /^POST \/sandbox\/cards\/\{id\}\/simulate\//,
];

/** Operations that change permissions, people of the platform, and destinations of money. */
const administration = [
  /^(POST|DELETE) \/tokens/,
  /^PATCH \/config$/,
  /^(POST|PATCH|DELETE) \/(customers|beneficial-owners|documents|verifications|cards|agents)(\/\{\w+\})?$/,
  /^(POST|DELETE) \/(customers|platform)\/external-accounts/,
  /^(POST|DELETE) \/sca\/factors/,
];

describe('the permission of an operation', () => {
  it.each(ofTokens)('is VIEW when $id reads, and another one when it writes', ({ id, method, permission }) => {
    expect(permission === 'VIEW').toBe(method === 'GET' || readsByPost.includes(id));
  });

  it.each([
    ['TRANSACT', payments],
    ['MANAGE', administration],
  ] as const)('is %s for every operation in its list of payments or administration', (permission, patterns) => {
    for (const pattern of patterns) {
      const matching = ofTokens.filter(({ method, path }) => pattern.test(`${method} ${path}`));
      expect(matching.length).toBeGreaterThan(0);
      expect(matching.filter((operation) => operation.permission !== permission)).toEqual([]);
    }
  });
});
