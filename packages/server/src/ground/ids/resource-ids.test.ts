import { expect, it } from 'vitest';
import { committedEvents } from '../../../test/committed-events.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { makeSender, makeUsdAccount, quoteBody } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { authorizationsOf, servedRequests } from '../../../test/served-requests.ts';

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';

oneEngine('the ids of resources', (start) => {
  it('are the name of their type, a colon and a UUID', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const externalId = await makeUsdAccount(server, customerId);
    const { body: quote } = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: accounts['USD'] ?? '', to: externalId }),
    );
    const { body: config } = await server.request('GET', '/config');
    const { body: token } = await server.request('POST', '/tokens', { name: 'x', permissions: ['VIEW'] });
    const events = await server.deps.database.read((unit) =>
      unit.select((db) => db.selectFrom('events').select('id').where('tenant', '=', server.tenant)),
    );
    expect(events).toHaveLength((await committedEvents(server)).length);
    const ids: [string, string | undefined][] = [
      ['Customer', customerId],
      ['InternalAccount', accounts['USD']],
      ['ExternalAccount', externalId],
      ['Quote', quote.id],
      ['Transaction', quote.transactionId],
      ['PlatformConfig', config.id],
      ['Token', token.id],
      ...events.map(({ id }): [string, string] => ['Webhook', id]),
    ];
    for (const [type, id] of ids) expect(id).toMatch(new RegExp(`^${type}:${uuid}$`));
  });

  it('of another form or an unknown type are refused with 400 in a path', async () => {
    const server = await start();
    const authorizationOf = await authorizationsOf(server);
    const bare = '0198c0de-7a13-7e66-8a4f-2d3c4b5a6f70';
    // An operation with a file checks the form before the path.
    const taking = servedRequests.filter(
      ({ template, mediaType }) => template.includes('{') && mediaType !== 'multipart/form-data',
    );
    expect(taking.length).toBeGreaterThan(0);
    for (const asked of taking) {
      const { method, template: path } = asked;
      const [parameter = ''] = /(?<=\{)\w+/.exec(path) ?? [];
      // Not ids of the service's resources: an address, an authenticator's id of a passkey, a bare UUID, and a code.
      if (['receiverUmaAddress', 'credentialId', 'resetId', 'code'].includes(parameter)) continue;
      // The example has an id of the right type.
      const example = String(asked.parameters.find(({ name }) => name === parameter)?.example);
      const others = ['Customer', 'Transaction', 'InternalAccount'].filter((type) => !example.startsWith(`${type}:`));
      for (const id of ['x', bare, `Planet:${bare}`, ...others.map((type) => `${type}:${bare}`)]) {
        const body = method === 'GET' || method === 'DELETE' ? undefined : {};
        const named = path.replace(`{${parameter}}`, id);
        const answer = await server.request(method, named, body, authorizationOf(asked));
        expect([path, answer.status, answer.body.code]).toEqual([path, 400, 'INVALID_INPUT']);
        expect(refusedFields(answer)).toContain(parameter);
      }
    }
  });
});
