import { type Caller, expectStatus } from './caller.ts';
import { beneficiary, fund, platformAccountOf } from './parties.ts';
import { enableToken, linkProvider, post, registerToken } from './stablecoins.ts';
import type { Answer, TestServer } from './test-server.ts';

const sparkStart = 'spark1pgssyuvme97jsj3r0lnq25z8tyz2z3n39z5d3u8vvyxlujskmy5ay23fy7m';

let accountCount = 0;

async function makeOwnAccount(caller: Caller, currency: string, accountInfo: object): Promise<string> {
  const answer = await caller.request('POST', '/platform/external-accounts', { currency, accountInfo });
  return expectStatus(answer, 201).id;
}

/** A wallet on Spark with an address that ends in `suffix`, which chooses the outcome in the sandbox. */
export function makeSparkWallet(caller: Caller, suffix = '6q6'): Promise<string> {
  const accountInfo = { accountType: 'SPARK_WALLET', address: `${sparkStart}${suffix}`, beneficiary };
  return makeOwnAccount(caller, 'BTC', accountInfo);
}

/** A bank account of the platform in US dollars with a number that ends in `suffix`. */
export function makeBank(caller: Caller, suffix = '111'): Promise<string> {
  accountCount += 1;
  const accountNumber = `${2_000_000 + accountCount}${suffix}`;
  return makeOwnAccount(caller, 'USD', {
    accountType: 'USD_ACCOUNT',
    accountNumber,
    routingNumber: '021000021',
    beneficiary,
  });
}

/** A stablecoin that can be minted and burned. */
export interface Issue {
  readonly stablecoinId: string;
  readonly walletId: string;
  readonly bankId: string;
}

export async function makeIssue(server: TestServer, isEnabled = false, secret?: string): Promise<Issue> {
  await linkProvider(server, secret === undefined ? {} : { apiClientSecret: secret });
  const stablecoinId = await (isEnabled ? enableToken(server) : registerToken(server));
  return { stablecoinId, walletId: await makeSparkWallet(server), bankId: await makeBank(server) };
}

/** The platform's own account in US dollars, with a balance. */
export async function makeTreasury(server: TestServer, amount = 1_000_000): Promise<string> {
  const id = await platformAccountOf(server);
  if (amount > 0) await fund(server, id, amount);
  return id;
}

function mintBody({ walletId }: Pick<Issue, 'walletId'>, change: object = {}) {
  return { amount: '100000000', fundingSource: { type: 'WIRE' }, destination: { accountId: walletId }, ...change };
}

export function burnBody({ bankId }: Pick<Issue, 'bankId'>, change: object = {}) {
  return {
    amount: '100000000',
    source: { type: 'EXTERNAL_ACCOUNT' },
    destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId: bankId, rail: 'RTP_CREDIT' },
    ...change,
  };
}

export function mint(server: TestServer, issue: Issue, change: object = {}, key?: string): Promise<Answer> {
  return post(server, `/stablecoins/${issue.stablecoinId}/mints`, mintBody(issue, change), key);
}

export function burn(server: TestServer, issue: Issue, change: object = {}, key?: string): Promise<Answer> {
  return post(server, `/stablecoins/${issue.stablecoinId}/burns`, burnBody(issue, change), key);
}

/** Makes the money or the tokens arrive that the operation waits for. */
export function arrive(server: TestServer, id: string, body: object = {}): Promise<Answer> {
  return server.request('POST', `/sandbox/stablecoin-operations/${id}/fund`, body);
}

export async function readOperation(server: TestServer, id: string) {
  return expectStatus(await server.request('GET', `/stablecoin-operations/${id}`), 200);
}

export async function listOperations(server: TestServer, { stablecoinId }: Issue, query = '') {
  return expectStatus(await server.request('GET', `/stablecoins/${stablecoinId}/operations${query}`), 200);
}
