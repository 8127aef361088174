import { interfaceVersion } from '../generated/commands.ts';
import { UnusableCommand } from '../refusals.ts';
import type { Environment } from '../surroundings.ts';

export function isLoopback(url: string): boolean {
  return URL.canParse(url) && /^(?:127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(new URL(url).hostname);
}

/** The address of the interface; its version may be left out, and beyond this machine it has to be encrypted. */
export function interfaceUrl(given: string): string {
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given))
    throw new UnusableCommand(
      `"${given}" is no address. Write https://…, or http://127.0.0.1:4020 for a local sandbox.`,
    );
  const url = new URL(given);
  if (url.protocol === 'http:' && !isLoopback(given))
    throw new UnusableCommand(`${url.origin} would send the secret readable by others. Use https://.`);
  if (url.pathname === '/') url.pathname = `/${interfaceVersion}`;
  return url.href.replace(/\/$/, '');
}

/** Where `npm start` puts the sandbox, unless it is told otherwise. */
export function localUrl(environment: Environment): string {
  return `http://127.0.0.1:${environment['PORT'] ?? '4020'}/${interfaceVersion}`;
}
