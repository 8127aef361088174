import { atMerchant, issueCard } from '../../../server/test/cards.ts';
import { newCustomerId } from '../../../server/test/customers.ts';
import { upload } from '../../../server/test/documents.ts';
import { newSignedInWallet, signedHeaders } from '../../../server/test/embedded-wallets.ts';
import { inviteWithoutEndpoint } from '../../../server/test/invitations.ts';
import { consent, fund, makeGbpAccount, makeSender, quoteBody } from '../../../server/test/parties.ts';
import { realtimeQuote } from '../../../server/test/realtime.ts';
import { sampleAccounts } from '../../../server/test/sample-accounts.ts';
import {
  beginLogin,
  enrollPasskey,
  newEuropeanId,
  newEuropeanPayer,
  rightCode,
} from '../../../server/test/sca-customers.ts';
import { tokenBody } from '../../../server/test/stablecoins.ts';
import type { TestServer } from '../../../server/test/test-server.ts';
import { addOwner, completeBusiness } from '../../../server/test/verification-packets.ts';
import { walletMakers } from '../../../server/test/wallets.ts';
import type { Json } from '../../../types/src/spec.ts';
import { loggedRequest } from './logged-request.ts';
import { makeAgents } from './make-agents.ts';
import { makeSandboxWorld } from './make-sandbox-world.ts';
import type { Kind } from './names.ts';
import type { MatrixRequest } from './request.ts';

/** One platform in one environment with every kind of resource. */
export interface World {
  readonly server: TestServer;
  readonly values: ReadonlyMap<Kind, string>;
  /** Every request that created it, each with a key. */
  readonly calls: readonly MatrixRequest[];
  /** Every id and name that the platform was shown. */
  readonly known: ReadonlySet<string>;
}

interface Builder {
  readonly server: TestServer;
  /** A word in every name that the platform chooses. */
  readonly tag: string;
  readonly isSandbox: boolean;
  readonly values: Map<Kind, string>;
}

/** A number that no other platform has. */
function numberOf(tag: string): number {
  return 7_000_000_001 + ([...tag].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 0) % 999_999_999);
}

const isMade = (kind: Kind, value: unknown): string => {
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`no ${kind} could be made`);
};

