import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { credentialsOf, newWallet, withWallets } from '../../../test/embedded-wallets.ts';
import { createMessageInbox } from '../../../test/message-inbox.ts';

const email = 'ada@example.com';
const chosen = {
  sendFromEmailAddress: 'codes@example.com',
  sendFromEmailSenderName: 'Acme Pay',
  replyToEmailAddress: 'support@example.com',
  logoUrl: 'https://example.com/logo.png',
};

oneEngine('the sender of a wallet code', (start) => {
  it.each([
    [
      'has the configured sender, reply address and logo',
      chosen,
      {
        name: 'Acme Pay',
        address: 'codes@example.com',
        replyTo: 'support@example.com',
        logoUrl: 'https://example.com/logo.png',
      },
    ],
    ['is Notifications by default', {}, { name: 'Notifications' }],
    [
      'is Notifications when the name is empty',
      { sendFromEmailSenderName: '', logoUrl: '' },
      { name: 'Notifications' },
    ],
  ])('%s', async (_what, embeddedWalletConfig, sender) => {
    const messages = createMessageInbox();
    const server = await start({ ...withWallets, deps: { messages } });
    await server.request('PATCH', '/config', { embeddedWalletConfig });
    const { accountId } = await newWallet(server, { email });
    const [credential] = await credentialsOf(server, accountId);
    expect((await server.request('POST', `/auth/credentials/${credential?.id}/challenge`)).status).toBe(200);
    await server.advance(0);
    expect(messages.received).toEqual([
      { channel: 'EMAIL', platformId: expect.any(String), to: email, text: expect.any(String), sender },
    ]);
  });
});
