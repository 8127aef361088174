import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { table } from './table.ts';

const codes = table('recovery_codes');
const find = codes.find('customer_id', 'code_digest');
const use = codes.update(['used_at'], 'customer_id', 'code_digest');
const remove = codes.delete('customer_id');

eachEngine('the statements of a table', (start) => {
  it('affect only rows with the given values on the given platform', async () => {
    const server = await start();
    const [tenant, stranger] = [server.tenant, server.tenant + 1];
    const now = server.clock.now();
    const row = { tenant, customer_id: 'Customer:one', code_digest: 'a', used_at: null };
    const rows = [row, { ...row, code_digest: 'b' }, { ...row, tenant: stranger }];
    const left = await server.deps.database.transaction(async (unit) => {
      unit.insert('recovery_codes', rows);
      expect(await unit.first(find, row)).toEqual(row);
      expect(await unit.run(use, { ...row, used_at: now })).toBe(1);
      expect(await unit.run(use, { ...row, customer_id: 'Customer:two', used_at: now })).toBe(0);
      const used = await unit.all(codes.find('customer_id'), row);
      expect(used.map(({ used_at }) => used_at).sort()).toEqual([now, null]);
      expect(await unit.run(remove, row)).toBe(2);
      return unit.all(find, { ...row, tenant: stranger });
    });
    expect(left).toEqual([{ ...row, tenant: stranger }]);
  });

  it('accept only columns of their table', () => {
    // Compiled, but not called: every-statement.test.ts checks declared statements against the database.
    const mistakes = [
      // @ts-expect-error no column of the table
      () => codes.find('external_account_id'),
      // @ts-expect-error set and compared at once
      () => codes.update(['used_at'], 'used_at'),
    ];
    expect(mistakes).toHaveLength(2);
  });
});
