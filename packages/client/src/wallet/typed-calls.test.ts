import { expectTypeOf, it } from 'vitest';
import { createClient } from '../create-client.ts';
import { createSessionKey } from './session-key.ts';
import { signedRetry } from './signed-retry.ts';

const account = 'InternalAccount:0198c0de-7a11-7d0b-9031-7e8f90123456';

/** Compiled but never run. */
async function signedCalls() {
  const client = createClient({ baseUrl: 'http://127.0.0.1', tokenId: 'id', tokenSecret: 'secret' });
  const key = await createSessionKey();
  const body = { clientPublicKey: key.publicKey };
  const exported = await signedRetry(
    (header) => client.POST('/internal-accounts/{id}/export', { params: { path: { id: account }, header }, body }),
    key,
  );
  const revoked = await signedRetry(
    (header) =>
      client.DELETE('/auth/sessions/{id}', {
        params: { path: { id: 'Session:0198c0de-7a11-7d0b-9031-7e8f90123456' }, header },
      }),
    key,
  );
  return { exported, revoked };
}

it('a signed call has data without payloadToSign', () => {
  type Calls = Awaited<ReturnType<typeof signedCalls>>;
  expectTypeOf<NonNullable<Calls['exported']['data']>>().toHaveProperty('encryptedWalletCredentials');
  expectTypeOf<NonNullable<Calls['exported']['data']>>().not.toHaveProperty('payloadToSign');
  expectTypeOf<NonNullable<Calls['exported']['error']>>().toHaveProperty('code');
});
