import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../packages/server/test/free-port.ts';
import { openReceiver, type Receiver } from '../../packages/server/test/receiver.ts';
import { type Ready, runServer, type ServerProcess } from '../../packages/server/test/server-process.ts';
import { type Guide, readGuides, settingNames, textOf, withImports } from './samples.ts';

const here = fileURLToPath(new URL('./', import.meta.url));
/** Inside the package, so that samples resolve the client like an integrator's program. */
const modules = join(here, '.samples');
const guides = readGuides();
const tools = fileURLToPath(new URL('../../packages/mcp/src/main.ts', import.meta.url));
const commandLine = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url));

/** The output that a guide's samples must print, besides exiting with 0. */
const printed: Readonly<Record<string, { readonly sh?: string; readonly ts?: string; readonly js?: string }>> = {
  'first-payment': { sh: '"status":"COMPLETED"', ts: 'COMPLETED' },
  idempotency: { sh: 'one payment', ts: 'true' },
  'errors-and-retries': { sh: 'INSUFFICIENT_FUNDS', ts: 'fund first' },
  ownership: { sh: 'ACTIVE', ts: 'PENDING_OWNERSHIP_VERIFICATION\nACTIVE' },
  'strong-customer-authentication': { sh: 'PENDING_AUTHORIZATION\nPROCESSING\n\n0\nSMS_OTP\ntrue\nPROCESSING' },
  'paying-in': { sh: 'PROCESSING' },
  cards: {
    sh: 'SETTLED\n500\nFROZEN\nCLOSED_BY_PLATFORM',
    ts: 'AUTHORIZED 1250\nSETTLED 1500 500\nCLOSED CLOSED_BY_PLATFORM',
  },
  'embedded-wallets': { ts: 'PROCESSING\n12 words\ntrue\nACTIVE\n204' },
  'command-line': { sh: 'Grace Hopper' },
  agents: {
    sh: 'APPROVED\nPENDING_APPROVAL\nAPPROVED\nAPPROVED\n2\nPER_TRANSACTION_LIMIT\nConnected as "Assistant"',
    ts: '50000 0\nAPPROVED\nPENDING_APPROVAL\nAPPROVED\nAPPROVED\n2\n{"cause":"PER_TRANSACTION_LIMIT","allowed":20000',
    js: 'DONE A payment with this intent was requested before, so nothing was paid again. Done: 40.00 USD',
  },
  stablecoins: {
    sh: 'ACTIVE\ntrue\nPROVISIONED\nPENDING_APPROVAL\ntrue\nEXD\nWIRE\nPROCESSING\ntrue\nCOMPLETED\n10000\nPROCESSING\ntrue\nCOMPLETED',
    ts: 'ACTIVE\nPROVISIONED\nEXE\nPENDING_FUNDING WIRE\nCOMPLETED\nSPARK within seconds',
  },
  statements: {
    sh: '250\n0\nid,createdAt,kind,amount',
    ts: 'SANDBOX_FUNDING 100000 true\nSANDBOX_FUNDING 250 true\n0 0 0\nid,createdAt,kind,amount',
  },
  'sandbox-data': {
    sh: '2030-01-04T16:00:00.000Z\nCOMPLETE\nHAPPENED\nHAPPENED\nFROZEN',
    ts: '2030-01-04T16:00:00.000Z\nCOMPLETE\nHAPPENED\nFROZEN\ntrue',
  },
  invitations: { sh: 'PENDING\nCLAIMED\nCANCELLED', ts: 'PENDING\nCLAIMED' },
  uma: { sh: 'PROCESSING' },
  verification: { sh: 'APPROVED\nPASSPORT', ts: 'PASSPORT' },
  import: { sh: 'umaAddress\nseller-1', ts: '1 1\nseller-4 umaAddress' },
};

let sandbox: ServerProcess;
let access: Ready;
let receiver: Receiver;
let folder: string;
let environment: Record<string, string>;
/** The last delivery of a test event, byte for byte. */
let delivery: { readonly body: Buffer; readonly header: string } | undefined;

function needsSetting({ name }: Guide): boolean {
  return name !== 'first-payment';
}

