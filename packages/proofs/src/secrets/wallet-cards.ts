import { createSoftwareAuthenticator } from '../../../server/test/software-authenticator.ts';
import type { Payer, Scene } from './scene.ts';

/** Sends a request and repeats it with the signature that the sandbox accepts as the owner's. */
async function sign({ caller }: Scene, method: string, path: string, body: object): Promise<void> {
  let answer = await caller.send(method, path, body);
  while (answer.status === 202) {
    const headers = { 'service-wallet-signature': 'sandbox-valid-signature', 'request-id': answer.body.requestId };
    answer = await caller.send(method, path, body, headers);
  }
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
}

async function addPasskey(scene: Scene, accountId: string): Promise<void> {
  const { marks } = scene;
  const challenge = marks.add('challenge of a wallet passkey', 'bWFya2VkLWNoYWxsZW5nZS1vZi1hLXdhbGxldA');
  const options = { challenge, rp: { id: 'localhost' } };
  const made = createSoftwareAuthenticator().create(options, 'http://localhost:3000');
  const response = made['response'] as Readonly<Record<string, string>>;
  const attestation = {
    credentialId: made['id'],
    clientDataJson: response['clientDataJSON'],
    attestationObject: response['attestationObject'],
  };
  const nickname = marks.add('wallet passkey.nickname', 'Markphone of Markeda');
  await sign(scene, 'POST', '/auth/credentials', { type: 'PASSKEY', accountId, nickname, challenge, attestation });
}

/** A card that a wallet funds with a delegated key, and a passkey of the wallet. */
export async function payFromWallet(scene: Scene, payer: Payer): Promise<void> {
  const { caller, marks } = scene;
  const path = `/customers/internal-accounts?customerId=${payer.id}&currency=USDB`;
  const accountId: string = (await caller.call('GET', path)).data[0].id;
  await addPasskey(scene, accountId);
  const order = { cardholderId: payer.id, form: 'VIRTUAL', fundingSources: [accountId] };
  const { id: cardId } = await caller.call('POST', '/cards', order);
  const nickname = marks.add('delegated key.nickname', 'Markcard of Markeda');
  await sign(scene, 'POST', '/auth/delegated-keys', { cardId, internalAccountId: accountId, nickname });
}
