import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createClient, orThrow, type PaymentsClient } from '@payments-platform/client';
import { type SessionKey, signedRetry } from '@payments-platform/client/wallet';
import type { Page } from 'playwright-core';
import { rolldown } from 'rolldown';

/** The script for an app's pages: the installed entry, bundled for browsers without further options. */
async function bundleWallet(app: string): Promise<string> {
  const entry = join(app, 'wallet-page.js');
  const bundle = await rolldown({ input: entry, cwd: app, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  return output[0].code;
}

export const walletPage = `import * as wallet from '@payments-platform/client/wallet';
window.wallet = wallet;
window.keys = {};
`;

/** A page on localhost that only contains the wallet entry. */
export async function serveWallet(app: string): Promise<{ readonly origin: string; readonly server: Server }> {
  const script = await bundleWallet(app);
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(
      isScript ? script : '<!doctype html><title>Wallet</title><script type="module" src="/page.js"></script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, server };
}

interface Access {
  readonly baseUrl: string;
  readonly tokenId: string;
  readonly tokenSecret: string;
}

/** A customer with a wallet, and its first credential. */
async function newOwner(client: PaymentsClient) {
  const { version } = await orThrow(client.GET('/customers/end-user-terms'));
  const endUserTermsConsent = {
    ...{ acceptedAt: '2025-10-13T12:00:00Z', ipAddress: '192.0.2.1', termsVersion: version },
    acceptanceMethod: 'CHECKBOX',
  } as const;
  const owner = await orThrow(
    client.POST('/customers', {
      body: {
        customerType: 'INDIVIDUAL',
        fullName: 'Ada Lovelace',
        email: 'ada.in.browser@example.com',
        endUserTermsConsent,
      },
    }),
  );
  const query = { customerId: owner.id, currency: 'USDB' } as const;
  const [wallet] = (await orThrow(client.GET('/customers/internal-accounts', { params: { query } }))).data;
  if (wallet === undefined) throw new Error('the sandbox opens no wallets');
  const listed = await orThrow(client.GET('/auth/credentials', { params: { query: { accountId: wallet.id } } }));
  const [credential] = listed.data;
  if (credential === undefined) throw new Error('the wallet has no credential');
  return { accountId: wallet.id, credentialId: credential.id };
}

/** The page creates the key, encrypts the code and signs; this program only forwards. */
export async function signInFromPage(access: Access, page: Page): Promise<readonly string[]> {
  const client = createClient(access);
  const { accountId, credentialId: id } = await newOwner(client);
  const path = { id };
  const challenge = await orThrow(client.POST('/auth/credentials/{id}/challenge', { params: { path } }));
  if (!('otpEncryptionTargetBundle' in challenge)) throw new Error('no code was sent');
  const { walletBundlePublicKey: signedBy } = await orThrow(client.GET('/config'));
  const encryptedOtpBundle = await page.evaluate<string>(`(async () => {
    keys.session = await wallet.createSessionKey();
    const typed = { targetBundle: ${JSON.stringify(challenge.otpEncryptionTargetBundle)}, code: '000000', key: keys.session };
    return wallet.sealOneTimeCode(typed, { signedBy: ${JSON.stringify(signedBy)} });
  })()`);
  const signer: Pick<SessionKey, 'stamp'> = {
    stamp: (payload) => page.evaluate<string>(`keys.session.stamp(${JSON.stringify(payload)})`),
  };
  const body = { type: 'EMAIL_OTP', encryptedOtpBundle } as const;
  const session = await orThrow(
    signedRetry((header) => client.POST('/auth/credentials/{id}/verify', { params: { path, header }, body }), signer),
  );
  const clientPublicKey = await page.evaluate<string>(
    '(async () => { keys.device = await wallet.createDeviceKey(); return keys.device.publicKey; })()',
  );
  const exported = await orThrow(
    signedRetry(
      (header) =>
        client.POST('/internal-accounts/{id}/export', {
          params: { path: { id: accountId }, header },
          body: { clientPublicKey },
        }),
      signer,
    ),
  );
  const opened = `keys.device.openCredentials(${JSON.stringify(exported.encryptedWalletCredentials)})`;
  const phrase = await page.evaluate<string>(opened);
  return [session.type, `${phrase.split(' ').length} words`];
}
