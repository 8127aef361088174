import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** The result of a tool, as a model reads it. */
export interface Heard {
  readonly outcome: string;
  readonly text: string;
  readonly isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects.
  readonly data: any;
}

/** A program that runs a language model and is connected to the server. */
export interface Host {
  readonly client: Client;
  tools(): Promise<string[]>;
  call(name: string, given?: Record<string, unknown>): Promise<Heard>;
  /** How often the server announced a change of its tools. */
  changes(): number;
  /** The output of the server on standard error. */
  complaints(): string;
  /** Stops the server and returns how it ended. */
  close(): Promise<number | null>;
}

/** A separate home folder, so that a test cannot use other connections on this machine. */
export interface Home {
  readonly folder: string;
  readonly environment: Record<string, string>;
  remove(): void;
}

export function makeHome(): Home {
  const folder = mkdtempSync(join(tmpdir(), 'payments-mcp-'));
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return {
    folder,
    environment: {
      PATH,
      NODE_COMPILE_CACHE,
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_STATE_HOME: join(folder, 'state'),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface Ran {
  readonly code: number | null;
  readonly output: string;
  readonly complaint: string;
}

/** Runs a command of the program to its end, with empty input. */
export async function runCommand(
  home: Home,
  words: readonly string[],
  more: Record<string, string> = {},
  input = '',
): Promise<Ran> {
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...home.environment, ...more },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [output, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, output, complaint };
}

export const transports = ['stdio', 'http'] as const;

export function openHost(transport: (typeof transports)[number], home: Home): Promise<Host> {
  return transport === 'stdio' ? openStdio(home) : openHttp(home);
}

async function openStdio({ environment }: Home): Promise<Host> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program],
    env: environment,
    stderr: 'pipe',
  });
  let complaints = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  return hostOf(
    transport,
    () => complaints,
    async () => null,
  );
}

async function openHttp(home: Home): Promise<Host> {
  const { url, secret, child, complaints } = await startEndpoint(home);
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { Authorization: `Bearer ${secret}` } },
  });
  return hostOf(transport, complaints, () => endOf(child));
}

/** Starts the HTTP server as a process, and reads its address and secret from its output. */
export async function startEndpoint(home: Home): Promise<{
  readonly url: string;
  readonly secret: string;
  readonly child: ChildProcess;
  complaints(): string;
}> {
  const child = spawn(process.execPath, [program, 'serve', '--http', '--port', '0'], {
    env: home.environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  const told = new Promise<RegExpExecArray>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      complaints += chunk.toString();
      const found = /listening on (\S+); .* in (\S+)\n/.exec(complaints);
      if (found !== null) resolve(found);
    });
    child.on('exit', () => reject(new Error(complaints)));
  });
  const [, url = '', file = ''] = await told;
  return { url, secret: readFileSync(file, 'utf8').trim(), child, complaints: () => complaints };
}

export function endOf(child: ChildProcess): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  child.kill('SIGTERM');
  return ended;
}

async function hostOf(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  complaints: () => string,
  end: () => Promise<number | null>,
): Promise<Host> {
  const client = new Client({ name: 'test-host', version: '1.0.0' });
  let changes = 0;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    changes += 1;
  });
  await client.connect(transport);
  return {
    client,
    complaints,
    changes: () => changes,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, given = {}) => {
      const { structuredContent, isError } = await client.callTool({ name, arguments: given });
      return { ...(structuredContent as Omit<Heard, 'isError'>), isError: isError === true };
    },
    close: async () => {
      await client.close();
      return end();
    },
  };
}
