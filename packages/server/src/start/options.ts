import { BlockList } from 'node:net';
import { parseArgs } from 'node:util';
import { leastConnections, type PoolSize } from '../ground/database/pool-size.ts';
import { isLoopback } from '../http/is-loopback.ts';
import { readTrustedProxies } from '../http/trusted-proxies.ts';
import type { MetricsPlace } from '../telemetry/metrics/serve-metrics.ts';
import { deploymentOf } from './deployment.ts';
import { databaseUrlIn, givenVariables } from './given-variables.ts';
import { readFlags, UnusableOptions } from './read-flags.ts';
import { readSwitch } from './read-switch.ts';

export interface StartOptions {
  /** The address to listen on. `deployment.ts` says what makes the server a deployed one. */
  readonly host: string;
  readonly port: number;
  /** Where browsers reach the server, if that differs from the listening address; otherwise `null`. */
  readonly publicUrl: string | null;
  /** Proxies whose X-Forwarded-For is believed. No other sender's is. */
  readonly trustedProxies: BlockList;
  /** Folder of the embedded database and of the local credentials; `null` keeps everything in memory. */
  readonly dataFolder: string | null;
  /** PostgreSQL instead of the embedded database. */
  readonly databaseUrl: string | null;
  /** The number of connections to PostgreSQL of this process. */
  readonly poolSize: PoolSize;
  /** Seconds from a signal to stop, at which the server becomes not ready, until the stop. */
  readonly drainSeconds: number;
  /**
   * Simulated seconds per real second on every sandbox platform; `null` leaves the stored speed, which is 1 at first.
   */
  readonly timeScale: number | null;
  /** Whether the local platform needs a submission, documents included, before a customer is verified. */
  readonly requiresPaperwork: boolean;
  /** The source of the exchange rates, a file or an address; `null` for the rates of the sandbox. */
  readonly rates: URL | string | null;
  /** Whether the sandbox refuses identifiers with wrong check digits, as production does. */
  readonly strictIdentifiers: boolean;
  /** How many cards of a sandbox platform may be open at the same time. */
  readonly cardLimit: number;
  /** How many GiB the documents of a platform, with those of its sandbox worlds, may take. */
  readonly documentGibibytes: number;
  /** Sandboxes on this machine, by the UMA domain that each serves. */
  readonly umaPeers: ReadonlyMap<string, URL>;
  readonly isJson: boolean;
  /** The form of the log lines. */
  readonly log: 'text' | 'json';
  /** Leaves out the lines of requests and webhooks. */
  readonly isQuiet: boolean;
  /** Where the metrics are read. */
  readonly metrics: MetricsPlace;
  /** Where traces go; `null` if there is no collector. */
  readonly traces: TracesPlace | null;
  /** Whether a terminal may get colours. */
  readonly mayColour: boolean;
  /** Checks every response against the specification and fails on a breach: for development. */
  readonly checksResponses: boolean;
  /** Refuses fields and filters that an operation does not know, instead of naming them in a header. */
  readonly refusesUnknownFields: boolean;
}

interface TracesPlace {
  readonly url: string;
  readonly serviceName: string;
  /** The sampled share of the traces about which no caller has decided. */
  readonly ratio: number;
}

