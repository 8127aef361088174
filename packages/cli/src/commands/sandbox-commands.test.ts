import { expect, it } from 'vitest';
import { oneEngine } from '../../../server/test/each-engine.ts';
import { credentialsIn, openTerminal } from '../../test/terminal.ts';

oneEngine('the sandbox commands', (start) => {
  it('trigger emits an event by its type, and lists the types without one', async () => {
    const server = await start();
    const { type, remove } = openTerminal({ environment: credentialsIn(server) });
    try {
      expect((await type(['trigger'])).output).toContain('CUSTOMER.KYC_APPROVED');
      const made = await type(['trigger', 'CUSTOMER.KYC_APPROVED', '--json']);
      expect(made).toMatchObject({ code: 0, complaints: '' });
      const events = await type(['events', 'list', '--type', 'CUSTOMER.KYC_APPROVED', '--json']);
      expect((JSON.parse(events.output) as { readonly data: readonly unknown[] }).data).toHaveLength(1);
      const frozen = await type(['trigger', 'CARD.STATE_CHANGE', '--json']);
      const { resourceId } = JSON.parse(frozen.output) as { readonly resourceId: string };
      const changed = await type(['trigger', 'CARD.FUNDING_SOURCE_CHANGE', '--resource-id', resourceId, '--json']);
      expect(JSON.parse(changed.output)).toMatchObject({ resourceId, status: 'HAPPENED' });
      expect(await type(['trigger', 'CUSTOMER.LOST'])).toMatchObject({
        code: 1,
        complaints: expect.stringContaining('  type: '),
      });
    } finally {
      remove();
    }
  });

  it('fixtures creates a set of data by its name, lists the names and refuses an unknown one', async () => {
    const server = await start();
    const { type, remove } = openTerminal({ environment: credentialsIn(server) });
    try {
      const listed = await type(['fixtures', '--json']);
      const { data } = JSON.parse(listed.output) as { readonly data: readonly { readonly name: string }[] };
      expect(data.length).toBeGreaterThan(0);
      expect((await type(['fixtures'])).output).toContain(data[0]?.name ?? '?');
      const made = await type(['fixtures', data[0]?.name ?? '?', '--json']);
      expect(made).toMatchObject({ code: 0, complaints: '' });
      expect(JSON.parse(made.output)).toMatchObject({ name: data[0]?.name });
      const customers = await type(['customers', 'list', '--json']);
      expect((JSON.parse(customers.output) as { readonly data: readonly unknown[] }).data.length).toBeGreaterThan(0);
      expect(await type(['fixtures', 'NONE_OF_THEM'])).toMatchObject({
        code: 1,
        complaints: expect.stringContaining('  name: '),
      });
    } finally {
      remove();
    }
  });

  it('entries list --csv prints the CSV statement of an account unchanged', async () => {
    const server = await start({ currencies: ['USD'] });
    const { type, remove } = openTerminal({ environment: credentialsIn(server) });
    try {
      const { output } = await type(['platform', 'internal-accounts', 'list', '--json']);
      const [account] = (JSON.parse(output) as { readonly data: readonly { readonly id: string }[] }).data;
      await type(['sandbox', 'internal-accounts', 'fund', account?.id ?? '', '--amount', '500']);
      const statement = await type(['internal-accounts', 'entries', 'list', account?.id ?? '', '--csv']);
      const raw = await server.request('GET', `/internal-accounts/${account?.id}/entries`, undefined, {
        accept: 'text/csv',
      });
      expect(statement).toEqual({ code: 0, output: raw.text.trimEnd(), complaints: '' });
      expect(statement.output.split('\n')).toHaveLength(2);
      expect((await type(['internal-accounts', 'entries', 'list', account?.id ?? ''])).output).toContain('5.00 USD');
    } finally {
      remove();
    }
  });
});
