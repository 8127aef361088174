// A first payment, from the credentials that `npm start` prints to a verified webhook. README.md says how to run it.
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { createClient, orThrow, webhookListener } from '@payments-platform/client';

function stop(reason: string): never {
  console.error(reason);
  process.exit(1);
}

// An error anywhere below ends the program and prints only its message.
process.on('uncaughtException', (error) => stop(error.message));

const env = (name: string): string => process.env[name] ?? stop(`Set ${name} to the value that npm start prints.`);
const client = createClient({ baseUrl: env('BASE_URL'), tokenId: env('TOKEN_ID'), tokenSecret: env('TOKEN_SECRET') });
client.use({ onResponse: ({ response, schemaPath }) => console.log(response.status, schemaPath) });

// Receive events. The listener only passes on events that the platform has signed.
const completed = new EventEmitter();
const listener = webhookListener(env('WEBHOOK_PUBLIC_KEY'), (event) => {
  console.log('received', event.type);
  if (event.type === 'OUTGOING_PAYMENT.COMPLETED') completed.emit(event.data.id);
});
const port = Number(process.env.WEBHOOK_PORT ?? 4030);
await once(createServer(listener).listen(port, '127.0.0.1'), 'listening');
await orThrow(client.PATCH('/config', { body: { webhookEndpoint: `http://127.0.0.1:${port}/webhooks` } }));

// Register the customer who pays, with the proof that they accepted the terms.
const { version: termsVersion } = await orThrow(client.GET('/customers/end-user-terms'));
const proof = { acceptedAt: new Date().toISOString(), ipAddress: '192.0.2.1', acceptanceMethod: 'CHECKBOX' } as const;
const endUserTermsConsent = { ...proof, termsVersion };
const person = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', endUserTermsConsent } as const;
const { id: customerId } = await orThrow(client.POST('/customers', { body: person }));

// Put 500.00 simulated dollars into their account.
const accounts = await orThrow(client.GET('/customers/internal-accounts', { params: { query: { customerId } } }));
const { id: accountId } = accounts.data.find(({ balance }) => balance.currency.code === 'USD') ?? stop('No account.');
const funding = { params: { path: { accountId } }, body: { amount: 50_000 } };
await orThrow(client.POST('/sandbox/internal-accounts/{accountId}/fund', funding));

// Register the account to pay, in Mexico.
const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' } as const;
const accountInfo = { accountType: 'MXN_ACCOUNT', clabeNumber: '032180000118359719', beneficiary } as const;
const payee = { customerId, currency: 'MXN', accountInfo };
const { id: payeeId } = await orThrow(client.POST('/customers/external-accounts', { body: payee }));

// Request a quote for sending 100.00, then pay it. The client generates an idempotency key for each request.
const source = { sourceType: 'ACCOUNT', accountId } as const;
const destination = { destinationType: 'ACCOUNT', accountId: payeeId } as const;
const payment = { source, destination, lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 10_000 } as const;
const quote = await orThrow(client.POST('/quotes', { body: payment }));
const arrival = once(completed, quote.transactionId, { signal: AbortSignal.timeout(60_000) });
await orThrow(client.POST('/quotes/{quoteId}/execute', { params: { path: { quoteId: quote.id } } }));
await arrival.catch(() => stop('No OUTGOING_PAYMENT.COMPLETED arrived within 60 seconds.'));
console.log('The payment has arrived:', quote.transactionId);
process.exit();
