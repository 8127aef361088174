import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { oneEngine } from '../../server/test/each-engine.ts';
import { credentialsIn, openTerminal, type Terminal } from '../test/terminal.ts';

async function atTerminal(server: Parameters<typeof credentialsIn>[0], use: (terminal: Terminal) => Promise<void>) {
  const terminal = openTerminal({ environment: credentialsIn(server) });
  try {
    await use(terminal);
  } finally {
    terminal.remove();
  }
}

const create = ['customers', 'create', '--customer-type', 'INDIVIDUAL'];

oneEngine('a CLI command', (start) => {
  it('prints a list as a table, a resource as lines, and the raw response with --json', async () => {
    const server = await start();
    await atTerminal(server, async ({ type }) => {
      const created = await type([...create, '--full-name', 'Ada Lovelace', '--json']);
      const customer = JSON.parse(created.output) as { readonly id: string };
      const one = await type(['customers', 'get', customer.id]);
      expect(one.output).toMatch(/^fullName +Ada Lovelace$/m);
      expect(one.output).toContain(customer.id);
      expect((await type(['exchange-rates', 'get'])).output).toMatch(
        /^sourceCurrency +sendingAmount .* destinationCurrency .*\n[A-Z]{3} +10000 /,
      );
      const narrow = await type(['customers', 'list'], { columns: 80 });
      expect(narrow.output).toMatch(/^id +fullName/);
      expect((await type(['help', 'customers', 'list'])).output).toBe(
        (await type(['customers', 'list', '--help'])).output,
      );
      const list = await type(['customers', 'list']);
      expect(list.output.split('\n')).toHaveLength(2);
      expect(list.output).toMatch(/^id +/);
      expect(list.output).toContain(customer.id);
      const raw = await server.request('GET', `/customers/${customer.id}`);
      expect((await type(['customers', 'get', customer.id, '--json'])).output).toBe(raw.text);
      expect((await type(['tokens', 'list'], { isTerminal: true })).output).toContain('\u001b[');
      const grey = { environment: { ...credentialsIn(server), NO_COLOR: '1' }, isTerminal: true };
      expect((await type(['tokens', 'list'], grey)).output).not.toContain('\u001b[');
      expect((await type(['tokens', 'list', '--no-color'], { isTerminal: true })).output).not.toContain('\u001b[');
    });
  });

  it('fetches every page with --all, and prints one item per line with --json', async () => {
    await atTerminal(await start(), async ({ type }) => {
      for (const name of ['One', 'Two', 'Three']) await type([...create, '--full-name', name]);
      const { output } = await type(['customers', 'list', '--limit', '1', '--all', '--json']);
      const names = output.split('\n').map((line) => (JSON.parse(line) as { readonly fullName: string }).fullName);
      expect(names.toSorted()).toEqual(['One', 'Three', 'Two']);
      const table = await type(['customers', 'list', '--limit', '2', '--all']);
      expect(table.output.match(/customerType/g)).toHaveLength(1);
      expect((await type(['customers', 'list', '--limit', '2'])).output).toContain(
        'More results: use --all, or --cursor',
      );
    });
  });

  it('reports the ignored fields of an older server once, for one page and for all', async () => {
    const older = createServer(({ url = '' }, response) => {
      const isLast = url.includes('cursor=');
      response.setHeader('Content-Type', 'application/json');
      response.setHeader('Ignored-Fields', 'customerType');
      response.end(JSON.stringify({ data: [{ id: url }], hasMore: !isLast, ...(!isLast && { nextCursor: 'next' }) }));
    });
    await new Promise<void>((resolve) => older.listen(0, '127.0.0.1', resolve));
    const { port } = older.address() as AddressInfo;
    try {
      await atTerminal(await start(), async ({ type }) => {
        const list = ['customers', 'list', '--customer-type', 'INDIVIDUAL', '--base-url', `http://127.0.0.1:${port}`];
        for (const words of [list, [...list, '--all'], [...list, '--all', '--json']])
          expect((await type(words)).complaints).toBe('The platform ignored unknown fields: customerType');
      });
    } finally {
      older.closeAllConnections();
      older.close();
    }
  });

  it('reads the body from an argument, a file or standard input, and merges flags into it', async () => {
    await atTerminal(await start(), async ({ type, folder }) => {
      const body = JSON.stringify({
        customerType: 'INDIVIDUAL',
        fullName: 'Ada',
        address: { country: 'US', postalCode: '10001' },
      });
      writeFileSync(join(folder, 'ada.json'), body);
      const rest = ['--address.line1', '1 Main Street', '--json'];
      for (const [word, given] of [
        [body, {}],
        ['@ada.json', {}],
        ['-', { readInput: async () => body }],
      ] as const) {
        const { output } = await type(['customers', 'create', '-d', word, ...rest], given);
        expect(JSON.parse(output)).toMatchObject({
          fullName: 'Ada',
          address: { country: 'US', line1: '1 Main Street' },
        });
      }
      expect(await type(['customers', 'create', '-d', '{'])).toMatchObject({
        code: 2,
        complaints: expect.stringContaining('The body is not valid JSON'),
      });
      expect(await type(['customers', 'create', '-d', '@none.json'])).toMatchObject({ code: 2 });
    });
  });

  it('reports an ignored field with the nearest known name, beside the response', async () => {
    await atTerminal(await start(), async ({ type }) => {
      const made = await type(['customers', 'create', '--json', '-d', '{"customerType":"INDIVIDUAL","fulName":"Ada"}']);
      expect(made.code).toBe(0);
      expect(JSON.parse(made.output)).toMatchObject({ customerType: 'INDIVIDUAL' });
      expect(made.complaints).toBe('The platform ignored unknown fields: fulName (did you mean fullName?)');
    });
  });

  it('reports a refusal with its code and invalid field, and exits with 1', async () => {
    await atTerminal(await start(), async ({ type }) => {
      const refused = await type(['customers', 'create', '--customer-type', 'INDIVIDUAL', '--birth-date', 'soon']);
      expect([refused.code, refused.output]).toEqual([1, '']);
      expect(refused.complaints).toMatch(/^Refused: 400 INVALID_INPUT\. /);
      expect(refused.complaints).toContain('  birthDate: ');
      const json = await type(['customers', 'get', 'Customer:0198c0de-7a13-7e74-8a4f-2d3c4b5a6f74', '--json']);
      expect([json.code, JSON.parse(json.complaints)]).toMatchObject([1, { status: 404, code: 'CUSTOMER_NOT_FOUND' }]);
    });
  });

  it('removes terminal control characters from its output', async () => {
    await atTerminal(await start(), async ({ type }) => {
      const name = 'Ada\u001b]0;mine\u0007 \u202eecalevoL';
      const { output } = await type([...create, '--full-name', name]);
      expect(output).toContain('Ada');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
      expect(output).not.toMatch(/[\u001b\u0007\u202e]/);
    });
  });
});

