import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeSender } from '../../test/parties.ts';
import { startedServers } from '../../test/started-servers.ts';
import { lookUpAddress, umaDomain, umaQuoteBody } from '../../test/uma-payments.ts';

const servers = startedServers();

it.each([
  ['1200000', 201, undefined],
  ['1200', 201, undefined],
  [undefined, 400, 'QUOTE_RATE_UNAVAILABLE'],
])(
  'a quote to a UMA address of the sandbox costs what bitcoin costs in the rates file: %s',
  async (BTC, status, code) => {
    const file = join(servers.folder, 'rates.json');
    writeFileSync(
      file,
      JSON.stringify({ base: 'USD', validUntil: '2099-12-31T00:00:00Z', rates: { EUR: '1.1', BTC } }),
    );
    const server = await servers.start(`bitcoin-at-${BTC}`, {}, '--rates', file);
    const { customerId, accounts } = await makeSender(server);
    const address = `$success.usd@${umaDomain}`;
    const lookupId = await lookUpAddress(server, customerId, address);
    for (const [currency, received] of [
      ['USD', 9_990],
      ['EUR', 9_045],
    ]) {
      const destination = { destinationType: 'UMA_ADDRESS', umaAddress: address, currency };
      const body = umaQuoteBody({ from: accounts['USD'] ?? '', address, lookupId, extra: { destination } });
      const answer = await server.request('POST', '/quotes', body);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      // A provider that asked for the bitcoin of another price would be paid another amount.
      expect(answer.body.totalReceivingAmount).toBe(status === 201 ? received : undefined);
    }
  },
);
