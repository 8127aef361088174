import { writeStamp } from '../../../server/src/engines/wallet-crypto/stamp.ts';
import { connectAgent, makeAgent, policyWith } from '../../../server/test/agents.ts';
import { expectStatus } from '../../../server/test/caller.ts';
import { atMerchant, issueCard } from '../../../server/test/cards.ts';
import { newCustomerId } from '../../../server/test/customers.ts';
import { upload } from '../../../server/test/documents.ts';
import {
  newDevice,
  newSignedInWallet,
  openTestSession,
  sendSigned,
  signedHeaders,
} from '../../../server/test/embedded-wallets.ts';
import { identityToken } from '../../../server/test/identity-tokens.ts';
import { fund, makeGbpAccount, makeSender, makeUsdAccount, quoteBody } from '../../../server/test/parties.ts';
import { realtimeQuote } from '../../../server/test/realtime.ts';
import {
  beginLogin,
  enrollPasskey,
  executedQuote,
  logIn,
  newEuropeanPayer,
} from '../../../server/test/sca-customers.ts';
import { type Issue, makeIssue, makeTreasury, mint } from '../../../server/test/stablecoin-operations.ts';
import type { TestServer } from '../../../server/test/test-server.ts';
import { addOwner, completeBusiness } from '../../../server/test/verification-packets.ts';
import { payloadOf } from '../../../server/test/wallet-payers.ts';

/** The payer's dollars: enough for any one of the larger payments, but not for two. */
const dollars = 10_000;

async function makePayer(server: TestServer) {
  const { customerId, accounts } = await makeSender(server, 'USD', dollars);
  const [from, euros] = [accounts['USD'] ?? '', accounts['EUR'] ?? ''];
  const payee = await makeUsdAccount(server, customerId);
  const gbpPayee = await makeGbpAccount(server, customerId);
  return { customerId, from, euros, payee, gbpPayee };
}

type Payer = Awaited<ReturnType<typeof makePayer>>;

async function makeQuotes(server: TestServer, { customerId, from, euros, payee, gbpPayee }: Payer, to: string) {
  const quote = async (destination: string, amount: number): Promise<string> =>
    expectStatus(await server.request('POST', '/quotes', quoteBody({ from, to: destination, amount })), 201).id;
  return {
    quoteToBank: await quote(payee, 6_000),
    quoteAbroad: await quote(gbpPayee, 6_000),
    quoteToOwn: await quote(euros, 7_000),
    quoteToOther: await quote(to, 2_000),
    quoteToFund: (await realtimeQuote(server, { to: payee, customerId, currency: 'USD', amount: 4_000 })).id as string,
  };
}

async function makeCards(server: TestServer, { customerId, from }: Payer) {
  const card = await issueCard(server, customerId, from);
  const { id: purchase } = await atMerchant(server, card, 'authorization', 1_250);
  const otherCard = await issueCard(server, customerId, from);
  const { id: paidPurchase } = await atMerchant(server, otherCard, 'financial_authorization', 400);
  // A purchase of a race expires after these.
  await server.advance(1_000);
  return { card, purchase, otherCard, paidPurchase };
}

/** Two payments that wait for their approval; the daily limit permits one of them. */
async function makeActions(server: TestServer, { customerId, from, payee }: Payer) {
  const policy = policyWith({ dailyLimit: 7_000 }, { defaultExecutionMode: 'APPROVAL_REQUIRED' });
  const agent = await connectAgent(server, await makeAgent(server, customerId, policy));
  const act = async (): Promise<string> => {
    const body = quoteBody({ from, to: payee, amount: 5_000 });
    const { id } = expectStatus(await agent.request('POST', '/agents/me/quotes', body), 201);
    return (await agent.request('POST', `/agents/me/quotes/${id}/execute`)).body.id;
  };
  return { agent: agent.agentId, action: await act(), otherAction: await act() };
}

/** An agent that pays at once. Its daily limit permits one of its two quotes. */
async function makeSpender(server: TestServer, { customerId, from, payee }: Payer) {
  const made = await makeAgent(server, customerId, policyWith({ dailyLimit: 7_000 }));
  const agent = await connectAgent(server, made);
  const quote = async (): Promise<string> => {
    const answer = await agent.request('POST', '/agents/me/quotes', quoteBody({ from, to: payee, amount: 5_000 }));
    return expectStatus(answer, 201).id;
  };
  return { spender: agent.agentId, spenderQuotes: [await quote(), await quote()] };
}

/** A request with a signature, ready to send. */
export interface SignedCall {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly headers: Readonly<Record<string, string>>;
}

