import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCaller } from '../../test/caller.ts';
import { type Outcome, runProgram } from '../../test/server-process.ts';
import { startedServers } from '../../test/started-servers.ts';
import { portNames } from '../operation/ports/ports.ts';
import { answerOperator } from './operator-command.ts';
import { UnusableOptions } from './read-flags.ts';
import { answerVerify } from './verify-command.ts';

const servers = startedServers();
afterEach(() => vi.unstubAllEnvs());

/** Does in this process what the command does in its own. */
async function operator(...words: string[]): Promise<Outcome> {
  const answer = answerOperator([...words, '--data', servers.folder]);
  return answer.then(
    (output) => ({ code: 0, output, complaint: '' }),
    (error: Error) => ({ code: error instanceof UnusableOptions ? 2 : 1, output: '', complaint: error.message }),
  );
}

function operatorProcess(...words: string[]): Promise<Outcome> {
  const command = fileURLToPath(new URL('./operator-command.ts', import.meta.url));
  return runProgram(command, [...words, '--data', servers.folder]);
}

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

describe('the operator', () => {
  it('creates no store in an empty folder', async () => {
    for (const name of ['troubled-work', 'retry-work', 'stablecoins'])
      expect(await operator(name)).toMatchObject({ code: 1, complaint: expect.stringContaining('no database in') });
    expect(readdirSync(servers.folder)).toEqual([]);
  });

  it('works on the data folder when DATABASE_URL is empty', async () => {
    vi.stubEnv('DATABASE_URL', '');
    await servers.start();
    expect(await operator('troubled-work')).toEqual({ code: 0, output: 'troubled work  none\n', complaint: '' });
    expect(await answerVerify(['--data', servers.folder], () => undefined)).toBe(0);
  });

  it('refuses a master key other than that of the store', async () => {
    await servers.start();
    await servers.stopAll();
    writeFileSync(join(servers.folder, 'master.key'), 'ab'.repeat(32));
    const made = await operator('create-platform', '--platform', 'acme', '--currency', 'USD');
    expect(made).toMatchObject({ code: 1, complaint: expect.stringContaining('sealed with another master key') });
  });
});

describe('the launch of a platform', () => {
  it('requires consent evidence and an approval, before which production tokens are FORBIDDEN', async () => {
    const { baseUrl } = await servers.start();
    const made = await operatorProcess('create-platform', '--platform', 'acme', '--currency', 'USD', '--json');
    expect(made).toMatchObject({ code: 0, complaint: '' });
    const { tokenId, tokenSecret } = JSON.parse(made.output) as { tokenId: string; tokenSecret: string };
    const call = async (): Promise<[number, string | undefined]> => {
      const { status, body } = await createCaller({ baseUrl, tokenId, tokenSecret }).request('GET', '/config');
      return [status, body.code];
    };
    expect(await call()).toEqual([403, 'FORBIDDEN']);
    expect(await operator('approve-launch', '--platform', 'acme')).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('no evidence'),
    });

    const screenshot = join(servers.folder, 'consent.png');
    writeFileSync(screenshot, png);
    const evidence = ['consent-evidence', '--platform', 'acme', '--screenshot', screenshot, '--tracking'];
    const recorded = await operator(...evidence, 'user id, time and version in our audit table', '--json');
    expect(JSON.parse(recorded.output)).toMatchObject({
      mayLaunch: false,
      screenshot: 'consent.png',
      termsVersion: 'V1',
    });
    expect(await call()).toEqual([403, 'FORBIDDEN']);
    expect((await operator('approve-launch', '--platform', 'acme')).code).toBe(0);
    expect(await call()).toEqual([200, undefined]);

    expect((await operator(...evidence, 'something else')).code).toBe(0);
    expect(await call()).toEqual([403, 'FORBIDDEN']);
    const kept = readdirSync(join(servers.folder, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    for (const { parentPath, name } of kept) expect(readFileSync(join(parentPath, name)).includes(png)).toBe(false);
  });

  it('requires no approval for a regulated platform', async () => {
    const { baseUrl } = await servers.start();
    const made = await operator('create-platform', '--platform', 'bank', '--currency', 'EUR', '--regulated', '--json');
    const { tokenId, tokenSecret } = JSON.parse(made.output) as { tokenId: string; tokenSecret: string };
    const acme = createCaller({ baseUrl, tokenId, tokenSecret });
    expect((await acme.request('GET', '/config')).status).toBe(200);
    expect(await operator('approve-launch', '--platform', 'bank')).toMatchObject({ code: 1 });
  });

  it('creates no platform when its secret would go to output that is not a terminal or JSON', async () => {
    await servers.start();
    expect(await operatorProcess('create-platform', '--platform', 'acme', '--currency', 'USD')).toMatchObject({
      code: 2,
      output: '',
      complaint: expect.stringMatching(/^operator: .*--json.*\n$/),
    });
    expect(await operator('launch-status', '--platform', 'acme')).toMatchObject({ code: 1 });
  });

  it('lists the production adapters, and what is refused without the missing ones', async () => {
    await operator('create-platform', '--platform', 'bank', '--currency', 'EUR', '--regulated', '--json');
    const { output: unfed } = await operator('adapters', '--platform', 'bank', '--json');
    const none = JSON.parse(unfed) as Record<string, string>;
    expect(Object.keys(none)).toEqual(['platform', ...portNames]);
    expect(none['rates']).toContain('refused without it: exchange rates');
    const fed = await operator('adapters', '--platform', 'bank', '--rates', 'rates.json', '--json');
    expect(JSON.parse(fed.output)).toMatchObject({ rates: 'rates.json', rails: expect.stringContaining('refused') });
    expect(await operator('adapters', '--platform', 'nobody')).toMatchObject({ code: 1 });
  });

  it('configures invitations for a platform, and names missing options', async () => {
    await operator('create-platform', '--platform', 'bank', '--currency', 'EUR', '--regulated', '--json');
    const set = ['invitations', '--platform', 'bank', '--name', 'Bank', '--logo', 'https://bank.example/logo.svg'];
    const whole = [...set, '--onboarding', 'https://bank.example/join', '--country', 'US', '--country', 'GB'];
    expect(JSON.parse((await operator(...whole, '--json')).output)).toEqual({
      platform: 'bank',
      name: 'Bank',
      logo: 'https://bank.example/logo.svg',
      onboarding: 'https://bank.example/join',
      countries: 'GB US',
    });
    for (const [words, missing] of [
      [set, '--onboarding'],
      [whole.slice(0, -4), '--country'],
      [[...whole, '--country', 'QX'], 'QX'],
    ] as const)
      expect(await operator(...words)).toMatchObject({ code: 2, complaint: expect.stringContaining(missing) });
  });

  it('exits with 2 for a malformed command and with 1 for one that cannot be done', async () => {
    await servers.start();
    expect(await operator('launch')).toMatchObject({ code: 2, complaint: expect.stringContaining('create-platform') });
    expect(await operator('launch-status')).toMatchObject({
      code: 2,
      complaint: expect.stringContaining('--platform'),
    });
    for (const run of [operator, operatorProcess])
      expect(await run('launch-status', '--platform', 'x')).toMatchObject({ code: 1 });
    expect(await operator('--help')).toMatchObject({ code: 0, output: expect.stringContaining('consent-evidence') });
  });
});

