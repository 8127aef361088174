import { parseArgs } from 'node:util';
import type { Environment } from '../connection/places.ts';

export const help = `Usage: payments-mcp [COMMAND] [FLAGS]

Gives a language model the tools to pay within the budget of an agent, over the Model Context Protocol.

  connect           redeem a device code, once, and store the access token in a file that only you can read
  serve             serve on standard input and output; the default command
  serve --http      serve over HTTP, only on this machine unless --host is given
  status            show the connected agent and its remaining budget
  logout            delete the access token

  --code CODE       the device code                              PAYMENTS_DEVICE_CODE
  --url URL         the address of the platform                  PAYMENTS_URL
  --profile NAME    name of a connection; "default"              PAYMENTS_MCP_PROFILE
  --replace         replace the connected agent
  --port NUMBER     for HTTP; default 4090, 0 selects a free port
  --host ADDRESS    for HTTP; default 127.0.0.1
  --allow-host NAME for HTTP; host name, with port, under which a proxy is reached; repeatable
  --json            print one line of JSON
  --version         print the version
  --help            show this text

With PAYMENTS_DEVICE_CODE and PAYMENTS_URL, serve connects by itself if it has not redeemed that code before.
Clients over HTTP send \`Authorization: Bearer SECRET\`: PAYMENTS_MCP_SECRET, or the secret in the file that serve names.
Files are in $XDG_CONFIG_HOME/payments-platform/mcp and $XDG_STATE_HOME/payments-platform/mcp.
`;

const options = {
  code: { type: 'string' },
  url: { type: 'string' },
  profile: { type: 'string' },
  replace: { type: 'boolean' },
  http: { type: 'boolean' },
  port: { type: 'string' },
  host: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  json: { type: 'boolean' },
  version: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const names = ['connect', 'serve', 'status', 'logout'] as const;

export interface Command {
  readonly name: (typeof names)[number] | 'help' | 'version';
  readonly code: string | undefined;
  readonly url: string | undefined;
  readonly profile: string;
  readonly replaces: boolean;
  readonly isHttp: boolean;
  readonly port: number;
  readonly host: string;
  readonly otherHosts: readonly string[];
  readonly isJson: boolean;
}

/** The command line is invalid. */
export class UnusableCommand extends Error {
  override readonly name = 'UnusableCommand';
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    const [problem = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new UnusableCommand(`${problem}. --help shows the commands.`);
  }
}

function nameOf(positionals: readonly string[]): (typeof names)[number] {
  const [given = 'serve', ...more] = positionals;
  const name = names.find((each) => each === given);
  if (name === undefined || more.length > 0) {
    throw new UnusableCommand(`"${[given, ...more].join(' ')}" is not a command. --help shows the commands.`);
  }
  return name;
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UnusableCommand(`--port ${text} is not a port. Give a number from 0 to 65535.`);
}

/** Without HTTP these flags have no effect, and a host would wait for an endpoint that never opens. */
function refuseWithoutHttp(values: Readonly<Record<string, unknown>>): void {
  if (values['http'] === true) return;
  const flag = ['port', 'host', 'allow-host'].find((each) => values[each] !== undefined);
  if (flag !== undefined) throw new UnusableCommand(`--${flag} only applies to HTTP. Add --http, or remove it.`);
}

export function readCommand(words: readonly string[], environment: Environment): Command {
  const { values, positionals } = parsed(words);
  const set = (value: string | undefined): string | undefined => (value === '' ? undefined : value);
  const name = nameOf(positionals);
  refuseWithoutHttp(values);
  return {
    name: values.help === true ? 'help' : values.version === true ? 'version' : name,
    code: set(values.code ?? environment['PAYMENTS_DEVICE_CODE']),
    url: set(values.url ?? environment['PAYMENTS_URL']),
    profile: set(values.profile ?? environment['PAYMENTS_MCP_PROFILE']) ?? 'default',
    replaces: values.replace ?? false,
    isHttp: values.http ?? false,
    port: portOf(values.port ?? '4090'),
    host: values.host ?? '127.0.0.1',
    otherHosts: (values['allow-host'] ?? []).map((host) => host.toLowerCase()),
    isJson: values.json ?? false,
  };
}
