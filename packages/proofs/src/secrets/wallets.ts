import { Buffer } from 'node:buffer';
import { readTargetBundle, writeCodeBundle } from '../../../server/src/engines/wallet-crypto/one-time-code-bundle.ts';
import { drawKeyPair, type KeyPair } from '../../../server/src/engines/wallet-crypto/p256.ts';
import { openSessionKeyBundle } from '../../../server/src/engines/wallet-crypto/session-key-bundle.ts';
import { openCredentialsBundle } from '../../../server/src/engines/wallet-crypto/wallet-credentials-bundle.ts';
import { createSystemRandom } from '../../../server/src/ground/ids/random.ts';
import { signedHeaders } from '../../../server/test/embedded-wallets.ts';
import { identityToken, nonceOf } from '../../../server/test/identity-tokens.ts';
import type { Payer, Scene } from './scene.ts';

const random = createSystemRandom();

const scalarOf = ({ scalar }: KeyPair): string => Buffer.from(scalar).toString('hex');

/** Signs a customer in to their wallet in each way, exports it, and leaves an unused code. */
export async function signInToWallet({ caller, marks }: Scene, payer: Payer): Promise<void> {
  const { data: accounts } = await caller.call(
    'GET',
    `/customers/internal-accounts?customerId=${payer.id}&currency=USDB`,
  );
  const accountId = accounts[0].id;
  const { data: credentials } = await caller.call('GET', `/auth/credentials?accountId=${accountId}`);
  const device = drawKeyPair(random);
  marks.add('private key of a device', scalarOf(device));
  const signed = async (method: string, path: string, body?: object): Promise<ReturnType<typeof caller.call>> => {
    const asked = await caller.send(method, path, body);
    if (asked.status !== 202) throw new Error(`${method} ${path}: ${asked.text}`);
    const answer = await caller.send(method, path, body, signedHeaders(device, asked));
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };

  const first = credentials.find(({ type }: { type: string }) => type === 'EMAIL_OTP');
  const byMail = `/auth/credentials/${first.id}`;
  const { otpEncryptionTargetBundle } = await caller.call('POST', `${byMail}/challenge`);
  const target = readTargetBundle(otpEncryptionTargetBundle);
  if (target === undefined) throw new Error('the target of the code does not verify');
  const typed = (code: string) => writeCodeBundle(target, { code, publicKey: device.compressed }, random);
  const wrong = await typed(marks.add('wrong code', 'marked-code'));
  await caller.send('POST', `${byMail}/verify`, { type: 'EMAIL_OTP', encryptedOtpBundle: wrong });
  await signed('POST', `${byMail}/verify`, { type: 'EMAIL_OTP', encryptedOtpBundle: await typed('000000') });

  const byPhone = await signed('POST', '/auth/credentials', { type: 'SMS_OTP', accountId });
  await caller.send('POST', `/auth/credentials/${byPhone.id}/challenge`);

  const now = new Date().toISOString();
  const email = marks.add('address at a provider', 'marked.identity@provider.example');
  const oidcToken = marks.add('OIDC token', identityToken(now, { email, sub: 'marked-subject-4711' }));
  const provider = await signed('POST', '/auth/credentials', { type: 'OAUTH', accountId, oidcToken });
  const older = drawKeyPair(random);
  const claims = { email, sub: 'marked-subject-4711', ...nonceOf(older.uncompressed) };
  const session = await caller.call('POST', `/auth/credentials/${provider.id}/verify`, {
    type: 'OAUTH',
    oidcToken: marks.add('fresh OIDC token', identityToken(new Date().toISOString(), claims)),
    clientPublicKey: older.uncompressed,
  });
  const signingKey = await openSessionKeyBundle(older, session.encryptedSessionSigningKey);
  if (signingKey === undefined) throw new Error('the signing key does not open');
  marks.add('signing key that was made for a session', scalarOf(signingKey));

  const receiver = drawKeyPair(random);
  const exported = await signed('POST', `/internal-accounts/${accountId}/export`, {
    clientPublicKey: receiver.uncompressed,
  });
  const wallet = await openCredentialsBundle(receiver, exported.encryptedWalletCredentials);
  marks.add('recovery phrase', wallet?.mnemonic);
}
