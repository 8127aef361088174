import { expect, it } from 'vitest';
import { chooseOnPage } from '../../../test/caller.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import { beginLogin, completeLogin, enrollApp, newEuropeanId } from '../../../test/sca-customers.ts';
import type { Answer, TestServer } from '../../../test/test-server.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';
import { secondMs } from '../../ground/clock/instant.ts';

async function passed(server: TestServer, customerId: string): Promise<string> {
  const { body } = await server.request('POST', `/sca/factors/reset?customerId=${customerId}`, { factor: 'TOTP' });
  await chooseOnPage(body.verificationLink, 'APPROVE');
  await server.advance(2 * secondMs);
  return body.resetId;
}

const complete = (server: TestServer, customerId: string, resetId: string): Promise<Answer> =>
  server.request('POST', `/sca/factors/reset/${resetId}/complete?customerId=${customerId}`);

eachEngine('a factor reset beside an enrollment', (start) => {
  it('leaves an app that is enrolled while the reset waits, with its recovery codes', async () => {
    const server = await start();
    const customerId = await newEuropeanId(server);
    await enrollApp(server, customerId);
    await server.advance(secondMs);
    const [first, second] = [await passed(server, customerId), await passed(server, customerId)];
    expect((await complete(server, customerId, first)).status).toBe(204);
    await server.advance(secondMs);
    // On PostgreSQL, the reset has read the factors before it waits for this unit.
    const { removing, enrolling } = await server.bare.transaction(async (unit) => {
      await unit.select((db) =>
        db
          .updateTable('factor_resets')
          .set({ completed_at: null })
          .where('tenant', '=', server.tenant)
          .where('id', '=', second)
          .returning('id'),
      );
      const waiting = complete(server, customerId, second);
      await untilWaiting(server.bare, waiting);
      const enrolled = enrollApp(server, customerId);
      await untilWaiting(server.bare, waiting, enrolled);
      return { removing: waiting, enrolling: enrolled };
    });
    expect((await removing).status).toBe(204);
    const { recoveryCodes } = await enrolling;
    const { body } = await server.request('GET', `/sca/factors?customerId=${customerId}`);
    expect(body.factors).toMatchObject([{ factor: 'TOTP' }]);
    await beginLogin(server, customerId, 'TOTP');
    const login = await completeLogin(server, customerId, { factor: 'TOTP', code: recoveryCodes[0] });
    expect(login.body.status).toBe('SUCCESS');
  });
});
