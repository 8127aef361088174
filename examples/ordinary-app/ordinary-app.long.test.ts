import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createClient, orThrow } from '@payments-platform/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, missingBrowser } from '../../packages/docs/src/browser.ts';
import { freePort } from '../../packages/server/test/free-port.ts';
import { readGuide, readGuides, settingNames, textOf, withImports } from '../guides/samples.ts';
import { findOlderNode } from './older-node.ts';
import { installedPath, installOthers, installPacked } from './pack.ts';
import { serveWallet, signInFromPage, walletPage } from './wallet-in-browser.ts';

// A user's setup with the published packages: their own compiler with plain options, and the samples.

const root = fileURLToPath(new URL('../../', import.meta.url));
const readmes = ['client', 'sandbox'].map((name) =>
  readGuide(join(root, 'packages', name, 'README.md'), `${name}-readme`),
);
const given = join(root, 'examples/ordinary-app/given.ts');
const givenNames = [...readFileSync(given, 'utf8').matchAll(/^export declare (?:const|function) (\w+)/gm)].map(
  ([, name = '']) => name,
);
const olderNode = findOlderNode();
if (olderNode === undefined)
  process.stderr.write('The packages are not tried under an older Node.js: there is none.\n');
let app: string;
let samples: readonly string[];

/** Each TypeScript sample of the guides and of the READMEs of packages as a module. */
function writeSamples(): readonly string[] {
  const written: string[] = [];
  for (const guide of [...readGuides(), ...readmes]) {
    for (const use of ['program', 'receiver', 'sketch'] as const) {
      const program = textOf(guide, 'ts', use);
      if (program === '') continue;
      const isOfGuide = !readmes.includes(guide) && use !== 'sketch';
      const module = isOfGuide
        ? withImports(program, settingNames, './setting.js')
        : withImports(program, givenNames, './given.js');
      written.push(`${guide.name}.${use}.ts`);
      writeFileSync(join(app, `${guide.name}.${use}.ts`), module);
    }
  }
  return written;
}

/** The newest and the oldest compiler, each option both ways. A back end has no DOM; a bundler setup has it. */
const compilers = [
  { compiler: 'typescript', flags: ['--singleThreaded'], module: 'nodenext', exact: false, lib: ['es2022'] },
  { compiler: 'typescript', flags: ['--singleThreaded'], module: 'bundler', exact: true, lib: ['es2022', 'dom'] },
  { compiler: 'typescript-5.6', flags: [], module: 'nodenext', exact: false, lib: ['es2022'] },
  { compiler: 'typescript-5.6', flags: [], module: 'bundler', exact: true, lib: ['es2022', 'dom'] },
] as const;

async function complaintsOf({ compiler, flags, module, exact, lib }: (typeof compilers)[number]): Promise<string> {
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    lib,
    module: module === 'bundler' ? 'esnext' : module,
    moduleResolution: module,
    exactOptionalPropertyTypes: exact,
    skipLibCheck: module === 'bundler',
    types: ['node'],
    noEmit: true,
  };
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const program = join(installedPath(compiler), 'bin/tsc');
  const compiling = promisify(execFile)(process.execPath, [program, '-p', app, ...flags], { cwd: app });
  return compiling.then(
    () => '',
    (error: { readonly stdout: string }) => error.stdout || String(error),
  );
}

interface Access {
  readonly baseUrl: string;
  readonly tokenId: string;
  readonly tokenSecret: string;
  readonly webhookPublicKey: string;
  readonly docsUrl: string | null;
}

/** The program of a packed package, as npx finds it. */
function programOf(name: string, command: string): string {
  const home = join(app, 'node_modules/@payments-platform', name);
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>;
  };
  const program = join(home, bin[command] ?? '');
  expect(readFileSync(program, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  return program;
}

/** The packed server, started like in its README. */
async function startPacked(): Promise<{ readonly access: Access; readonly child: ChildProcess }> {
  const { DATABASE_URL: _database, PORT: _port, PAYMENTS_DATA: _data, ...environment } = process.env;
  const program = programOf('server', 'payments-sandbox');
  const child = spawn(process.execPath, [program, '--port', '0', '--json'], { cwd: app, env: environment });
  const complaints = text(child.stderr);
  for await (const line of createInterface(child.stdout)) return { access: JSON.parse(line) as Access, child };
  throw new Error(await complaints);
}

/** Runs the packed server during a test. */
async function withPacked(use: (access: Access) => Promise<void>): Promise<void> {
  const { access, child } = await startPacked();
  try {
    await use(access);
  } finally {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  }
}

/** The output of the packed command line beside the packed server, whose credentials it finds itself. */
async function saidBeside({ baseUrl }: Access, ...words: string[]): Promise<string> {
  const program = programOf('cli', 'payments');
  const env = { PATH: process.env['PATH'], HOME: app, PORT: new URL(baseUrl).port };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], { cwd: app, env });
  return stdout;
}

