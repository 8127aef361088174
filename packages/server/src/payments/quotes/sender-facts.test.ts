import { expect, it } from 'vitest';
import { oneEngine } from '../../../test/each-engine.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { prepareUma, quoteUma } from '../../../test/uma-payments.ts';
import type { UmaNetwork } from '../../engines/uma/uma-network.ts';
import { createSandboxUma } from '../../sandbox/adapters/sandbox-uma.ts';

oneEngine('the facts about the sender in a quote', (start) => {
  it('are refused where no message can have them, before the provider is asked', async () => {
    const asked: unknown[] = [];
    const sandbox = createSandboxUma();
    const uma: UmaNetwork = {
      ...sandbox,
      requestPayment: (...parts) => {
        asked.push(parts);
        return sandbox.requestPayment(...parts);
      },
    };
    const server = await start({ deps: { uma } });
    const prepared = await prepareUma(server, 'demands.identity.usd');
    const long = 'x'.repeat(501);
    const wrong = {
      FULL_NAME: ['Ada'],
      BIRTH_DATE: 5,
      NATIONALITY: true,
      PHONE_NUMBER: ['+4915112345678'],
      ADDRESS: { line1: long },
      EMAIL: {},
      TAX_ID: long,
    };
    const refused = await quoteUma(server, prepared, { senderCustomerInfo: wrong, lockedCurrencySide: 'BOTH' });
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    const fields = Object.keys(wrong).map((name) => `senderCustomerInfo.${name}`);
    expect(refusedFields(refused).toSorted()).toEqual(['lockedCurrencySide', ...fields].toSorted());
    expect(refusedFields(await quoteUma(server, prepared, { senderCustomerInfo: wrong })).toSorted()).toEqual(
      fields.toSorted(),
    );
    expect(asked).toEqual([]);
    const given = {
      BIRTH_DATE: '1985-12-09',
      NATIONALITY: 'GB',
      ADDRESS: { line1: '12 St James Square' },
      TAX_ID: null,
      SHOES: 38,
    };
    expect((await quoteUma(server, prepared, { senderCustomerInfo: given })).status).toBe(201);
  });
});
