import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** The secret of the endpoint, and the host names that clients may use. */
export interface Admission {
  readonly secret: string;
  /** The allowed values of `Host`, with the port unless it is the default of the scheme. */
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
 * A page in a browser can make its own host name resolve to this machine (DNS rebinding). `Host` and `Origin` then
 * still have the name of the page. Programs send no `Origin`.
 */
function comesFromElsewhere({ host, origin }: IncomingHttpHeaders, hosts: readonly string[]): boolean {
  if (host === undefined || !hosts.includes(host.toLowerCase())) return true;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || !hosts.includes(new URL(origin).host.toLowerCase());
}

/** Why a request is refused; `undefined` if it is admitted. */
export function refuseRequest(
  { method, url = '', headers }: IncomingMessage,
  admission: Admission,
): Refusal | undefined {
  if (comesFromElsewhere(headers, admission.hosts)) {
    return { status: 403, reason: 'This host or origin is not allowed. Add it with --allow-host.' };
  }
  if (!isTheSecret(headers.authorization, admission.secret)) {
    return { status: 401, reason: 'Send the secret of this endpoint: Authorization: Bearer <secret>.' };
  }
  if (url.split('?')[0] !== endpointPath)
    return { status: 404, reason: `There is nothing at this path. Use ${endpointPath}.` };
  if (!['GET', 'POST', 'DELETE'].includes(method ?? '')) return { status: 405, reason: 'Use POST, GET or DELETE.' };
  return undefined;
}
