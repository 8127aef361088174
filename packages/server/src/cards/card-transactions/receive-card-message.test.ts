import { expect, it } from 'vitest';
import { amountsOn, bookshop, makeCardholder } from '../../../test/cards.ts';
import { committedEvents } from '../../../test/committed-events.ts';
import { eachEngine } from '../../../test/each-engine.ts';
import type { TestServer } from '../../../test/test-server.ts';
import { untilWaiting } from '../../../test/until-waiting.ts';
import type { CardMessage, CardMessageOutcome } from './card-message.ts';
import { receiveCardMessage } from './receive-card-message.ts';

function receive({ deps, tenant, clock }: TestServer, message: CardMessage): Promise<CardMessageOutcome> {
  return deps.database.transaction((unit) => receiveCardMessage({ unit, tenant, now: clock.now(), deps }, message));
}

/** Receives a message twice, the second time while the first is not committed. */
async function receiveBeside(
  server: TestServer,
  message: CardMessage,
): Promise<[CardMessageOutcome, CardMessageOutcome]> {
  const { deps, tenant, clock } = server;
  const [isDecided, mayGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = deps.database.transaction(async (unit) => {
    const outcome = await receiveCardMessage({ unit, tenant, now: clock.now(), deps }, message);
    isDecided.resolve();
    await mayGo.promise;
    return outcome;
  });
  await isDecided.promise;
  const twin = receive(server, message);
  await untilWaiting(server.bare, twin);
  mayGo.resolve();
  return Promise.all([first, twin]);
}

eachEngine('a message of the issuer', (start) => {
  it('returns the outcome of the first when it is repeated, and changes nothing', async () => {
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

  it('has one outcome and is recorded once when it arrives twice at the same moment', async () => {
    const server = await start();
    const { cardId, accountId } = await makeCardholder(server, 5000);
    const asked: CardMessage = {
      ...{ kind: 'AUTHORIZATION', id: 'issuer-1', cardId, issuerTransactionToken: 'token-1' },
      ...{ amountMinor: 1250n, merchant: bookshop },
    };
    const [first, twin] = await receiveBeside(server, asked);
    if (typeof first === 'string') throw new Error(first);
    expect(twin).toEqual(first);
    const about = { cardId, cardTransactionId: first.id };
    const [part, partAgain] = await receiveBeside(server, { ...about, kind: 'CLEARING', id: 'two', amountMinor: 600n });
    expect(partAgain).toEqual(part);
    const [rest, restAgain] = await receiveBeside(server, { ...about, kind: 'CLEARING', id: 'all', amountMinor: 650n });
    expect(rest).toMatchObject({ status: 'SETTLED' });
    expect(restAgain).toEqual(rest);
    expect(await amountsOn(server, accountId)).toEqual([3750, 3750]);
  });

  it('is refused as TOO_LARGE with an amount that no account can hold', async () => {
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
