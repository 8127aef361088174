import { hourMs, minuteMs } from '../../src/ground/clock/instant.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../parties.ts';
import { payIn, realtimeQuote } from '../realtime.ts';
import { enrollPasskey, newEuropeanPayer, rightCode } from '../sca-customers.ts';
import type { TestServer } from '../test-server.ts';
import { lookUpAddress, makeReceiver, umaQuoteBody } from '../uma-payments.ts';
import { readyPerson, submit } from '../verification-packets.ts';
import { newWorld } from '../worlds.ts';
import { ending, execute, must, type Proof, quoteOut, refusal } from './proof.ts';

async function changeTrust(server: TestServer, payee: string, verb: 'trust' | 'untrust'): Promise<void> {
  await must(server.request('POST', `/customers/external-accounts/${payee}/${verb}`));
  await must(server.request('POST', `/customers/external-accounts/${payee}/${verb}/confirm`, rightCode));
}

export const otherProofs = {
  'quote.payment': async (server) => ending(server, (await quoteOut(server)).transactionId),
  'quote.deposit': async (server) => {
    const { customerId } = await makeSender(server, 'USD', 0);
    const quote = await realtimeQuote(server, { to: await makeUsdAccount(server, customerId), customerId });
    await server.advance(hourMs);
    await must(server.request('POST', '/sandbox/deposits', { quoteId: quote.id, amount: 500 }));
    return ending(server, quote.transactionId);
  },
  'transaction.quote': async (server) => {
    const { customerId, accounts } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    const destination = { destinationType: 'ACCOUNT', accountId: to, paymentRail: 'ACH' };
    const extra = { immediatelyExecute: true, destination };
    const { body } = await must(
      server.request('POST', '/quotes', quoteBody({ from: accounts['USD'] ?? '', to, extra })),
    );
    await must(server.request('POST', `/transactions/${body.transactionId}/cancel`));
    const ended = await ending(server, body.transactionId);
    const quote = await server.request('GET', `/quotes/${body.id}`);
    return { ...ended, status: quote.body.status === ended.status ? ended.status : quote.body.status };
  },
  'transaction.pull': async (server) => {
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const [from, to] = [await makeUsdAccount(server, customerId), accounts['USD'] ?? ''];
    const extra = { immediatelyExecute: true };
    const { body } = await must(server.request('POST', '/quotes', quoteBody({ from, to, extra })));
    await must(server.request('POST', `/transactions/${body.transactionId}/cancel`));
    return ending(server, body.transactionId);
  },
  'token.payment': async (server) => {
    const { accounts, customerId } = await makeSender(server);
    const to = await makeUsdAccount(server, customerId);
    const issued = await must(server.request('POST', '/tokens', { name: 'short', permissions: ['VIEW', 'TRANSACT'] }));
    const own = await server.withToken(['VIEW', 'TRANSACT', 'MANAGE']);
    const body = quoteBody({ from: accounts['USD'] ?? '', to, extra: { immediatelyExecute: true } });
    const { body: quote } = await must(own.request('POST', '/quotes', body));
    const { body: listed } = await server.request('GET', '/tokens?limit=100');
    const ids: string[] = listed.data.map(({ id }: { id: string }) => id);
    for (const id of ids) await own.request('DELETE', `/tokens/${id}`);
    if (!ids.includes(issued.body.id)) throw new Error('a new token is listed');
    return ending(server, quote.transactionId);
  },
  'token.request': async (server) => {
    const own = await server.withToken(['VIEW', 'MANAGE']);
    const { body } = await own.request('GET', '/tokens?limit=100');
    for (const { id } of body.data) await own.request('DELETE', `/tokens/${id}`);
    return refusal(await own.request('GET', '/config'));
  },
  'sandbox-world.request': async (server) => {
    const world = await newWorld(server);
    await must(server.request('DELETE', `/sandbox/worlds/${world.made.id}`));
    return refusal(await world.request('GET', '/config'));
  },
  'document.verification': async (server) => {
    const { customerId, documentId } = await readyPerson(server);
    await must(submit(server, customerId));
    return refusal(await server.request('DELETE', `/documents/${documentId}`));
  },
  'sca-factor.challenge': async (server) => {
    const payer = await newEuropeanPayer(server);
    const { credentialId } = await enrollPasskey(server, payer.customerId);
    const body = quoteBody({ from: payer.accounts['USD'] ?? '', to: payer.payee });
    const { body: quote } = await must(server.request('POST', '/quotes', body));
    await must(server.request('POST', `/quotes/${quote.id}/execute`, { scaFactor: 'PASSKEY' }));
    await must(server.request('DELETE', `/sca/factors/${credentialId}?customerId=${payer.customerId}`));
    return ending(server, quote.transactionId);
  },
  'beneficiary-trust.quote': async (server) => {
    const { accounts, payee } = await newEuropeanPayer(server);
    await changeTrust(server, payee, 'trust');
    const body = quoteBody({ from: accounts['USD'] ?? '', to: payee });
    const quotes = [
      await must(server.request('POST', '/quotes', body)),
      await must(server.request('POST', '/quotes', body)),
    ];
    const [exempt, held] = quotes.map((answer): string => answer.body.id);
    const before = await must(execute(server, exempt ?? ''));
    if (before.body.status !== 'PROCESSING') throw new Error(`a trusted payee is not paid at once: ${before.text}`);
    await server.advance(minuteMs);
    await changeTrust(server, payee, 'untrust');
    return { status: (await must(execute(server, held ?? ''))).body.status };
  },
  'beneficiary-trust.deposit': async (server) => {
    const { customerId, payee } = await newEuropeanPayer(server);
    await changeTrust(server, payee, 'trust');
    const quote = await realtimeQuote(server, { to: payee, customerId });
    await server.advance(minuteMs);
    await changeTrust(server, payee, 'untrust');
    await must(payIn(server, quote));
    return ending(server, quote.transactionId);
  },
  'uma-address.payment': async (server) => {
    const { customerId, accounts } = await makeSender(server);
    const { address, customerId: receiverId } = await makeReceiver(server);
    const lookupId = await lookUpAddress(server, customerId, address);
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress: address, currency: 'USD' };
    const extra = { immediatelyExecute: true, destination };
    const parts = { from: accounts['USD'] ?? '', address, lookupId, extra };
    const { body } = await must(server.request('POST', '/quotes', umaQuoteBody(parts)));
    const changed = { customerType: 'INDIVIDUAL', umaAddress: address.replace('$', '$new.') };
    await must(server.request('PATCH', `/customers/${receiverId}`, changed));
    return ending(server, body.transactionId);
  },
  'webhook-endpoint.payment': async (server) => {
    await must(server.request('PATCH', '/config', { webhookEndpoint: 'https://example.com/hook' }));
    const { quoteId, transactionId } = await quoteOut(server);
    await must(execute(server, quoteId));
    await must(server.request('PATCH', '/config', { webhookEndpoint: null }));
    return ending(server, transactionId);
  },
} as const satisfies Readonly<Record<string, Proof>>;
