import { expect, it } from 'vitest';
import { amountsOn, bookshop, makeCardholder } from '../../../test/cards.ts';
import { committedEvents } from '../../../test/committed-events.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import type { TestServer } from '../../../test/test-server.ts';
import type { CardMessage, CardMessageOutcome } from './card-message.ts';
import { receiveCardMessage } from './receive-card-message.ts';

function receive({ deps, tenant, clock }: TestServer, message: CardMessage): Promise<CardMessageOutcome> {
  return deps.database.transaction((unit) => receiveCardMessage({ unit, tenant, now: clock.now(), deps }, message));
}

eachEngine('a message of the issuer', (start) => {
  it('that comes again has the outcome of the first, and changes nothing', async () => {
    const server = await start();
    const { cardId, accountId } = await makeCardholder(server, 5000);
    const asked: CardMessage = {
      ...{ kind: 'AUTHORIZATION', id: 'issuer-1', cardId, issuerTransactionToken: 'token-1' },
      ...{ amountMinor: 1250n, merchant: bookshop },
    };
    const first = await receive(server, asked);
    if (typeof first === 'string') throw new Error(first);
    expect(await receive(server, asked)).toEqual(first);
    expect(await amountsOn(server, accountId)).toEqual([3750, 5000]);
    const { id: cardTransactionId } = first;
    const cleared: CardMessage = { kind: 'CLEARING', id: 'issuer-2', cardId, cardTransactionId, amountMinor: 600n };
    await receive(server, cleared);
    expect(await receive(server, cleared)).toMatchObject({ id: cardTransactionId, settled_minor: 600n });
    expect(await amountsOn(server, accountId)).toEqual([3750, 4400]);
    const given: CardMessage = {
      ...{ kind: 'RETURN', id: 'issuer-3', cardId, cardTransactionId, amountMinor: 500n },
      issuerTransactionToken: 'token-2',
    };
    const refund = await receive(server, given);
    expect(await receive(server, given)).toEqual(refund);
    expect(await amountsOn(server, accountId)).toEqual([4250, 4900]);
    expect(await committedEvents(server, cardTransactionId)).toHaveLength(3);
  });

  it('with an amount that no account could hold is told apart', async () => {
    const server = await start();
    const { cardId } = await makeCardholder(server, 5000);
    const asked = { cardId, merchant: bookshop, issuerTransactionToken: 'token-1' };
    const row = await receive(server, { ...asked, kind: 'AUTHORIZATION', id: 'one', amountMinor: 1n });
    if (typeof row === 'string') throw new Error(row);
    const beyond = { cardId, cardTransactionId: row.id, amountMinor: 2n ** 53n };
    expect(await receive(server, { ...beyond, kind: 'CLEARING', id: 'two' })).toBe('TOO_LARGE');
    expect(await receive(server, { ...beyond, kind: 'AUTHORIZATION_ADVICE', id: 'three' })).toBe('TOO_LARGE');
  });
});