describe('the command line', () => {
  it.each([
    [['customers', 'create', '--colour'], "payments: unknown option '--colour'. --help shows the commands."],
    [['customers', 'get'], "payments: missing required argument 'customer-id'. --help shows the commands."],
    [['paint'], "payments: unknown command 'paint'. --help shows the commands."],
    [['custmers', 'list'], "payments: unknown command 'custmers'. Did you mean customers?"],
    [['customers', 'lst'], "payments: unknown command 'lst'. Did you mean list?"],
    [['customers', 'create', '--full-nme', 'x'], "payments: unknown option '--full-nme'. Did you mean --full-name?"],
    [['worlds', 'list'], "payments: unknown command 'worlds'. Did you mean `payments sandbox worlds`?"],
    [['list'], "payments: unknown command 'list'. --help shows the commands."],
    [
      ['stablecoin-provider-accounts', 'create'],
      "payments: unknown command 'create'. `payments stablecoin-provider-accounts` has list, link, get.",
    ],
    [
      ['customers', 'kyc-link', 'open', 'x'],
      "payments: unknown command 'open'. `payments customers kyc-link` has create.",
    ],
    [
      ['quotes', 'create', '--locked-currency-amount', 'much'],
      'payments: --locked-currency-amount must be a number, not "much".',
    ],
  ])('exits with 2 and one line for the invalid command %j', async (words, complaints) => {
    const terminal = openTerminal();
    try {
      expect(await terminal.type(words)).toEqual({ code: 2, output: '', complaints });
    } finally {
      terminal.remove();
    }
  });

  it('prints the flags, examples and checks of an operation with --help', async () => {
    const terminal = openTerminal();
    try {
      const { code, output } = await terminal.type(['quotes', 'create', '--help']);
      expect(code).toBe(0);
      for (const part of [
        'Usage: payments quotes create',
        '--source.account-id <text>',
        'Examples:',
        'Checked in this order',
      ])
        expect(output).toContain(part);
    } finally {
      terminal.remove();
    }
  });
});

describe('shell completion', () => {
  it.each([
    [['cust'], ['customers']],
    [['customers', 'cr'], ['create']],
    [['customers', 'create', '--customer-t'], ['--customer-type']],
    [['customers', 'create', '--customer-type', 'I'], ['INDIVIDUAL']],
  ])('completes %j', async (words, expected) => {
    const terminal = openTerminal();
    try {
      const { output } = await terminal.type(['complete', '--', ...words]);
      expect(output.split('\n').map((line) => line.split('\t')[0])).toEqual(expected);
    } finally {
      terminal.remove();
    }
  });

  it.each(['bash', 'zsh', 'fish'])('has a script for %s', async (shell) => {
    const terminal = openTerminal();
    try {
      expect((await terminal.type(['completion', shell])).output).toContain('payments complete --');
    } finally {
      terminal.remove();
    }
  });
});

oneEngine('the CLI program', (start) => {
  it('prints the response and exits with 0, 1 or 2', async () => {
    const server = await start();
    const program = fileURLToPath(new URL('main.ts', import.meta.url));
    const runs = (...words: string[]) =>
      promisify(execFile)(process.execPath, [program, ...words], {
        env: { ...process.env, ...credentialsIn(server) },
      });
    const { stdout } = await runs('config', 'get', '--json');
    expect(JSON.parse(stdout)).toHaveProperty('webhookPublicKey');
    await expect(runs('config', 'paint')).rejects.toMatchObject({ code: 2 });
    await expect(runs('customers', 'get', 'Customer:none')).rejects.toMatchObject({ code: 1 });
  });
});
