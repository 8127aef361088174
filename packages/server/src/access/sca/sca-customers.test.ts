import { expect, it } from 'vitest';
import { newCustomerId } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { newEuropeanId } from '../../../test/sca-customers.ts';

oneEngine('operations of strong customer authentication', (start) => {
  const operations: [string, string, object?][] = [
    ['GET', '/sca/factors'],
    ['POST', '/sca/factors', { type: 'TOTP' }],
    ['POST', '/sca/factors/confirm', { type: 'TOTP', secret: '00', code: '123456' }],
    ['DELETE', '/sca/factors/abc'],
    ['POST', '/sca/login/start', { factor: 'SMS_OTP' }],
    ['POST', '/sca/login/complete', { factor: 'TOTP', code: '123456', endUserIpAddress: '203.0.113.24' }],
    ['POST', '/sca/record-event', { eventType: 'FAILED_LOGIN_ATTEMPT' }],
  ];

  it.each(operations)('refuse a customer outside the EEA with CONFLICT: %s %s', async (method, path, body) => {
    const server = await start();
    for (const region of [{}, { region: 'US' }, { region: 'GB' }, { region: 'CH' }, { region: 'PM' }]) {
      const customerId = await newCustomerId(server, {
        customerType: 'INDIVIDUAL',
        fullName: 'Ada Lovelace',
        ...region,
      });
      const answer = await server.request(method, `${path}?customerId=${customerId}`, body);
      expect([answer.status, answer.body.code]).toEqual([409, 'CONFLICT']);
    }
  });

  it.each(operations)(
    'refuse a deleted customer, one of another platform and a missing customerId: %s %s',
    async (method, path, body) => {
      const server = await start();
      const other = await newEuropeanId(await start());
      const deleted = await newEuropeanId(server);
      await server.request('DELETE', `/customers/${deleted}`);
      for (const customerId of [other, deleted]) {
        const answer = await server.request(method, `${path}?customerId=${customerId}`, body);
        expect([answer.status, answer.body.code]).toEqual([404, 'CUSTOMER_NOT_FOUND']);
      }
      const unnamed = await server.request(method, path, body);
      expect([unnamed.status, refusedFields(unnamed)]).toEqual([400, ['customerId']]);
    },
  );

  it.each(['DE', 'FR', 'IS', 'LI', 'NO', 'HR', 'AX', 'RE'])('accept customers of %s', async (region) => {
    const server = await start();
    const customerId = await newEuropeanId(server, { region });
    const answer = await server.request('GET', `/sca/factors?customerId=${customerId}`);
    expect([answer.status, answer.body]).toEqual([200, { factors: [] }]);
  });
});
