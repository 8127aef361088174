import { hourMs, minuteMs, secondMs } from '../../src/ground/clock/instant.ts';
import { business, consent, newCustomerId, person } from '../customers.ts';
import { upload } from '../documents.ts';
import { inviteWithoutEndpoint, newAddress } from '../invitations.ts';
import { makeSender, makeUsdAccount, quoteBody, setAccountStatus } from '../parties.ts';
import { realtimeQuote } from '../realtime.ts';
import { executedQuote, newEuropeanId, newEuropeanPayer, sca } from '../sca-customers.ts';
import { makeIssue, mint } from '../stablecoin-operations.ts';
import type { TestServer } from '../test-server.ts';
import { lookUpAddress, makeReceiver, umaQuoteBody } from '../uma-payments.ts';
import { addOwner, submit } from '../verification-packets.ts';
import { deposit, ending, execute, must, type Proof, quoteOut, refusal, removeCustomer } from './proof.ts';

async function deleted(server: TestServer, facts: object = {}): Promise<string> {
  const customerId = await newCustomerId(server, { ...person, endUserTermsConsent: consent, ...facts });
  await must(removeCustomer(server, customerId));
  return customerId;
}

const blocked = async (server: TestServer, customerId: string) => refusal(await removeCustomer(server, customerId));

export const customerProofs = {
  'customer.balance': async (server) => blocked(server, (await makeSender(server)).customerId),
  'customer.held-account': async (server) => {
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    await must(setAccountStatus(server, accounts['EUR'] ?? '', 'FROZEN'));
    return blocked(server, customerId);
  },
  'customer.empty-account': async (server) => {
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    await must(removeCustomer(server, customerId));
    const { body } = await server.request('GET', `/customers/internal-accounts?customerId=${customerId}&currency=USD`);
    return { status: body.data.find(({ id }: { id: string }) => id === accounts['USD']).status };
  },
  'customer.open-quote': async (server) => {
    const payer = await makeSender(server);
    const payee = await makeSender(server, 'USD', 0);
    const extra = quoteBody({ from: payer.accounts['USD'] ?? '', to: payee.accounts['USD'] ?? '' });
    await must(server.request('POST', '/quotes', extra));
    return blocked(server, payee.customerId);
  },
  'customer.unauthorized-quote': async (server) => {
    const payer = await newEuropeanPayer(server, 0);
    await executedQuote(server, payer);
    return blocked(server, payer.customerId);
  },
  'customer.payment': async (server) => {
    const { customerId, quoteId } = await quoteOut(server);
    await must(execute(server, quoteId));
    return blocked(server, customerId);
  },
  'customer.refund': async (server) => {
    const { customerId, quoteId } = await quoteOut(server, '002');
    await must(execute(server, quoteId));
    await server.advance(3 * secondMs);
    return blocked(server, customerId);
  },
  'customer.bank-deposit': async (server) => {
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    await must(removeCustomer(server, customerId));
    return ending(server, await deposit(server, accounts['USD'] ?? ''));
  },
  'customer.chain-deposit': async (server) => {
    const customerId = await newCustomerId(server, { ...person, endUserTermsConsent: consent, currencies: ['USD'] });
    const to = await makeUsdAccount(server, customerId);
    const crypto = { currency: 'USDC', cryptoNetwork: 'BASE', amount: 5_000_000 };
    const quote = await realtimeQuote(server, { to, customerId, ...crypto });
    await server.advance(hourMs);
    await must(removeCustomer(server, customerId));
    await must(server.request('POST', '/sandbox/deposits', { quoteId: quote.id, amount: 500 }));
    return ending(server, quote.transactionId);
  },
  'customer.bank-return': async (server) => {
    const { customerId, quoteId, transactionId } = await quoteOut(server, '005');
    await must(execute(server, quoteId));
    await server.advance(3 * secondMs);
    await must(removeCustomer(server, customerId));
    return ending(server, transactionId, minuteMs);
  },
  'customer.external-account': async (server) => {
    const payee = await makeSender(server, 'USD', 0);
    const to = await makeUsdAccount(server, payee.customerId);
    const { accounts } = await makeSender(server);
    await must(removeCustomer(server, payee.customerId));
    return refusal(await server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to })));
  },
  'customer.stablecoin-account': async (server) => {
    const issue = await makeIssue(server);
    const { customerId } = await makeSender(server, 'USD', 0);
    const externalAccountId = await makeUsdAccount(server, customerId);
    await must(removeCustomer(server, customerId));
    return refusal(await mint(server, issue, { fundingSource: { type: 'ACH_DEBIT', externalAccountId } }));
  },
  'customer.uma-address': async (server) => {
    const { customerId, accounts } = await makeSender(server);
    const receiver = await makeReceiver(server);
    const lookupId = await lookUpAddress(server, customerId, receiver.address);
    const parts = { from: accounts['USD'] ?? '', address: receiver.address, lookupId };
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress: receiver.address, currency: 'USD' };
    const extra = { immediatelyExecute: true, destination };
    const { body } = await must(server.request('POST', '/quotes', umaQuoteBody({ ...parts, extra })));
    await must(removeCustomer(server, receiver.customerId));
    return ending(server, body.transactionId);
  },
  'customer.verification': async (server) => refusal(await submit(server, await deleted(server))),
  'customer.document': async (server) => refusal(await upload(server, await deleted(server))),
  'customer.owner': async (server) => {
    const customerId = await newCustomerId(server, business);
    await must(removeCustomer(server, customerId));
    return refusal(await addOwner(server, customerId));
  },
  'customer.invitation': async (server) => {
    const customerId = await newCustomerId(server);
    const { body: inviter } = await server.request('GET', `/customers/${customerId}`);
    const code = await inviteWithoutEndpoint(server, inviter.umaAddress);
    await must(removeCustomer(server, customerId));
    const inviteeUma = await newAddress(server);
    const { body } = await must(server.request('POST', `/invitations/${code}/claim`, { inviteeUma }));
    return { status: body.status };
  },
  'customer.sca-factor': async (server) => {
    const customerId = await newEuropeanId(server);
    await must(removeCustomer(server, customerId));
    return refusal(await sca(server, 'login/start', customerId, { factor: 'SMS_OTP' }));
  },
  'customer.name': async (server) => {
    await deleted(server, { platformCustomerId: 'user-1' });
    const again = { ...person, endUserTermsConsent: consent, platformCustomerId: 'user-1' };
    const { body } = await must(server.request('POST', '/customers', again));
    const { body: listed } = await server.request(
      'GET',
      `/customers/internal-accounts?customerId=${body.id}&currency=USD`,
    );
    return { status: listed.data[0].status };
  },
} as const satisfies Readonly<Record<string, Proof>>;
