import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import type { Database } from '../../ground/database/database.ts';
import { statement } from '../../ground/database/statement.ts';
import { hashSecret } from '../../ground/sealing/hash-secret.ts';
import { findCaller, findCallerByClientId } from './find-caller.ts';

const onTheTimeOfTheSystem = {
  anchored_at_ms: null,
  anchored_at_real_ms: null,
  scale: null,
  is_frozen: null,
  revision: null,
  advance_expires_ms: null,
};

const removal = statement<{ readonly clientId: string }>('removeTokenOfTest', (db, { clientId }) =>
  db.deleteFrom('tokens').where('client_id', '=', clientId),
);

eachEngine('the lookup of a caller', (start) => {
  it('reads tenant, environment, permissions and clock of a token id', async () => {
    for (const environment of ['SANDBOX', 'PRODUCTION'] as const) {
      const server = await start({ environment });
      const { tokenId, tokenSecret } = server.credentials;
      expect(await server.deps.database.read((unit) => unit.all(findCaller, { clientId: tokenId }))).toEqual([
        {
          tenant: server.tenant,
          environment,
          is_regulated: 0,
          launch_approved_at: '2025-01-01T00:00:00.000Z',
          id: expect.stringMatching(/^Token:/),
          permissions: '["VIEW","TRANSACT","MANAGE"]',
          secret_hash: hashSecret(tokenSecret),
          creator: null,
          ...onTheTimeOfTheSystem,
        },
      ]);
    }
  });

  it('finds nothing for an unknown token id', async () => {
    const { deps } = await start();
    expect(await deps.database.read((unit) => unit.first(findCaller, { clientId: '0'.repeat(32) }))).toBeUndefined();
  });

  it('shares one read between requests for a token in one turn, and never reuses an earlier read', async () => {
    const { deps, credentials, bare } = await start();
    let reads = 0;
    const counting: Database = {
      ...deps.database,
      engine: bare.engine,
      read: (work) => {
        reads += 1;
        return deps.database.read(work);
      },
    };
    const ask = (clientId = credentials.tokenId) => findCallerByClientId(counting, clientId);
    const found = await Promise.all([ask(), ask(), ask(), ask('0'.repeat(32))]);
    expect(found.map((row) => row?.tenant)).toEqual([...Array(3).fill(found[0]?.tenant), undefined]);
    expect(reads).toBe(2);
    reads = 0;
    await bare.transaction((unit) => unit.run(removal, { clientId: credentials.tokenId }));
    expect([await ask(), reads]).toEqual([undefined, 1]);
  });
});
