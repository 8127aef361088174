import { createSoftwareAuthenticator } from '../../../server/test/software-authenticator.ts';
import { walletMakers } from '../../../server/test/wallets.ts';
import { code, type Payer, type Scene } from './scene.ts';

const origin = 'http://localhost:3000';

export async function openPages({ caller, marks }: Scene): Promise<void> {
  const { id } = await caller.call('POST', '/customers', {
    customerType: 'INDIVIDUAL',
    fullName: marks.add('second customer.fullName', 'Markpending 001'),
  });
  const { kycUrl, token } = await caller.call('POST', `/customers/${id}/kyc-link`, {});
  if (token !== undefined) marks.add('KYC token', token);
  marks.add('KYC page token', kycUrl.split('/').at(-1));
  await fetch(kycUrl);
  await fetch(`${kycUrl.slice(0, -4)}gone`);
}

export async function proveWallets({ caller, marks }: Scene, payer: Payer): Promise<void> {
  const wallet = walletMakers.ETHEREUM(0x5d);
  const address = marks.add('wallet.address', wallet.address);
  const register = (accountInfo: object): Promise<{ id: string }> =>
    caller.call('POST', '/customers/external-accounts', {
      customerId: payer.id,
      currency: 'USDC',
      ownershipType: 'FIRST_PARTY',
      accountInfo,
    });
  const own = await register({ accountType: wallet.accountType, address });
  const path = `/customers/external-accounts/${own.id}`;
  const challenge = async (): Promise<string> => {
    const { messageToSign } = await caller.call('POST', `${path}/challenge`, { method: 'WALLET_SIGNATURE' });
    marks.add('ownership nonce', /nonce:?\s*(\S+)/i.exec(messageToSign)?.[1]);
    return marks.add('ownership message', messageToSign);
  };
  await challenge();
  await caller.send('POST', `${path}/verify`, { signature: marks.add('wrong signature', `0x${'5d'.repeat(65)}`) });
  const messageToSign = await challenge();
  await caller.call('POST', `${path}/verify`, {
    signature: marks.add('ownership signature', wallet.sign(messageToSign)),
  });
  const other = walletMakers.SOLANA(0x5e);
  const second = await register({ accountType: 'SOLANA_WALLET', address: marks.add('second address', other.address) });
  const link = await caller.call('POST', `/customers/external-accounts/${second.id}/challenge`, { method: 'LIVENESS' });
  if (link.token !== undefined) marks.add('liveness token', link.token);
  marks.add('liveness page token', link.verificationLink.split('/').at(-1));
  await fetch(link.verificationLink);
}

/** The payload that a device must sign, anywhere in a response. */
function challengeIn(answer: unknown): string | undefined {
  return /"challenge":"([^"]+)"/.exec(JSON.stringify(answer))?.[1];
}

export async function proveCustomer({ caller, marks }: Scene, payer: Payer): Promise<void> {
  const sca = (path: string, body: object): Promise<Record<string, never>> =>
    caller.call('POST', `/sca/${path}?customerId=${payer.id}`, body);
  const app = await sca('factors', { type: 'TOTP' });
  const secret = marks.add('TOTP secret', app['secret']);
  marks.add('TOTP secret in base32', app['secretBase32Encoded']);
  const { recoveryCodes = [] } = await sca('factors/confirm', { type: 'TOTP', secret, code });
  for (const one of recoveryCodes as string[]) marks.add('recovery code', one);
  if (recoveryCodes.length === 0) throw new Error('there are no recovery codes');
  const authenticator = createSoftwareAuthenticator();
  const { options = { challenge: '' } } = await sca('factors', { type: 'PASSKEY' });
  marks.add('passkey challenge', options.challenge);
  const credential = authenticator.create(options as never, origin);
  await sca('factors/confirm', { type: 'PASSKEY', origin, credential });
  const email = marks.add('unverified email', 'second.marked@mailbox.example');
  const person = { customerType: 'INDIVIDUAL', fullName: 'Markeda Payerova', region: 'DE', email };
  const other = await caller.call('POST', '/customers', person);
  await caller.call('POST', `/customers/${other.id}/verify-email`);
  const open = await caller.call('POST', `/sca/factors?customerId=${other.id}`, { type: 'PASSKEY' });
  marks.add('passkey challenge', open.options.challenge);
  const unproved = await caller.call('POST', `/sca/factors?customerId=${other.id}`, { type: 'TOTP' });
  marks.add('secret of an unproved app', unproved.secret);
  const endUserIpAddress = marks.add('login.endUserIpAddress', '198.51.100.178');
  const login = await sca('login/start', { factor: 'SMS_OTP' });
  const proof = { factor: 'SMS_OTP', challengeId: login['challengeId'], code, endUserIpAddress };
  await caller.send('POST', `/sca/login/complete?customerId=${payer.id}`, { ...proof, code: '654321' });
  await sca('login/complete', proof);
  const passkeyLogin = await sca('login/start', { factor: 'PASSKEY' });
  marks.add('passkey challenge', challengeIn(passkeyLogin));
  // A verification that is not completed keeps its code.
  await sca('login/start', { factor: 'SMS_OTP' });
}

export async function trustPayee({ caller, marks }: Scene, payee: string): Promise<void> {
  const path = `/customers/external-accounts/${payee}`;
  await caller.call('POST', `${path}/trust`);
  await caller.send('POST', `${path}/trust/confirm`, { code: '654321' });
  await caller.call('POST', `${path}/trust/confirm`, { code });
  marks.add('passkey challenge', challengeIn(await caller.call('POST', `${path}/untrust`)));
}

export async function resetFactor({ caller, marks }: Scene, payer: Payer): Promise<void> {
  const reset = await caller.call('POST', `/sca/factors/reset?customerId=${payer.id}`, { factor: 'TOTP' });
  marks.add('reset page token', reset.verificationLink.split('/').at(-1));
  await fetch(reset.verificationLink);
}
