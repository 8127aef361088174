import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { linkProvider, readStablecoin, registerToken, requestEnablement } from '../../../test/stablecoins.ts';
import { secondMs } from '../../ground/clock/instant.ts';

const nobody = 'Stablecoin:00000000-0000-7000-8000-000000000000';

oneEngine('requesting the service operations of a stablecoin', (start) => {
  it('returns PENDING_APPROVAL, and repeats the response while it waits', async () => {
    const server = await start();
    await linkProvider(server);
    const id = await registerToken(server);
    const first = await requestEnablement(server, id);
    expect([first.status, first.body.serviceOperationsStatus]).toEqual([200, 'PENDING_APPROVAL']);
    await server.advance(secondMs);
    const second = await requestEnablement(server, id);
    expect([second.status, second.text]).toEqual([200, first.text]);
  });

  it.each([
    ['EXD', ['PENDING_APPROVAL', 'ENABLING', 'ENABLED']],
    ['EXD006', ['PENDING_APPROVAL', 'DISABLED', 'DISABLED']],
  ])('is decided after a fixed time in the sandbox: %s', async (identifier, expected) => {
    const server = await start();
    await linkProvider(server);
    const id = await registerToken(server, identifier);
    await requestEnablement(server, id);
    const seen: string[] = [];
    for (const laterMs of [4 * secondMs, secondMs, 5 * secondMs]) {
      await server.advance(laterMs);
      const { serviceOperationsStatus: status } = await readStablecoin(server, id);
      seen.push(status);
      const again = await requestEnablement(server, id);
      const code = status === 'PENDING_APPROVAL' ? undefined : 'STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE';
      expect([again.status, again.body.code]).toEqual([code === undefined ? 200 : 409, code]);
    }
    expect(seen).toEqual(expected);
  });

  it('succeeds while the token is in review, and leaves its issuance unchanged', async () => {
    const server = await start();
    await linkProvider(server);
    const id = await registerToken(server, 'EXD001');
    const { status, body } = await requestEnablement(server, id);
    expect([status, body.issuanceStatus, body.serviceOperationsStatus]).toEqual([
      200,
      'PENDING_REVIEW',
      'PENDING_APPROVAL',
    ]);
    await server.advance(10 * secondMs);
    expect(await readStablecoin(server, id)).toMatchObject({
      issuanceStatus: 'PENDING_REVIEW',
      serviceOperationsStatus: 'ENABLED',
    });
  });

  it('is refused for a stablecoin that is unknown or of another platform', async () => {
    const [server, other] = [await start(), await start()];
    await linkProvider(other);
    for (const id of [nobody, await registerToken(other)]) {
      const { status, body } = await requestEnablement(server, id);
      expect([status, body.code]).toEqual([404, 'STABLECOIN_NOT_FOUND']);
    }
  });
});

eachEngine('parallel requests for enablement', (start) => {
  it('all return the same response', async () => {
    const server = await start();
    await linkProvider(server);
    const id = await registerToken(server);
    const answers = await Promise.all([1, 2, 3].map(() => requestEnablement(server, id)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });
});
