import { expect, it } from 'vitest';
import { issuedCard, makeHolder } from '../../../test/cards.ts';
import { oneEngine } from '../../../test/each-engine.ts';

oneEngine('a card by its id', (start) => {
  it('is returned to its own platform alone, without its card number', async () => {
    const [server, other] = [await start(), await start()];
    const card = await issuedCard(server, await makeHolder(server));
    const viewer = await server.withToken(['VIEW']);
    const answer = await viewer.request('GET', `/cards/${card.id}`);
    expect([answer.status, answer.body]).toEqual([200, card]);
    // Ids and references may contain twelve digits in a row by chance.
    const { id, cardholderId, platformCardId, fundingSources, processorRef, issuerRef, ...rest } = card;
    expect(JSON.stringify(rest)).not.toMatch(/\d{12}/);
    const foreign = await other.request('GET', `/cards/${card.id}`);
    const unknown = await server.request('GET', `/cards/${card.id.replace(/....$/, 'ffff')}`);
    expect([foreign.status, foreign.body.code]).toEqual([404, 'NOT_FOUND']);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('is refused with INVALID_INPUT for the id of a customer', async () => {
    const server = await start();
    const { customerId } = await makeHolder(server);
    expect((await server.request('GET', `/cards/${customerId}`)).body.code).toBe('INVALID_INPUT');
  });
});