const flags = {
  port: { type: 'string' },
  host: { type: 'string' },
  'public-url': { type: 'string' },
  'trusted-proxies': { type: 'string' },
  data: { type: 'string' },
  memory: { type: 'boolean' },
  processes: { type: 'string' },
  connections: { type: 'string' },
  drain: { type: 'string' },
  'time-scale': { type: 'string' },
  'require-verification-paperwork': { type: 'boolean' },
  'strict-identifiers': { type: 'boolean' },
  'card-limit': { type: 'string' },
  'document-space': { type: 'string' },
  rates: { type: 'string' },
  'uma-peer': { type: 'string', multiple: true },
  'strict-requests': { type: 'boolean' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean' },
  log: { type: 'string' },
  metrics: { type: 'string' },
  'check-responses': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** The flags of a type that are given at most once. */
type FlagOf<Type extends 'string' | 'boolean'> = {
  [Name in keyof typeof flags]: (typeof flags)[Name] extends { type: Type; multiple?: never } ? Name : never;
}[keyof typeof flags];

/** Former flags, and what replaces them. */
const formerFlags: Readonly<Record<string, string>> = {
  '--movable-clock': 'each sandbox platform now has its own clock. Its tokens move it: PATCH /sandbox/clock.',
};

/** Reads flags, then the environment, then defaults. `'HELP'` for --help. */
export function readOptions(
  arguments_: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): StartOptions | 'HELP' {
  const environment = givenVariables(variables);
  const former = arguments_.find((argument) => Object.hasOwn(formerFlags, argument));
  if (former !== undefined) throw new UnusableOptions(`${former} was removed: ${formerFlags[former]}`);
  const values = readFlags(() => parseArgs({ args: [...arguments_], options: flags }).values);
  if (values.help === true) return 'HELP';
  const given = (flag: FlagOf<'string'>, variable: string): string | undefined => values[flag] ?? environment[variable];
  const isSet = (flag: FlagOf<'boolean'>, variable: string): boolean =>
    values[flag] ?? readSwitch(variable, environment[variable]);
  const databaseUrl = databaseUrlIn(environment) ?? null;
  const isInMemory = isSet('memory', 'PAYMENTS_MEMORY');
  if (isInMemory && databaseUrl !== null) {
    throw new UnusableOptions('--memory and DATABASE_URL exclude each other. Leave one out.');
  }
  const rates = given('rates', 'PAYMENTS_RATES');
  const timeScale = given('time-scale', 'PAYMENTS_TIME_SCALE');
  const log = given('log', 'PAYMENTS_LOG');
  const options: StartOptions = {
    port: readInteger('--port', given('port', 'PORT') ?? '4020', 0, 65_535),
    host: readHost(given('host', 'PAYMENTS_HOST') ?? '127.0.0.1'),
    publicUrl: readUrl('--public-url', given('public-url', 'PAYMENTS_PUBLIC_URL')),
    trustedProxies: readProxies(given('trusted-proxies', 'PAYMENTS_TRUSTED_PROXIES')),
    dataFolder: isInMemory ? null : (given('data', 'PAYMENTS_DATA') ?? '.data'),
    databaseUrl,
    poolSize: readPoolSize(given('connections', 'PAYMENTS_CONNECTIONS'), given('processes', 'PAYMENTS_PROCESSES')),
    drainSeconds: readInteger('--drain', given('drain', 'PAYMENTS_DRAIN') ?? '0', 0, 3_600),
    timeScale: timeScale === undefined ? null : readInteger('--time-scale', timeScale, 1, 1_000_000),
    requiresPaperwork: isSet('require-verification-paperwork', 'PAYMENTS_REQUIRE_PAPERWORK'),
    rates: rates === undefined ? null : readFeedLocation(rates),
    strictIdentifiers: isSet('strict-identifiers', 'PAYMENTS_STRICT_IDENTIFIERS'),
    cardLimit: readInteger('--card-limit', given('card-limit', 'PAYMENTS_CARD_LIMIT') ?? '10000', 0, 1_000_000),
    documentGibibytes: readInteger(
      '--document-space',
      given('document-space', 'PAYMENTS_DOCUMENT_SPACE') ?? '100',
      1,
      1_000_000,
    ),
    umaPeers: readPeers(values['uma-peer'] ?? environment['PAYMENTS_UMA_PEERS']?.split(',') ?? []),
    isJson: values.json === true,
    log: readForm(log),
    traces: readTracesPlace(environment),
    metrics: readMetricsPlace(given('metrics', 'PAYMENTS_METRICS')),
    // With --json, a script gets the other lines only if it sets --log.
    isQuiet:
      isSet('quiet', 'PAYMENTS_QUIET') || (values.quiet === undefined && values.json === true && log === undefined),
    mayColour: (environment['NO_COLOR'] ?? '') === '',
    checksResponses: values['check-responses'] === true,
    refusesUnknownFields: isSet('strict-requests', 'PAYMENTS_STRICT_REQUESTS'),
  };
  if (options.umaPeers.size > 0 && deploymentOf(options, false).mode === 'deployed')
    throw new UnusableOptions('--uma-peer is for a local server. Leave out --uma-peer, or --host and --public-url.');
  return options;
}

/** An explicit number of connections is used as it is; otherwise each process takes its share. */
function readPoolSize(connections: string | undefined, processes = '4'): PoolSize {
  if (connections !== undefined)
    return { connections: readInteger('--connections', connections, leastConnections, 1_000) };
  return { processes: readInteger('--processes', processes, 1, 1_000) };
}

/** The variables are the standard ones of OpenTelemetry. */
function readTracesPlace(environment: Readonly<Record<string, string | undefined>>): TracesPlace | null {
  const endpoint = readUrl('OTEL_EXPORTER_OTLP_ENDPOINT', environment['OTEL_EXPORTER_OTLP_ENDPOINT'] || undefined);
  if (endpoint === null) return null;
  const share = environment['OTEL_TRACES_SAMPLER_ARG'] ?? '1';
  const ratio = Number(share);
  if (!(ratio >= 0 && ratio <= 1) || share.trim() === '')
    throw new UnusableOptions(`OTEL_TRACES_SAMPLER_ARG takes a number from 0 to 1, not "${share}".`);
  return { url: `${endpoint}/v1/traces`, serviceName: environment['OTEL_SERVICE_NAME'] || 'payments', ratio };
}

function readMetricsPlace(text: string | undefined): MetricsPlace {
  if (text === undefined) return 'LOCAL';
  if (text === 'off') return 'OFF';
  const [, host = '', digits = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits !== '' && port <= 65_535) return { host: host.replace(/^\[(.*)\]$/, '$1') || '127.0.0.1', port };
  throw new UnusableOptions(`--metrics takes an address such as 127.0.0.1:9464, a port, or off, not "${text}".`);
}

function readForm(text = 'text'): StartOptions['log'] {
  if (text === 'text' || text === 'json') return text;
  throw new UnusableOptions(`--log takes text or json, not "${text}".`);
}

function readProxies(text: string | undefined): BlockList {
  if (text === undefined) return new BlockList();
  const proxies = readTrustedProxies(text);
  if (proxies !== undefined) return proxies;
  throw new UnusableOptions(
    `--trusted-proxies takes addresses and networks such as 10.0.0.0/8,fd00::1, not "${text}".`,
  );
}

/** Without the slash at the end, since paths are appended. */
function readUrl(name: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') {
    return url.href.replace(/\/$/, '');
  }
  throw new UnusableOptions(`${name} takes an address such as https://pay.example.com, not "${text}".`);
}

/** Servers on this machine, by the domain that each serves. */
function readPeers(texts: readonly string[]): ReadonlyMap<string, URL> {
  const peers = texts.map((text): [string, URL] => {
    const [, domain, place = ''] = /^([a-z0-9-]+(?:\.[a-z0-9-]+)+)=(.+)$/.exec(text) ?? [];
    const url = URL.parse(place);
    if (domain !== undefined && url?.protocol === 'http:' && isLoopback(url.hostname)) return [domain, url];
    throw new UnusableOptions(
      `--uma-peer takes a domain and its address on this machine, such as south.example=http://127.0.0.1:4021, not "${text}".`,
    );
  });
  return new Map(peers);
}

/** The source of the rates: a file, or an address that is read over HTTPS. */
function readFeedLocation(text: string): URL | string {
  if (!/^[a-z]+:\/\//i.test(text)) return text;
  const url = URL.parse(text);
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url === null || !isAllowed || url.username !== '' || url.password !== '')
    throw new UnusableOptions('--rates takes a file or an https:// address, without a user name and a password.');
  return url;
}

/** An IPv6 address may have its brackets. An empty host would mean every address. */
function readHost(text: string): string {
  const host = text.replace(/^\[(.*)\]$/, '$1');
  if (host.trim() !== '') return host;
  throw new UnusableOptions('--host takes an address or a name, such as 127.0.0.1.');
}

function readInteger(name: string, text: string, least: number, most: number): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new UnusableOptions(`${name} takes a whole number from ${least} to ${most}, not "${text}".`);
}