/** In the order of their dependencies. */
const makers: readonly ((builder: Builder) => Promise<Readonly<Record<Kind, unknown>>>)[] = [
  async ({ server, tag }) => {
    const platformCustomerId = `${tag}-1`;
    const person = { customerType: 'INDIVIDUAL', fullName: `${tag} Lovelace`, platformCustomerId };
    const Customer = await newCustomerId(server, { ...person, endUserTermsConsent: consent });
    const { body } = await server.request('GET', `/customers/${Customer}`);
    return { Customer, 'platform customer id': platformCustomerId, 'UMA address': body.umaAddress };
  },
  async ({ server, values, isSandbox }) => {
    const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${values.get('Customer')}`);
    const dollars = body.data.find(
      (account: { balance: { currency: { code: string } } }) => account.balance.currency.code === 'USD',
    );
    if (isSandbox) await fund(server, dollars.id, 100_000_000);
    return { InternalAccount: dollars.id };
  },
  async ({ server, values, tag }) => {
    const accountNumber = `77${String(tag.length).padStart(4, '0')}${Date.now() % 1_000_000}00`;
    const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: `${tag} Hopper`, countryOfResidence: 'US' };
    const accountInfo = { accountType: 'USD_ACCOUNT', accountNumber, routingNumber: '021000021', beneficiary };
    const account = {
      customerId: values.get('Customer'),
      currency: 'USD',
      platformAccountId: `${tag}-payee`,
      accountInfo,
    };
    const { body } = await server.request('POST', '/customers/external-accounts', account);
    return { ExternalAccount: body.id, 'account identifier': accountNumber };
  },
  async ({ server, tag, isSandbox }) => {
    // Codes are only known in the sandbox, and no custodian opens a wallet in production.
    if (!isSandbox) return {};
    const facts = { email: `${tag.toLowerCase()}@example.com`, fullName: `${tag} Noether` };
    const { credentialId, sessionId, customerId, accountId, device } = await newSignedInWallet(server, facts);
    const { body } = await server.request('DELETE', `/auth/sessions/${sessionId}`);
    const wanted = { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [accountId] };
    const { body: card } = await server.request('POST', '/cards', wanted);
    const order = { cardId: card.id, internalAccountId: accountId, nickname: `${tag} card` };
    const first = await server.request('POST', '/auth/delegated-keys', order);
    const second = await server.request('POST', '/auth/delegated-keys', order, signedHeaders(device, first));
    const key = await server.request('POST', '/auth/delegated-keys', order, signedHeaders(device, second));
    return {
      AuthMethod: credentialId,
      Session: sessionId,
      'wallet account': accountId,
      Request: body.requestId,
      DelegatedKey: key.body.id,
      CardFundingSource: key.body.fundingSourceId,
    };
  },
  async ({ server, values, isSandbox }) => {
    // Card activity is only simulated in the sandbox.
    if (!isSandbox) return {};
    const card = await issueCard(server, values.get('Customer') ?? '', values.get('InternalAccount') ?? '');
    const purchase = await atMerchant(server, card, 'authorization', 1_250);
    return { CardTransaction: purchase.id, 'card with a purchase': card };
  },
  async ({ server, values, tag }) => {
    const [cardholderId, account] = [values.get('Customer'), values.get('InternalAccount')];
    const platformCardId = `${tag}-card`;
    const order = { cardholderId, form: 'VIRTUAL', fundingSources: [account], platformCardId };
    const { body } = await server.request('POST', '/cards', order);
    return { Card: body.id, 'platform card id': platformCardId };
  },
  async ({ server, tag }) => {
    const credentials = {
      provider: 'STABLECOIN_ISSUER',
      apiClientId: `${tag} client`,
      apiClientSecret: `${tag} secret`,
    };
    const { body: link } = await server.request('POST', '/stablecoin-provider-accounts', credentials);
    const { body } = await server.request('POST', '/stablecoins', tokenBody());
    await server.request('POST', `/stablecoins/${body.id}/service-operations/enablement-request`);
    // The provider links the token, and in the sandbox it then becomes a currency automatically.
    await server.advance(10_000);
    const { data } = (await server.request('GET', '/platform/internal-accounts?currency=USD')).body;
    return { StablecoinProviderAccount: link.id, Stablecoin: body.id, 'dollars of the platform': data[0].id };
  },
  async ({ server, values }) => {
    const wallet = await server.request('POST', '/platform/external-accounts', sampleAccounts.SPARK_WALLET);
    const order = { amount: '1000000', fundingSource: { type: 'WIRE' }, destination: { accountId: wallet.body.id } };
    const { body } = await server.request('POST', `/stablecoins/${values.get('Stablecoin')}/mints`, order);
    return { StablecoinOperation: body.id };
  },
  async ({ server, values }) => {
    const [from, to] = [values.get('InternalAccount') ?? '', values.get('ExternalAccount') ?? ''];
    const { body } = await server.request('POST', '/quotes', quoteBody({ from, to, amount: 1_000 }));
    return { Quote: body.id, Transaction: body.transactionId };
  },
  async ({ server, values }) => {
    const [from, to] = [values.get('InternalAccount') ?? '', values.get('ExternalAccount') ?? ''];
    return makeAgents(server, { customerId: values.get('Customer') ?? '', from, to });
  },
  async ({ server, values }) => {
    const [customerId, to] = [values.get('Customer') ?? '', values.get('ExternalAccount') ?? ''];
    const { transactionId } = await realtimeQuote(server, { to, customerId, currency: 'USD' });
    const { body } = await server.request('GET', `/transactions/${transactionId}`);
    return { reference: body.reconciliationInstructions.reference };
  },
  async ({ server, tag }) => {
    const accountInfo = { accountType: 'SOLANA_WALLET', address: walletMakers.SOLANA(tag.length).address };
    const account = { currency: 'USDC', ownershipType: 'FIRST_PARTY', platformAccountId: `${tag}-own`, accountInfo };
    const { body } = await server.request('POST', '/platform/external-accounts', account);
    return { 'account of the platform': body.id };
  },
  async ({ server, tag }) => {
    const { body } = await server.request('POST', '/tokens', { name: `${tag} reader`, permissions: ['VIEW'] });
    return { Token: body.id, 'token name': `${tag} reader` };
  },
  async ({ server, values }) => {
    const { body } = await server.request('GET', `/receiver/external-account/${values.get('ExternalAccount')}`);
    return { Lookup: body.lookupId };
  },
  async ({ server, tag }) => {
    const fixedFee = { amount: numberOf(tag), currency: 'USD' };
    const fee = { feeType: 'CROSS_CURRENCY_TRANSACTION', sourceCurrency: 'USD', variableFeeBps: 0, fixedFee };
    const { body } = await server.request('PATCH', '/config', {
      umaDomain: `${tag.toLowerCase()}.example.com`,
      feeConfigs: [fee],
      supportedCurrencies: [
        { currencyCode: 'GBP', minAmount: 1, maxAmount: numberOf(tag), requiredCounterpartyFields: [] },
      ],
    });
    return { PlatformConfig: body.id };
  },
  async ({ server, values, isSandbox }) => {
    // In production an operator must set up invitations first.
    if (!isSandbox) return {};
    return { invitation: await inviteWithoutEndpoint(server, values.get('UMA address') ?? '') };
  },
  async ({ server, values }) => {
    const { body } = await upload(server, values.get('Customer') ?? '');
    return { Document: body.id };
  },
  async ({ server, tag, isSandbox }) => {
    const customerId = await newEuropeanId(server, { fullName: `${tag} Curie`, platformCustomerId: `${tag}-2` });
    // In production passkeys belong to a domain whose ownership the platform has proved.
    if (!isSandbox) return { 'European customer': customerId };
    const { credentialId } = await enrollPasskey(server, customerId);
    const { body } = await beginLogin(server, customerId, 'SMS_OTP');
    return { 'European customer': customerId, passkey: credentialId, 'login challenge': body.challengeId };
  },
  async ({ server, tag }) => {
    const customerId = await newCustomerId(server, { ...completeBusiness(), platformCustomerId: `${tag}-3` });
    const owner = await addOwner(server, customerId);
    await upload(server, owner.body.id);
    const { body } = await server.request('POST', '/verifications', { customerId });
    return { business: customerId, BeneficialOwner: owner.body.id, Verification: body.id };
  },
  async ({ server, tag }) => {
    const rows = ['umaAddress,platformCustomerId,customerType,fullName', `,${tag}-4,INDIVIDUAL,${tag} Hamilton`];
    const form = new FormData();
    form.append('file', new Blob([rows.join('\n')], { type: 'text/csv' }), 'customers.csv');
    const { body } = await server.request('POST', '/customers/bulk/csv', form);
    return { Job: body.jobId };
  },
  async ({ server }) => {
    const { payee } = await newEuropeanPayer(server, 0);
    const { body } = await server.request('POST', `/customers/external-accounts/${payee}/trust`);
    return { ScaChallenge: body.scaChallenge.id, 'payee to trust': payee };
  },
  async ({ server, values, isSandbox }) => {
    // Codes are only known in the sandbox.
    if (!isSandbox) return {};
    const { payee } = await newEuropeanPayer(server, 0);
    const path = `/customers/external-accounts/${payee}`;
    await server.request('POST', `${path}/trust`);
    await server.request('POST', `${path}/trust/confirm`, rightCode);
    const { body } = await server.request('POST', `${path}/untrust`);
    const customer = values.get('European customer') ?? '';
    const reset = await server.request('POST', `/sca/factors/reset?customerId=${customer}`, { factor: 'PASSKEY' });
    return {
      'untrust challenge': body.scaChallenge.id,
      'trusted payee': payee,
      'factor reset': reset.body.resetId,
    };
  },
  async ({ server, tag, isSandbox }) => {
    const { body } = await server.request('GET', '/events?limit=1');
    return { Webhook: body.data[0]?.id, ...(isSandbox && (await makeSandboxWorld(server, tag))) };
  },
  ({ server }) => loggedRequest(server),
];

/** Another customer of the same platform, whose agent must not access the data of the first one. */
export async function buildSibling(server: TestServer, tag: string): Promise<World> {
  const calls: MatrixRequest[] = [];
  const known = new Set<string>([tag]);
  const recording = recorded(server, tag, calls, known);
  // The currencies that the platform supports now.
  const { customerId, accounts } = await makeSender(recording, 'GBP', 100_000);
  const [from, to] = [accounts['GBP'] ?? '', await makeGbpAccount(recording, customerId)];
  const made = await makeAgents(recording, { customerId, from, to });
  const { body: action } = await recording.request('GET', `/agents/approvals?agentId=${made.Agent}`);
  const own = { Customer: customerId, InternalAccount: from, ExternalAccount: to };
  const Transaction = action.data[0].quote.transactionId;
  return { server, values: new Map(Object.entries({ ...made, ...own, Transaction })), calls, known };
}

/** Fills a new platform. In the sandbox everything is created through the interface alone. */
export async function buildWorld(server: TestServer, tag: string, isSandbox = true): Promise<World> {
  const calls: MatrixRequest[] = [];
  const known = new Set<string>([tag, String(numberOf(tag))]);
  const recording = recorded(server, tag, calls, known);
  const values = new Map<Kind, string>();
  for (const make of makers) {
    for (const [kind, value] of Object.entries(await make({ server: recording, tag, isSandbox, values }))) {
      values.set(kind, isMade(kind, value));
    }
  }
  return { server, values, calls, known };
}

const ids = /\b[A-Z][A-Za-z]*:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The last line of a public key, because the first lines of all keys are the same. */
const keyLine = /\\n([A-Za-z0-9+/=]{20,})\\n-----END PUBLIC KEY/g;

/** The same server, recording requests and every id in responses. */
function recorded(server: TestServer, tag: string, calls: MatrixRequest[], known: Set<string>): TestServer {
  return {
    ...server,
    request: async (method, path, body, headers = {}) => {
      const isWrite = method !== 'GET';
      const key = `${tag}-${calls.length}`;
      if (isWrite)
        calls.push({
          method,
          path,
          key,
          ...(body !== undefined && { body: JSON.parse(JSON.stringify(body)) as Json }),
        });
      const answer = await server.request(
        method,
        path,
        body,
        isWrite ? { 'idempotency-key': key, ...headers } : headers,
      );
      for (const [id] of answer.text.matchAll(ids)) known.add(id);
      for (const [, line = ''] of answer.text.matchAll(keyLine)) known.add(line);
      return answer;
    },
  };
}