/** The messages of the packed server about documentation, which it does not include: at its start and at its root. */
async function announcedDocs({ docsUrl, baseUrl }: Access): Promise<readonly unknown[]> {
  return [docsUrl, await (await fetch(new URL('/', baseUrl))).json()];
}

/** The tools that the packed MCP server offers, connected to the packed server. */
async function offeredToModel({ baseUrl, tokenId, tokenSecret }: Access): Promise<readonly string[]> {
  const client = createClient({ baseUrl, tokenId, tokenSecret });
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' } as const;
  const { id: customerId } = await orThrow(client.POST('/customers', { body }));
  const policy = {
    permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
    defaultExecutionMode: 'AUTO',
    spendingLimits: { currency: 'USD', perTransactionLimit: 1_000 },
  } as const;
  const { deviceCode } = await orThrow(client.POST('/agents', { body: { name: 'Assistant', customerId, policy } }));
  const program = programOf('mcp', 'payments-mcp');
  const env = { ...getDefaultEnvironment(), HOME: app, PAYMENTS_DEVICE_CODE: deviceCode.code, PAYMENTS_URL: baseUrl };
  const model = new Client({ name: 'ordinary-app', version: '1.0.0' });
  const transport = new StdioClientTransport({ command: process.execPath, args: [program], env, stderr: 'ignore' });
  await model.connect(transport);
  try {
    const described = await model.callTool({ name: 'describe_payee_kind', arguments: { accountType: 'USD_ACCOUNT' } });
    expect(JSON.stringify(described)).toContain('routingNumber');
    return (await model.listTools()).tools.map(({ name }) => name);
  } finally {
    await model.close();
  }
}

