import { createServer } from 'node:http';

/** The actions that the page requests from its backend. */
export type Backend = (action: string, body: Record<string, unknown>) => Promise<unknown>;

export interface PaymentPage {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * A minimal page of a platform: the results of the device go to the backend of the page, which alone has the API
 * credentials. The options of the API are passed to the device unchanged.
 */
const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Example Pay</title>
<button id="enroll">Make a passkey</button>
<button id="login">Log in</button>
<button id="pay">Pay</button>
<output></output>
<script>
const call = async (action, body) => {
  const response = await fetch('/' + action, { method: 'POST', body: JSON.stringify(body ?? {}) });
  return response.json();
};
const sign = async (options) => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const assertion = await navigator.credentials.get({ publicKey });
  return { passkeyAssertion: assertion.toJSON(), origin: location.origin };
};
const actions = {
  async enroll() {
    const { options } = await call('enroll');
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const credential = await navigator.credentials.create({ publicKey });
    return call('confirm', { origin: location.origin, credential: credential.toJSON() });
  },
  async login() {
    const { passkeyOptions } = await call('login');
    return call('logged-in', await sign(passkeyOptions));
  },
  async pay() {
    const { id, scaChallenge } = await call('pay');
    const proof = await sign(scaChallenge.passkeyAssertionOptions);
    return call('authorize', { quoteId: id, proof });
  },
};
for (const [name, act] of Object.entries(actions)) {
  document.getElementById(name).onclick = async () => {
    const output = document.querySelector('output');
    output.value = '';
    output.value = JSON.stringify(await act().catch((error) => ({ device: error.name })));
  };
}
</script>
</html>`;

/** Serves the page on http://localhost, where browsers allow passkeys without TLS. */
export async function servePaymentPage(backend: Backend): Promise<PaymentPage> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      if (request.method !== 'POST') {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
        return;
      }
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
      const answer = await backend((request.url ?? '').slice(1), body);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the page is not served');
  return {
    origin: `http://localhost:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
