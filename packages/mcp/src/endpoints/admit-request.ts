import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Who may reach the endpoint, and under which names. */
export interface Admission {
  readonly secret: string;
  /** What `Host` may say, with the port where it is not that of the scheme. */
  readonly hosts: readonly string[];
}

export interface Refusal {
  readonly status: number;
  readonly reason: string;
}

export const endpointPath = '/mcp';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function isTheSecret(header: string | undefined, secret: string): boolean {
  const given = /^bearer +(\S+) *$/i.exec(header ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(secret));
}

/**
 * A page in a browser can have its own host name resolve to this machine, and then asks in the name of its host: `Host`
 * and `Origin` give it away. Programs send no `Origin`.
 */
function comesFromElsewhere({ host, origin }: IncomingHttpHeaders, hosts: readonly string[]): boolean {
  if (host === undefined || !hosts.includes(host.toLowerCase())) return true;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || !hosts.includes(new URL(origin).host.toLowerCase());
}

/** Why a request is not let in; `undefined` where it is. */
export function refuseRequest(
  { method, url = '', headers }: IncomingMessage,
  admission: Admission,
): Refusal | undefined {
  if (comesFromElsewhere(headers, admission.hosts)) {
    return { status: 403, reason: 'Requests for this host, or from this origin, are not answered.' };
  }
  if (!isTheSecret(headers.authorization, admission.secret)) {
    return { status: 401, reason: 'Send the secret of this endpoint: Authorization: Bearer <secret>.' };
  }
  if (url.split('?')[0] !== endpointPath) return { status: 404, reason: `The protocol is spoken at ${endpointPath}.` };
  if (!['GET', 'POST', 'DELETE'].includes(method ?? '')) return { status: 405, reason: 'Use POST, GET or DELETE.' };
  return undefined;
}