type Use = 'program' | 'receiver';

function moduleFile({ name }: Guide, use: Use = 'program'): string {
  return join(modules, `${name}.${use}.ts`);
}

interface Outcome {
  readonly code: number | null;
  readonly output: string;
  readonly complaints: string;
}

async function run(command: string, words: readonly string[]): Promise<Outcome> {
  const path = `${folder}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const child = spawn(command, words, {
    cwd: folder,
    env: { ...process.env, ...environment, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [output, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  // MCP tools write their messages to standard error, which a host shows on request.
  return { code, output, complaints: complaints.replaceAll(/^payments-mcp: .*\n/gm, '') };
}

const emptyGuide: Guide = { name: '', text: '', samples: [] };

/** Whether this machine can run samples in the language. */
const probes: Readonly<Record<string, string>> = { js: '', py: 'import cryptography', sh: 'openssl version' };

/** A forged signature header. */
function headersOfStrangers(genuine: string): readonly string[] {
  const { s } = JSON.parse(genuine) as { readonly s: string };
  return [
    ...['', 'garbage', 'null', '[]', '{"v":"1"}', '{"v":"1","s":5}', '{"v":"1","s":"a"}', '{"v":"1","s":"AA=="}'],
    ...[JSON.stringify({ s }), JSON.stringify({ v: '2', s }), '['.repeat(5_000)],
  ];
}

/** The two shell commands of the guides, as the first guide defines them. */
const commands = textOf(
  guides.find(({ name }) => name === 'first-payment') ?? { name: '', text: '', samples: [] },
  'sh',
)
  .split('\n')
  .filter((line) => /^(?:api|field)\(\)/.test(line))
  .join('\n');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guides-'));
  // Replaces npx, which would download the published package.
  writeFileSync(join(folder, 'npx'), `#!/bin/sh\nshift\nexec ${process.execPath} ${tools} "$@"\n`, { mode: 0o755 });
  // Next to a local sandbox it finds these settings itself.
  const settings = 'PAYMENTS_BASE_URL="$BASE_URL" PAYMENTS_TOKEN_ID="$TOKEN_ID" PAYMENTS_TOKEN_SECRET="$TOKEN_SECRET"';
  writeFileSync(join(folder, 'payments'), `#!/bin/sh\n${settings} exec ${process.execPath} ${commandLine} "$@"\n`, {
    mode: 0o755,
  });
  receiver = await openReceiver(({ headers, bytes }) => {
    // Events that other samples caused can still arrive later.
    if (bytes.includes('TEST')) delivery = { body: bytes, header: String(headers['x-service-signature']) };
    return { status: 200 };
  });
  sandbox = runServer(['--port', '0', '--memory', '--json']);
  access = await sandbox.ready();
  environment = {
    BASE_URL: access.baseUrl,
    TOKEN_ID: access.tokenId,
    TOKEN_SECRET: access.tokenSecret,
    WEBHOOK_PUBLIC_KEY: access.webhookPublicKey,
    WEBHOOK_URL: `${receiver.origin}/webhooks`,
    // Programs that store files in the home folder use this one.
    HOME: folder,
  };
  const setting = await run(process.execPath, [join(here, 'setting.ts')]);
  expect(setting).toMatchObject({ code: 0, complaints: '' });
  environment = { ...environment, ...(JSON.parse(setting.output) as Record<string, string>) };
  rmSync(modules, { recursive: true, force: true });
  mkdirSync(modules);
  for (const guide of guides) {
    for (const use of ['program', 'receiver'] as const) {
      writeFileSync(moduleFile(guide, use), withImports(textOf(guide, 'ts', use), settingNames, '../setting.ts'));
    }
  }
});

