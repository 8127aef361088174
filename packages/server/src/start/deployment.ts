import { isLoopback } from '../http/is-loopback.ts';

/** The addresses of a server. */
export interface Places {
  readonly host: string;
  readonly publicUrl: string | null;
}

/** Whether others can reach the server. The strict rules apply unless it is clearly local. */
export interface Deployment {
  readonly mode: 'local' | 'deployed';
  /** The reason, as one clause for people. */
  readonly because: string;
}

/**
 * Each of these reasons alone makes a server a deployed one. A proxy may listen in front of the server, so the address
 * to listen on cannot prove that others have no access.
 */
export function deploymentOf({ host, publicUrl }: Places, servesProduction: boolean): Deployment {
  const reasons: string[] = [];
  if (!isLoopback(host)) reasons.push(`others can reach --host ${host}`);
  if (publicUrl !== null && !isLoopback(new URL(publicUrl).hostname))
    reasons.push(`others can reach --public-url ${publicUrl}`);
  if (servesProduction) reasons.push('the store has a production platform');
  if (reasons.length > 0) return { mode: 'deployed', because: reasons.join(', and ') };
  return { mode: 'local', because: 'only this machine reaches it, and no platform is in production' };
}