/** An embedded wallet with two sessions, requests that its owner has signed, and money for one of two quotes. */
async function makeWallet(server: TestServer) {
  const facts = { phoneNumber: '+14155550199' };
  const { customerId, accountId, credentialId, sessionId, device } = await newSignedInWallet(server, facts);
  const text = { type: 'SMS_OTP', accountId };
  const { id: other } = expectStatus(await sendSigned(server, device, 'POST', '/auth/credentials', text), 201);
  const otherDevice = newDevice(server);
  await openTestSession(server, accountId, otherDevice, other);
  await fund(server, accountId, 10_000_000);
  const to = await makeUsdAccount(server, customerId);
  const sign = async (name: string, method: string, path: string, body?: object, by = device): Promise<SignedCall> => {
    const first = await server.request(method, path, body);
    expectStatus(first, 202);
    return { name, method, path, ...(body && { body }), headers: signedHeaders(by, first) };
  };
  const pay = async (name: string): Promise<SignedCall> => {
    const quote = expectStatus(
      await server.request('POST', '/quotes', quoteBody({ from: accountId, to, amount: 6_000_000 })),
      201,
    );
    const headers = { 'service-wallet-signature': writeStamp(device, payloadOf(quote)) };
    return { name, method: 'POST', path: `/quotes/${quote.id}/execute`, headers };
  };
  const session = `/auth/sessions/${sessionId}`;
  const account = `/internal-accounts/${accountId}`;
  return {
    accountId,
    signed: [
      await sign('export the wallet', 'POST', `${account}/export`, { clientPublicKey: newDevice(server).uncompressed }),
      await sign('hide the wallet', 'PATCH', account, { privateEnabled: true }),
      await sign('refresh the session', 'POST', `${session}/refresh`, {
        clientPublicKey: newDevice(server).compressed,
      }),
      await sign('end the session', 'DELETE', session),
      await sign('end the session by the other', 'DELETE', session, undefined, otherDevice),
      await sign('delete the credential', 'DELETE', `/auth/credentials/${credentialId}`, undefined, otherDevice),
      await sign('delete the other credential', 'DELETE', `/auth/credentials/${other}`),
      await sign('add a credential', 'POST', '/auth/credentials', {
        type: 'OAUTH',
        accountId,
        oidcToken: identityToken(server.clock.now()),
      }),
      await sign('change the address', 'PATCH', `/customers/${customerId}`, {
        customerType: 'INDIVIDUAL',
        email: 'other@example.com',
      }),
    ],
    quotes: [await pay('pay from the wallet'), await pay('pay again from the wallet')],
  };
}

/** A payment over ACH in progress, which can still be cancelled. */
async function startAch(server: TestServer, { from, payee: accountId }: Payer): Promise<string> {
  await fund(server, from, 3_000);
  const destination = { destinationType: 'ACCOUNT', accountId, paymentRail: 'ACH' };
  const body = quoteBody({ from, to: accountId, amount: 3_000, extra: { destination } });
  const { id, transactionId } = expectStatus(await server.request('POST', '/quotes', body), 201);
  expectStatus(await server.request('POST', `/quotes/${id}/execute`), 200);
  await server.app.settle();
  return transactionId;
}

/** A customer whose payments wait for a code, logged in. */
async function makeEuropean(server: TestServer) {
  const payer = await newEuropeanPayer(server, dollars);
  const quotes = [
    await executedQuote(server, payer, { amount: 6_000 }),
    await executedQuote(server, payer, { amount: 6_000 }),
  ];
  expectStatus(await server.request('POST', `/customers/external-accounts/${payer.payee}/trust`), 200);
  const { credentialId } = await enrollPasskey(server, payer.customerId);
  await logIn(server, payer.customerId);
  const { challengeId } = (await beginLogin(server, payer.customerId, 'SMS_OTP')).body;
  return {
    european: payer.customerId,
    europeanAccount: payer.accounts['USD'] ?? '',
    trustedSoon: payer.payee,
    waiting: quotes.map(({ id }) => id as string),
    passkey: credentialId,
    login: challengeId as string,
  };
}

async function makeBusiness(server: TestServer) {
  const business = await newCustomerId(server, completeBusiness());
  const { id: owner } = expectStatus(await addOwner(server, business), 201);
  await upload(server, owner);
  return { business, owner: owner as string };
}

async function makeMint(server: TestServer): Promise<{ readonly issue: Issue; readonly minting: string }> {
  const issue = await makeIssue(server, true);
  await makeTreasury(server);
  return { issue, minting: expectStatus(await mint(server, issue), 201).id };
}

/** A platform in the middle of its work: nearly everything that a request can change is open. */
export async function buildScene(server: TestServer) {
  const { issue, minting } = await makeMint(server);
  const payer = await makePayer(server);
  const idle = await makeSender(server, 'USD', 0);
  const other = await makeSender(server, 'USD', 0);
  const idleAccount = idle.accounts['USD'] ?? '';
  const idleCard = await issueCard(server, idle.customerId, idleAccount);
  const { agentId: idleAgent } = await makeAgent(server, idle.customerId);
  const { id: document } = expectStatus(await upload(server, payer.customerId), 201);
  return {
    issue,
    minting,
    payer,
    idle: {
      customerId: idle.customerId,
      account: idleAccount,
      payee: await makeUsdAccount(server, idle.customerId),
      card: idleCard,
      agent: idleAgent,
    },
    document: document as string,
    ...(await makeBusiness(server)),
    ...(await makeCards(server, payer)),
    ...(await makeActions(server, payer)),
    ...(await makeSpender(server, payer)),
    wallet: await makeWallet(server),
    ...(await makeEuropean(server)),
    ach: await startAch(server, payer),
    // The last, because they expire.
    ...(await makeQuotes(server, payer, other.accounts['USD'] ?? '')),
  };
}

export type Scene = Awaited<ReturnType<typeof buildScene>>;
