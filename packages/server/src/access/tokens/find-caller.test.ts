import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { hashSecret } from '../../ground/sealing/hash-secret.ts';
import { findCaller } from './find-caller.ts';

const onTheTimeOfTheSystem = {
  anchored_at_ms: null,
  anchored_at_real_ms: null,
  scale: null,
  is_frozen: null,
  revision: null,
  advance_expires_ms: null,
};

eachEngine('finding a caller', (start) => {
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
          ...onTheTimeOfTheSystem,
        },
      ]);
    }
  });

  it('knows nobody by another id', async () => {
    const { deps } = await start();
    expect(await deps.database.read((unit) => unit.first(findCaller, { clientId: '0'.repeat(32) }))).toBeUndefined();
  });
});
