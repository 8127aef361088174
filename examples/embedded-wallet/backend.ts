import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** The configuration of the backend: its platform, and the customer who uses the page. */
export interface Setting {
  readonly baseUrl: string;
  readonly tokenId: string;
  readonly tokenSecret: string;
  readonly customerId: string;
  /** The embedded wallet of the customer. */
  readonly accountId: string;
  /** The account that the page pays to. */
  readonly payeeId: string;
}

export interface Site {
  readonly origin: string;
  close(): Promise<void>;
}

/** A request of the page. The device has signed and encrypted its content; the backend adds its token. */
interface Asked {
  readonly id?: string;
  readonly header?: Readonly<Record<string, string>>;
  readonly body?: object;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The page's script with its imports, as one file for browsers. */
async function bundlePage(): Promise<string> {
  const bundle = await rolldown({ input: file('./page.js'), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  return output[0].code;
}

/** The calls that the page may make, only for this customer. */
function callsOf({ baseUrl, tokenId, tokenSecret, customerId, accountId, payeeId }: Setting) {
  const authorization = `Basic ${Buffer.from(`${tokenId}:${tokenSecret}`).toString('base64')}`;
  const call = async (method: string, path: string, { header = {}, body }: Asked = {}): Promise<Answer> => {
    const signature = header['Service-Wallet-Signature'];
    const requestId = header['Request-Id'];
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization,
        ...(signature && { 'Service-Wallet-Signature': signature }),
        ...(requestId && { 'Request-Id': requestId }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  // Ids come from the page, so they must belong to this wallet.
  const ofWallet = async (kind: 'credentials' | 'sessions', suits: (one: Listed) => boolean): Promise<string> => {
    const { text } = await call('GET', `/auth/${kind}?accountId=${accountId}`);
    const { data } = JSON.parse(text) as { readonly data: readonly Listed[] };
    return data.find(suits)?.id ?? 'none';
  };
  const named = (kind: 'credentials' | 'sessions', { id }: Asked): Promise<string> =>
    ofWallet(kind, (one) => one.id === id);
  const credential = (type: string): Promise<string> => ofWallet('credentials', (one) => one.type === type);
  return {
    // You ship the page, and with it the key that verifies bundles of the service.
    'pinned-key': () => call('GET', '/config').then(pinnedKey),
    'send-code': async () => call('POST', `/auth/credentials/${await credential('EMAIL_OTP')}/challenge`),
    'passkey-challenge': async (asked: Asked) =>
      call('POST', `/auth/credentials/${await credential('PASSKEY')}/challenge`, asked),
    verify: async (asked: Asked) =>
      call('POST', `/auth/credentials/${await named('credentials', asked)}/verify`, asked),
    'passkey-options': async () => ({ status: 200, text: JSON.stringify(passkeyOptions(customerId)) }),
    'add-passkey': (asked: Asked) =>
      call('POST', '/auth/credentials', { ...asked, body: { ...asked.body, type: 'PASSKEY', accountId } }),
    quote: () =>
      call('POST', '/quotes', {
        body: {
          source: { sourceType: 'ACCOUNT', accountId },
          destination: { destinationType: 'ACCOUNT', accountId: payeeId },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 10_000_000,
        },
      }),
    execute: ({ id = '', ...asked }: Asked) => call('POST', `/quotes/${encodeURIComponent(id)}/execute`, asked),
    export: (asked: Asked) => call('POST', `/internal-accounts/${accountId}/export`, asked),
    'sign-out': async (asked: Asked) => call('DELETE', `/auth/sessions/${await named('sessions', asked)}`, asked),
  };
}

interface Listed {
  readonly id: string;
  readonly type: string;
}

/** The only part of the platform's configuration that the page gets. */
function pinnedKey({ status, text }: Answer): Answer {
  const { walletBundlePublicKey } = JSON.parse(text) as { readonly walletBundlePublicKey?: string };
  return { status, text: JSON.stringify({ walletBundlePublicKey }) };
}

/** Registering a passkey is between the platform and the browser; a challenge works once. */
function passkeyOptions(customerId: string): object {
  return {
    challenge: randomBytes(32).toString('base64url'),
    rp: { name: 'Example wallet' },
    user: { id: Buffer.from(customerId).toString('base64url'), name: 'wallet', displayName: 'Your wallet' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    authenticatorSelection: { userVerification: 'preferred' },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Asked;
}

type Call = (asked: Asked) => Promise<Answer>;

/** An error here is returned like one of the service. It ends one request, never the backend. */
async function answerTo(calls: ReadonlyMap<string, Call>, request: IncomingMessage): Promise<Answer> {
  const call = calls.get((request.url ?? '').replace('/api/', ''));
  if (call === undefined) return refusal(404, 'NOT_FOUND', 'The page has no such action.');
  try {
    const asked = await bodyOf(request).catch(() => undefined);
    if (asked === undefined) return refusal(400, 'INVALID_REQUEST_FORMAT', 'The body is not valid JSON.');
    return await call(asked);
  } catch {
    return refusal(502, 'UNREACHABLE', 'The service cannot be reached. Try again in a moment.');
  }
}

function refusal(status: number, code: string, reason: string): Answer {
  return { status, text: JSON.stringify({ status, code, reason }) };
}

/** Serves the page on http://localhost, where browsers allow passkeys without TLS. */
export async function servePage(setting: Setting): Promise<Site> {
  const script = await bundlePage();
  const calls = new Map<string, Call>(Object.entries(callsOf(setting)));
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const { status, text } = await answerTo(calls, request);
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    } else if (request.url === '/page.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    } else {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(readFileSync(file('./page.html')));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the page is not served');
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { origin: `http://localhost:${address.port}`, close };
}
