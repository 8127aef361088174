import { expect, it } from 'vitest';
import { eachEngine } from '../../../test/each-engine.ts';
import { credentialsOf, newSignedInWallet, signedHeaders, withWallets } from '../../../test/embedded-wallets.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';
import { lockWallet } from '../wallets/wallet-records.ts';

eachEngine('the deletion of a customer', (start) => {
  it.each(['before', 'after'] as const)(
    'leaves no credential that is added %s it at the same time, and frees its phone number',
    async (moment) => {
      const server = await start(withWallets);
      const phoneNumber = moment === 'before' ? '+14155550141' : '+14155550142';
      const { customerId, accountId, device } = await newSignedInWallet(server, { phoneNumber });
      const body = { type: 'SMS_OTP', accountId };
      const headers = signedHeaders(device, await server.request('POST', '/auth/credentials', body));
      const add = () => server.request('POST', '/auth/credentials', body, headers);
      const remove = () => server.request('DELETE', `/customers/${customerId}`);
      const { deps, tenant } = server;
      const [isTaken, mayGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holding = deps.database.transaction(async (unit) => {
        await lockWallet(unit, tenant, accountId);
        isTaken.resolve();
        await mayGo.promise;
      });
      await isTaken.promise;
      const first = moment === 'before' ? add() : remove();
      await untilWaiting(server.bare, first);
      const second = moment === 'before' ? remove() : add();
      await untilWaiting(server.bare, first, second);
      mayGo.resolve();
      await holding;
      const answers = await Promise.all([first, second]);
      const [added, removed] = moment === 'before' ? answers : answers.toReversed();
      expect([added?.status, removed?.status]).toEqual([moment === 'before' ? 201 : 400, 200]);
      expect(await credentialsOf(server, accountId)).toEqual([]);
      const next = await newSignedInWallet(server, { phoneNumber });
      const asked = await server.request('POST', '/auth/credentials', { type: 'SMS_OTP', accountId: next.accountId });
      expect(asked.status).toBe(202);
    },
  );
});
