import { interfaceVersion } from '../generated/commands.ts';
import { UnusableCommand } from '../refusals.ts';
import type { Environment } from '../surroundings.ts';

export function isLoopback(url: string): boolean {
  return URL.canParse(url) && /^(?:127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(new URL(url).hostname);
}

/** The address of the interface. The version is optional; addresses beyond this machine must use HTTPS. */
export function interfaceUrl(given: string): string {
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given))
    throw new UnusableCommand(
      `"${given}" is not an address. Use https://…, or http://127.0.0.1:4020 for a local sandbox.`,
    );
  const url = new URL(given);
  if (url.protocol === 'http:' && !isLoopback(given))
    throw new UnusableCommand(`${url.origin} would send the secret unencrypted. Use https://.`);
  if (url.pathname === '/') url.pathname = `/${interfaceVersion}`;
  return url.href.replace(/\/$/, '');
}

/** The default address of `npm start`. */
export function localUrl(environment: Environment): string {
  return `http://127.0.0.1:${environment['PORT'] ?? '4020'}/${interfaceVersion}`;
}