describe('due work that throws', () => {
  it('is listed with its error, counted by verify, and released by retry-work', async () => {
    await servers.start();
    await servers.stopAll();
    const database = new DatabaseSync(join(servers.folder, 'payments.sqlite'));
    database.exec(`INSERT INTO troubled_work (tenant, kind, id, attempts, problem, first_failed_at, last_failed_at)
      VALUES (1, 'transactions', 'Transaction:1', 31, 'the rail is gone', '2025-01-01T00:00:00.000Z', '2025-01-02T00:00:00.000Z')`);
    database.close();
    const verify = fileURLToPath(new URL('./verify-command.ts', import.meta.url));
    const counted = await runProgram(verify, ['--data', servers.folder, '--json']);
    expect(JSON.parse(counted.output)).toMatchObject({ breaches: 0, setAside: 1, retried: 0 });
    const words = expect.stringMatching(/Transaction:1 {2}set aside, 31 attempts since .*: the rail is gone/);
    expect(await operator('troubled-work')).toMatchObject({ code: 0, output: words });
    expect(await operator('retry-work', '--id', 'Transaction:2')).toMatchObject({
      code: 0,
      output: expect.stringContaining('none'),
    });
    expect(await operator('retry-work', '--id', 'Transaction:1')).toMatchObject({ code: 0, output: words });
    expect(JSON.parse((await operator('troubled-work', '--json')).output)).toEqual({ 'troubled work': 'none' });
  });
});

describe('unpaid card transactions', () => {
  it('are listed with the amounts paid to the merchant and charged to the customer', async () => {
    const { request } = await servers.start();
    expect(JSON.parse((await operator('card-exceptions', '--json')).output)).toEqual({ 'card exceptions': 'none' });
    const trigger = { type: 'CARD_TRANSACTION.EXCEPTION', advancesClock: true };
    const { body } = await request('POST', '/sandbox/triggers', trigger);
    expect(body).toMatchObject({ status: 'HAPPENED' });
    const { body: purchase } = await request('GET', `/transactions/${body.resourceId}`);
    const told = JSON.parse((await operator('card-exceptions', '--json')).output) as Record<string, string>;
    expect(Object.keys(told)).toEqual([purchase.id]);
    const { amount } = purchase.settledAmount;
    expect(told[purchase.id]).toMatch(
      new RegExp(
        `^${purchase.cardId} of .* in SANDBOX, since .*: the merchant was paid ${(amount / 100).toFixed(2)} USD and gave back 0.00 USD; the customer was charged 0.00 USD$`,
      ),
    );
  });
});
