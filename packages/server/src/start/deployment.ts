import { isLoopback } from '../http/is-loopback.ts';

/** Where a server is reached. */
export interface Places {
  readonly host: string;
  readonly publicUrl: string | null;
}

/** Whether strangers can reach the server; the strict rules hold unless it is plainly local. */
export interface Deployment {
  readonly mode: 'local' | 'deployed';
  /** What shows it, as one clause for people. */
  readonly because: string;
}

/**
 * Each of these alone makes a server a deployed one. A proxy in front listens where the server does not,
 * so the address to listen on cannot say that nobody else gets in.
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
