import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { balanceOf, makeSender, quoteBody } from '../../../test/parties.ts';
import { payIn, realtimeQuote } from '../../../test/realtime.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import { dayMs, minuteMs } from '../../ground/clock/instant.ts';

oneEngine('paying in for a quote in the sandbox', (start) => {
  it('is accepted once, for a quote that waits for funds', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const [from, to] = [accounts['USD'] ?? '', accounts['EUR'] ?? ''];
    const quote = await realtimeQuote(server, { to, customerId });
    expect((await payIn(server, quote)).status).toBe(200);
    expect(refusedFields(await payIn(server, quote))).toEqual(['quoteId']);
    const { body: prefunded } = await server.request('POST', '/quotes', quoteBody({ from, to }));
    expect(refusedFields(await payIn(server, prefunded))).toEqual(['quoteId']);
    const unknown = { ...quote, id: 'Quote:0198c0de-7a15-7c41-9e4f-00000000000c' };
    expect((await payIn(server, unknown)).body.code).toBe('QUOTE_NOT_FOUND');
  });

  it('is accepted only in the sending currency of the quote', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const quote = await realtimeQuote(server, { to: accounts['EUR'] ?? '', customerId });
    expect((await payIn(server, { ...quote, sendingCurrency: { code: 'EUR' } })).body.code).toBe('INVALID_CURRENCY');
    expect((await server.request('GET', `/quotes/${quote.id}`)).body.status).toBe('PENDING');
  });

  it('is refused with QUOTE_EXPIRED at and after the expiry of the quote', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const quote = await realtimeQuote(server, { to: accounts['EUR'] ?? '', customerId });
    server.clock.moveTo('2025-01-01T00:05:00.000Z');
    expect((await payIn(server, quote)).body.code).toBe('QUOTE_EXPIRED');
    await server.advance(dayMs);
    expect((await payIn(server, quote)).body.code).toBe('QUOTE_EXPIRED');
  });

  it('is refused in production with FORBIDDEN', async () => {
    const server = await start({ environment: 'PRODUCTION' });
    const quote = { id: 'Quote:0198c0de-7a15-7c41-9e4f-00000000000c', sendingCurrency: { code: 'USD' } };
    expect((await payIn(server, quote)).body.code).toBe('FORBIDDEN');
  });
});

eachEngine('paying in for a quote in the sandbox', (start) => {
  it('starts one payment for eight parallel requests', async () => {
    const server = await start();
    const { customerId, accounts } = await makeSender(server);
    const quote = await realtimeQuote(server, { to: accounts['EUR'] ?? '', customerId });
    const answers = await Promise.all(Array.from({ length: 8 }, () => payIn(server, quote)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
    await server.advance(minuteMs);
    const { data } = (await server.request('GET', `/transactions?customerId=${customerId}`)).body;
    expect(data).toMatchObject([{ id: quote.transactionId, status: 'COMPLETED' }]);
    expect(await balanceOf(server, accounts['EUR'] ?? '')).toBe(quote.totalReceivingAmount);
  });
});
