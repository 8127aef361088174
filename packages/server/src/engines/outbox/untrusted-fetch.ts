import { refuseEndpoint } from './endpoint-rules.ts';
import { createGuardedAgent } from './guarded-agent.ts';
import type { ResolveName } from './resolve-name.ts';

interface UntrustedRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** JSON. */
  readonly body?: string;
}

type UntrustedResponse =
  | { readonly status: number; readonly body: string }
  | { readonly status: null; readonly error: string };

/** Sends requests to servers whose addresses come from untrusted parties, and reads their responses. */
export interface UntrustedFetch {
  /** Never throws, and returns within `longestFetchMs`. */
  (request: UntrustedRequest): Promise<UntrustedResponse>;
  close(): Promise<void>;
}

export interface UntrustedFetchOptions {
  /** Servers on this machine in place of domains, by domain. All other domains are on the public internet. */
  readonly peers?: ReadonlyMap<string, URL>;
  readonly resolve?: ResolveName;
}

/** From name resolution to the last byte of the response: a caller waits for it. */
const longestFetchMs = 5_000;
const longestAnswerBytes = 64 * 1024;

/** The rules of webhooks apply: only public addresses, HTTPS, no redirects, a time limit. */
export function createUntrustedFetch({ peers = new Map(), resolve }: UntrustedFetchOptions = {}): UntrustedFetch {
  const limits = { timeoutMs: longestFetchMs, longestAnswerBytes };
  const open = createGuardedAgent({ allowsLoopback: false, ...(resolve && { resolve }), ...limits });
  const near = createGuardedAgent({ allowsLoopback: true, resolve: async () => ['127.0.0.1'], ...limits });

  const ask = async ({ method, url, body }: UntrustedRequest): Promise<UntrustedResponse> => {
    const peer = peers.get(url.host);
    const place = peer === undefined ? url : new URL(`${url.pathname}${url.search}`, peer);
    const { exchange, refuse } = peer === undefined ? open : near;
    const refused = peer === undefined ? refuseEndpoint(url.href, false) : undefined;
    const unreachable = refused ?? (await refuse(place));
    if (unreachable !== undefined) return { status: null, error: unreachable };
    let timer: NodeJS.Timeout | undefined;
    try {
      const { statusCode: status, body: answered } = await exchange(place, {
        method,
        headers: { host: url.host, accept: 'application/json', 'user-agent': 'payments-platform', ...jsonBody(body) },
        ...(body !== undefined && { body }),
        onBegin: (breakOff) => {
          timer = setTimeout(breakOff, longestFetchMs);
        },
      });
      return { status, body: answered };
    } catch (error) {
      return { status: null, error: error instanceof Error ? error.message : 'no answer' };
    } finally {
      clearTimeout(timer);
    }
  };
  return Object.assign(ask, {
    close: async () => {
      await Promise.all([open.close(), near.close()]);
    },
  });
}

function jsonBody(body: string | undefined): { readonly 'content-type'?: string } {
  return body === undefined ? {} : { 'content-type': 'application/json' };
}