afterAll(async () => {
  await sandbox?.stop();
  await receiver?.close();
  rmSync(modules, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
});

describe('the samples of the guides', () => {
  it.each(guides.filter((guide) => textOf(guide, 'sh') !== ''))('run in a shell: $name', async (guide) => {
    const script = `${needsSetting(guide) ? commands : ''}\n${textOf(guide, 'sh')}\n`;
    const outcome = await run('bash', ['-e', '-o', 'pipefail', '-c', script]);
    expect(outcome).toMatchObject({ code: 0, complaints: '' });
    expect(outcome.output).toContain(printed[guide.name]?.sh ?? '');
    // An expected refusal is printed as its code only.
    expect(outcome.output).not.toMatch(/"status":[45]\d\d/);
  });

  it.each(guides.filter((guide) => textOf(guide, 'ts') !== ''))('run as programs: $name', async (guide) => {
    const outcome = await run(process.execPath, [moduleFile(guide)]);
    expect(outcome).toMatchObject({ code: 0, complaints: '' });
    expect(outcome.output).toContain(printed[guide.name]?.ts ?? '');
  });

  it.each(guides.filter((guide) => textOf(guide, 'js') !== ''))('run as plain programs: $name', async (guide) => {
    const file = join(modules, `${guide.name}.mjs`);
    writeFileSync(file, textOf(guide, 'js'));
    const outcome = await run(process.execPath, [file]);
    expect(outcome).toMatchObject({ code: 0, complaints: '' });
    expect(outcome.output).toContain(printed[guide.name]?.js ?? '');
  });

  it('receive and verify the events sent to them', async () => {
    const webhooks = guides.find(({ name }) => name === 'webhooks');
    if (webhooks === undefined) throw new Error('There is no guide to webhooks.');
    const port = await freePort();
    const program = spawn(process.execPath, [moduleFile(webhooks, 'receiver')], {
      env: { ...process.env, ...environment, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    program.stdout.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
    try {
      const script = [
        commands,
        `until curl -s http://127.0.0.1:${port} > /dev/null; do sleep 0.2; done`,
        `export WEBHOOK_URL=http://127.0.0.1:${port}`,
        textOf(webhooks, 'sh'),
        textOf(guides.find(({ name }) => name === 'versions') ?? webhooks, 'sh').replace('payout-77', 'payout-78'),
      ].join('\n');
      expect(await run('bash', ['-e', '-o', 'pipefail', '-c', script])).toMatchObject({ code: 0 });
      await expect.poll(() => output).toMatch(/Transaction:\S+ arrived at 2/);
    } finally {
      program.kill();
    }
  });

  it.each([
    {
      language: 'js',
      command: process.execPath,
      words: ['--input-type=module', '-e'],
      authentic: 'true',
      forged: 'false',
    },
    { language: 'py', command: 'python3', words: ['-c'], authentic: 'True', forged: 'False' },
    { language: 'sh', command: 'bash', words: ['-c'], authentic: 'Verified OK', forged: 'Verification failure' },
  ])('verify a delivery without the client: $language', async ({ language, command, words, authentic, forged }) => {
    const program = textOf(guides.find(({ name }) => name === 'webhooks') ?? emptyGuide, language, 'files');
    const ready = await run(command, [...words, probes[language] ?? '']);
    if (ready.code !== 0) {
      process.stderr.write(`The sample in ${language} is not run: ${ready.complaints}\n`);
      return;
    }
    expect(
      await run('bash', ['-c', `${commands}\napi /config -X PATCH -d '{"webhookEndpoint":"'$WEBHOOK_URL'"}'`]),
    ).toMatchObject({ code: 0 });
    await expect.poll(() => delivery !== undefined).toBe(true);
    writeFileSync(join(folder, 'key.pem'), access.webhookPublicKey);
    writeFileSync(join(folder, 'header'), delivery?.header ?? '');
    writeFileSync(join(folder, 'body'), delivery?.body ?? '');
    expect((await run(command, [...words, program])).output.trim()).toBe(authentic);
    writeFileSync(join(folder, 'body'), `${delivery?.body} `);
    expect((await run(command, [...words, program])).output.trim()).toBe(forged);
    writeFileSync(join(folder, 'body'), delivery?.body ?? '');
    for (const header of headersOfStrangers(delivery?.header ?? '')) {
      writeFileSync(join(folder, 'header'), header);
      const { output, complaints } = await run(command, [...words, program]);
      expect([header.slice(0, 40), output.trim(), complaints]).toEqual([header.slice(0, 40), forged, '']);
    }
  });
});
