import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';
import { writeJson } from '../../ground/json/json-text.ts';
import { insertUnlessEquivalent } from './external-account-repository.ts';
import type { ExternalAccountRow } from './tables.ts';

function row(tenant: number, id: string, fields: Partial<ExternalAccountRow> = {}): ExternalAccountRow {
  return {
    tenant,
    id: `ExternalAccount:${id}`,
    customer_id: null,
    status: 'ACTIVE',
    currency: 'GBP',
    account_type: 'GBP_ACCOUNT',
    identifier: '31926819',
    fingerprint: 'f'.repeat(64),
    platform_account_id: null,
    ownership_type: null,
    is_default_uma_deposit: 0,
    beneficiary_verification_status: null,
    beneficiary_verified_name: null,
    account_info: writeJson({}),
    trusted_at: null,
    sequence: 1,
    created_at: '2025-01-01T00:00:00.000Z',
    updated_at: '2025-01-01T00:00:00.000Z',
    deleted_at: null,
    collection_status: null,
    ...fields,
  };
}

eachEngine('inserting an external account', (start) => {
  it('returns EQUIVALENT for an account that a parallel transaction has not yet committed', async () => {
    const { bare, deps, tenant } = await start();
    const [isInserted, mayGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = deps.database.transaction(async (unit) => {
      const outcome = await insertUnlessEquivalent(unit, row(tenant, '1'));
      isInserted.resolve();
      await mayGo.promise;
      return outcome;
    });
    await isInserted.promise;
    // The insert that met the other account has failed, so its unit is rolled back, as after any refusal.
    const second = deps.database.transaction(async (unit) => {
      throw new Error((await insertUnlessEquivalent(unit, row(tenant, '2'))).outcome);
    });
    await untilWaiting(bare, second);
    mayGo.resolve();
    await expect(second).rejects.toThrow(/^EQUIVALENT$/);
    expect(await first).toEqual({ outcome: 'INSERTED' });
  });

  it('rejects another unique violation instead of returning EQUIVALENT', async () => {
    const { deps, tenant } = await start();
    const insert = (fields: Partial<ExternalAccountRow>) =>
      deps.database.transaction((unit) => insertUnlessEquivalent(unit, row(tenant, '1', fields)));
    expect(await insert({})).toEqual({ outcome: 'INSERTED' });
    await expect(insert({ fingerprint: 'e'.repeat(64) })).rejects.toThrow('unique rule broken');
  });
});
