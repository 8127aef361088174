import { createServer } from 'node:http';
import { request } from 'undici';
import { keyPair, signedPayRequest } from '../../../server/test/uma-counterparty.ts';
import type { Scene } from './scene.ts';

/** Another provider of UMA that only publishes its keys. */
export interface Bank {
  readonly domain: string;
  readonly url: string;
  close(): Promise<void>;
}

export async function openBank(): Promise<Bank> {
  const keys = { signingPubKey: keyPair(3).publicKey, encryptionPubKey: keyPair(4).publicKey };
  const server = createServer((_request, response) => response.end(JSON.stringify(keys)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    domain: 'bank.example',
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The other provider requests to pay a customer and names the payer; its invoice stays open. */
export async function payByUma({ marks }: Scene, receiver: string, baseUrl: string): Promise<void> {
  const [name = '', host = ''] = receiver.split('@');
  const { origin } = new URL(baseUrl);
  const headers = { host, 'content-type': 'application/json' };
  const keys = await (await request(`${origin}/.well-known/lnurlpubkey`, { headers })).body.text();
  const payer = {
    identifier: '$grace@bank.example',
    name: marks.add('UMA payer.name', 'Markuma Payersdottir'),
    originator: { TAX_ID: marks.add('UMA payer.taxId', '739104-uma-payer') },
  };
  const path = `${origin}/.well-known/lnurlp/${name}/pay`;
  const answer = await request(path, { method: 'POST', headers, body: await signedPayRequest(payer, keys) });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(text);
}
