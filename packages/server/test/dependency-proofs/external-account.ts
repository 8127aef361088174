import { minuteMs } from '../../src/ground/clock/instant.ts';
import { messageFor, registerWallet, verify } from '../ownership.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../parties.ts';
import { payIn, realtimeQuote } from '../realtime.ts';
import { sampleAccount } from '../sample-accounts.ts';
import { authorize, executedQuote, logIn, newEuropeanPayer, rightCode } from '../sca-customers.ts';
import { makeReceiver, receiveUma } from '../uma-payments.ts';
import { ending, execute, must, type Proof, quote, quoteOut, refusal, removeAccount } from './proof.ts';

export const externalAccountProofs = {
  'external-account.quote': async (server) => {
    const { to, quoteId } = await quoteOut(server);
    await must(removeAccount(server, to));
    return refusal(await execute(server, quoteId));
  },
  'external-account.authorization': async (server) => {
    const payer = await newEuropeanPayer(server);
    await logIn(server, payer.customerId);
    const held = await executedQuote(server, payer);
    await must(removeAccount(server, payer.payee));
    return refusal(await authorize(server, held.id, rightCode));
  },
  'external-account.new-quote': async (server) => {
    const { from, to } = await quoteOut(server);
    await must(removeAccount(server, to));
    return refusal(await server.request('POST', '/quotes', quoteBody({ from, to })));
  },
  'external-account.funding': async (server) => {
    const { customerId } = await makeSender(server, 'USD', 0);
    const to = await makeUsdAccount(server, customerId);
    const funded = await realtimeQuote(server, { to, customerId });
    await must(removeAccount(server, to));
    await must(payIn(server, funded));
    return ending(server, funded.transactionId);
  },
  'external-account.payment': async (server) => {
    const { to, quoteId, transactionId } = await quoteOut(server);
    await must(execute(server, quoteId));
    await must(removeAccount(server, to));
    return ending(server, transactionId);
  },
  'external-account.pull-quote': async (server) => {
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const from = await makeUsdAccount(server, customerId);
    const { quoteId } = await quote(server, from, accounts['USD'] ?? '');
    await must(removeAccount(server, from));
    return refusal(await execute(server, quoteId));
  },
  'external-account.pull': async (server) => {
    const { customerId, accounts } = await makeSender(server, 'USD', 0);
    const from = await makeUsdAccount(server, customerId);
    const { quoteId, transactionId } = await quote(server, from, accounts['USD'] ?? '');
    await must(execute(server, quoteId));
    await must(removeAccount(server, from));
    return ending(server, transactionId);
  },
  'external-account.trust': async (server) => {
    const { payee } = await newEuropeanPayer(server);
    await must(server.request('POST', `/customers/external-accounts/${payee}/trust`));
    await must(server.request('POST', `/customers/external-accounts/${payee}/trust/confirm`, rightCode));
    return refusal(await removeAccount(server, payee));
  },
  'external-account.approval': async (server) => {
    const receiver = await makeReceiver(server);
    const { body: account } = await must(
      server.request('POST', '/customers/external-accounts', {
        customerId: receiver.customerId,
        ...sampleAccount('USD_ACCOUNT'),
        defaultUmaDepositAccount: true,
      }),
    );
    const { body } = await must(receiveUma(server, receiver));
    await must(removeAccount(server, account.id));
    const refused = await server.request('POST', `/transactions/${body.id}/approve`);
    await server.advance(minuteMs);
    return refusal(refused);
  },
  'external-account.ownership': async (server) => {
    const id = await registerWallet(server);
    await messageFor(server, id);
    await must(removeAccount(server, id));
    return refusal(await verify(server, id, 'A'.repeat(88)));
  },
  'external-account.platform-quote': async (server) => {
    const { accounts } = await makeSender(server);
    const { body: to } = await must(
      server.request('POST', '/platform/external-accounts', sampleAccount('USD_ACCOUNT')),
    );
    const { quoteId } = await quote(server, accounts['USD'] ?? '', to.id);
    await must(server.request('DELETE', `/platform/external-accounts/${to.id}`));
    return refusal(await execute(server, quoteId));
  },
} as const satisfies Readonly<Record<string, Proof>>;