beforeAll(async () => {
  app = mkdtempSync(join(tmpdir(), 'ordinary-app-'));
  writeFileSync(join(app, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await installPacked(app);
  installOthers(app, ['@types/node', 'jest', 'uqr', 'vitest']);
  samples = writeSamples();
  for (const file of [given, join(root, 'examples/ordinary-app/mistakes.ts'), join(root, 'examples/first-payment.ts')])
    copyFileSync(file, join(app, file.slice(file.lastIndexOf('/') + 1)));
  copyFileSync(join(root, 'examples/guides/setting.ts'), join(app, 'setting.ts'));
  const server =
    "import { createApp } from '@payments-platform/server';\nexport const start: typeof createApp = createApp;\n";
  const specification = "import { loadSpecification } from '@payments-platform/types/spec';\nloadSpecification();\n";
  writeFileSync(join(app, 'others.ts'), server + specification);
}, 300_000);

afterAll(() => rmSync(app, { recursive: true, force: true }));

describe('an ordinary app with the published packages', () => {
  it('compiles every sample and no mistake, with the oldest and newest compiler and common options', async () => {
    expect(samples.length).toBeGreaterThan(10);
    for (const each of compilers)
      expect({ each, complaints: await complaintsOf(each) }).toEqual({ each, complaints: '' });
  }, 600_000);

  it('makes its first payment, opens a wallet and serves a model its tools from the installed packages', async () => {
    // The setting of the guides is imported under its built name.
    writeFileSync(join(app, 'setting.js'), stripTypeScriptTypes(readFileSync(join(app, 'setting.ts'), 'utf8')));
    await withPacked(async (access) => {
      const environment = {
        BASE_URL: access.baseUrl,
        TOKEN_ID: access.tokenId,
        TOKEN_SECRET: access.tokenSecret,
        WEBHOOK_PUBLIC_KEY: access.webhookPublicKey,
        WEBHOOK_PORT: String(await freePort()),
      };
      for (const [program, output] of [
        ['first-payment.program.ts', /COMPLETED|has arrived/],
        ['first-payment.ts', /COMPLETED|has arrived/],
        ['embedded-wallets.program.ts', /12 words\ntrue\nACTIVE\n204/],
      ] as const) {
        const { stdout } = await promisify(execFile)(process.execPath, [join(app, program)], {
          cwd: app,
          env: { ...process.env, ...environment },
        });
        expect(stdout).toMatch(output);
      }
      expect(await announcedDocs(access)).toEqual([null, { basePath: '/2025-10-13', health: '/healthz' }]);
      expect(await offeredToModel(access)).toContain('pay_quote');
      const { baseUrl, tokenId } = access;
      expect(JSON.parse(await saidBeside(access, 'status', '--json'))).toMatchObject({ baseUrl, tokenId });
      expect(await saidBeside(access, '--help')).toContain('customers');
      for (const name of ['operator', 'verify'])
        expect(await saidBeside(access, name, '--help')).toContain(`Usage: payments ${name} `);
      expect(await saidBeside(access, 'verify', '--data', join(app, '.data'))).toContain(' 0 broken.');
    });
  });

  it("shows the server's flags with the name of the installed program", async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [programOf('server', 'payments-sandbox'), '--help']);
    expect(stdout).toMatch(/^Usage: payments-sandbox \[flags\]\n/);
  });

  it.skipIf(olderNode === undefined)('names the required Node.js version under an older one', async () => {
    const ended = async (...words: string[]): Promise<unknown> =>
      promisify(execFile)(olderNode ?? '', words, { cwd: app }).catch((error: unknown) => error);
    for (const [name, command] of [
      ['server', 'payments-sandbox'],
      ['cli', 'payments'],
      ['mcp', 'payments-mcp'],
    ] as const)
      expect(await ended(programOf(name, command), '--help')).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^payments(-mcp)?: Node\.js 24 or newer is needed, .*\n$/),
      });
    for (const library of ['server', 'sandbox', 'sandbox/jest', 'sandbox/node-test'])
      for (const program of ["import('NAME')", "require('NAME')"])
        expect(await ended('-e', program.replace('NAME', `@payments-platform/${library}`))).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(/^Error: .* needs Node\.js 24 or newer, and this is v.*nodejs\.org\.$/m),
        });
  });

  it('tests a payment with its webhook in the test runner of Node.js', async () => {
    const folder = join(app, 'testing');
    mkdirSync(folder);
    for (const file of ['payments.ts', 'node-test.ts'])
      copyFileSync(join(root, 'examples/testing', file), join(folder, file));
    const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
    const words = ['--test-reporter=tap', 'node-test.ts'];
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: folder, env });
    expect(stdout).toMatch(/# pass 1\n# fail 0/);
  });

  it('tests a payment with its webhook in Jest, and names the flag that Jest needs', async () => {
    const folder = join(app, 'with-jest');
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{}');
    for (const file of ['jest.test.cjs', 'jest.test.mjs'])
      copyFileSync(join(root, 'examples/testing', file), join(folder, file));
    const jest = (options: string) =>
      promisify(execFile)(process.execPath, [join(installedPath('jest'), 'bin/jest.js'), '--cacheDirectory', 'cache'], {
        cwd: folder,
        env: { PATH: process.env['PATH'], NODE_OPTIONS: options },
      });
    const { stderr } = await jest('--experimental-vm-modules');
    expect(stderr).toContain('2 passed, 2 total');
    const refused = await jest('').catch((error: { readonly stderr: string }) => error);
    expect(refused.stderr).toContain('NODE_OPTIONS=--experimental-vm-modules npx jest');
  });

  it.skipIf(missingBrowser() !== undefined)('signs for a wallet in a page bundled from the packages', async () => {
    writeFileSync(join(app, 'wallet-page.js'), walletPage);
    const { origin, server } = await serveWallet(app);
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      await page.goto(origin);
      await page.waitForFunction('window.wallet !== undefined');
      await withPacked(async (access) => {
        expect(await signInFromPage(access, page)).toEqual(['EMAIL_OTP', '12 words']);
      });
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
      server.close();
    }
  });
});
