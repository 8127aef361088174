import type { StartOptions } from './options.ts';
import type { RunningServer } from './start-server.ts';

/** What a person reads when the sandbox is ready; colours only on a terminal. */
export function greeting(
  { baseUrl, docsUrl, platform, deployment }: RunningServer,
  options: StartOptions,
  isTerminal: boolean,
): string {
  const strong = (text: string): string => (isTerminal ? `\u001b[1m${text}\u001b[0m` : text);
  const store = options.databaseUrl !== null ? 'PostgreSQL' : (options.dataFolder ?? 'memory only');
  return `
${strong('The payments sandbox is ready.')}

  Base URL      ${strong(baseUrl)}
  Token id      ${platform.tokenId}
  Token secret  ${platform.tokenSecret}
  Docs          ${docsUrl}
  Data          ${store}
  Mode          ${deployment.mode}: ${deployment.because}

Webhook public key (verify X-Service-Signature with it):

${platform.webhookPublicKey.trimEnd()}

Try it:

  curl -u ${platform.tokenId}:${platform.tokenSecret} ${baseUrl}/platform/internal-accounts

Ctrl-C stops it; the data stays.
`;
}
