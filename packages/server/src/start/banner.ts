import { isLoopback } from '../http/is-loopback.ts';
import type { StartOptions } from './options.ts';
import type { RunningServer } from './start-server.ts';

/** The text when the sandbox is ready. Colours and secrets go to a terminal only, since other output may be stored. */
export function banner(
  { baseUrl, docsUrl, platform, deployment }: RunningServer,
  options: StartOptions,
  isTerminal: boolean,
): string {
  const strong = (text: string): string => (isTerminal ? `\u001b[1m${text}\u001b[0m` : text);
  const secret = isTerminal ? platform.tokenSecret : '$TOKEN_SECRET';
  const place = options.dataFolder === null ? '' : ` in ${options.dataFolder}/credentials.json`;
  const shownSecret = isTerminal ? secret : `not shown here: it is${place || ' printed on a terminal'}, or use --json`;
  const kept = options.databaseUrl !== null ? 'PostgreSQL' : options.dataFolder;
  return `
${strong('The payments sandbox is ready.')}

  Base URL      ${strong(baseUrl)}
  Token id      ${platform.tokenId}
  Token secret  ${shownSecret}${docsUrl === null ? '' : `\n  Docs          ${docsUrl}`}
  Data          ${kept ?? 'memory only'}
  Mode          ${deployment.mode}: ${deployment.because}${addressHint(baseUrl, deployment, options)}${proxyHint(options)}

Webhook public key (verify X-Service-Signature with it):

${platform.webhookPublicKey.trimEnd()}

Try it:

  curl -u ${platform.tokenId}:${secret} ${baseUrl}/platform/internal-accounts

Ctrl-C stops it; the data ${kept === null ? 'ends with it' : 'stays'}.${options.isQuiet ? '' : linesHint}
`;
}

const linesHint = '\nRequests and webhooks are shown from here on; --quiet hides them.\n';

/** Warns that links for customers would lead each of them to their own machine. */
function addressHint(
  baseUrl: string,
  { mode }: RunningServer['deployment'],
  { publicUrl }: Pick<StartOptions, 'publicUrl'>,
): string {
  const { origin, hostname } = new URL(baseUrl);
  // For all IPv6 addresses, `baseUrl` has [::]; for all IPv4 addresses, it has the loopback address.
  const isOfOthers = !isLoopback(hostname) && hostname !== '[::]';
  if (mode === 'local' || publicUrl !== null || isOfOthers) return '';
  return `\n  Links         those for customers lead to ${origin}, which only this machine opens (--public-url)`;
}

/** Warns that a proxy is in front of the server, but not configured. */
function proxyHint({ publicUrl, trustedProxies }: StartOptions): string {
  if (publicUrl === null || trustedProxies.rules.length > 0) return '';
  return '\n  Proxies       none trusted: all who come through one count as one caller (--trusted-proxies)';
}
