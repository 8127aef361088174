import { orThrow } from '@payments-platform/client';
import type { CardUpdateRequest } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { issueCard, orderOf } from '../parties/card.ts';
import { accountIn, openPayer, registerCustomer } from '../parties/payer.ts';
import { refusalOf } from '../parties/refusal.ts';
import { hasState, type Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

export function cardCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock makes no cards and sends no events');

  describe('a card', () => {
    scenario('is ordered, becomes ACTIVE and is frozen', async (platform) => {
      const payer = await openPayer(platform, { amount: 0 });
      const body = orderOf(payer, { platformCardId: 'card-4711', maxSpendPerTransaction: 50_000 });
      const ordered = await orThrow(platform.client.POST('/cards', { body }));
      expect(ordered).toMatchObject({
        state: 'PROCESSING',
        stateReason: null,
        currency: 'USD',
        platformCardId: 'card-4711',
      });
      if (hasState(platform)) await platform.advance(0);
      const params = { path: { id: ordered.id } };
      const active = await orThrow(platform.client.GET('/cards/{id}', { params }));
      expect(active).toMatchObject({ state: 'ACTIVE', last4: expect.stringMatching(/^\d{4}$/), brand: 'VISA' });
      const client = platform.connect({ expected: { status: 200, example: 'frozen' } });
      const frozen = await orThrow(client.PATCH('/cards/{id}', { params, body: { state: 'FROZEN' } }));
      expect(frozen.state).toBe('FROZEN');
      const { data } = await orThrow(platform.client.GET('/cards'));
      expect(data.map(({ id }) => id)).toContain(ordered.id);
    });

    scenario('shows its number on a page of the issuer, once', async (platform) => {
      const card = await issueCard(platform, await openPayer(platform, { amount: 0 }));
      const params = { path: { id: card.id } };
      const page = await orThrow(platform.client.POST('/cards/{id}/reveal', { params }));
      expect(page).toEqual({ panEmbedUrl: expect.stringMatching(/^https?:/), expiresAt: expect.any(String) });
      if (!hasState(platform)) return;
      const html = await (await fetch(page.panEmbedUrl)).text();
      expect(html).toMatch(new RegExp(`<dd>(\\d{4} ){3}${card.last4}</dd>`));
      expect((await fetch(page.panEmbedUrl)).status).toBe(410);
    });

    stateful('emits the state that the suffix of its platformCardId selects', async (platform) => {
      const payer = await openPayer(platform, { amount: 0 });
      for (const [ending, events] of [
        ['001', []],
        ['002', [['CLOSED', 'ISSUER_REJECTED']]],
        ['005', [['ACTIVE', null]]],
        ['100', [['ACTIVE', null]]],
      ] as const) {
        const card = await issueCard(platform, payer, { platformCardId: `card-${ending}` });
        await platform.advance(30_000);
        const told = platform.webhooks.about(card.id).map(({ event }) => event);
        const data = events.map(([state, stateReason]) => ({
          type: 'CARD.STATE_CHANGE',
          data: { state, stateReason },
        }));
        expect([told.length, told]).toMatchObject([events.length, data]);
      }
    });

    stateful('emits both events of a combined change, each with both changes', async (platform) => {
      const payer = await openPayer(platform, { amount: 0 });
      const card = await issueCard(platform, payer);
      const body: CardUpdateRequest = { state: 'FROZEN', fundingSources: [payer.accountId] };
      const changed = await orThrow(platform.client.PATCH('/cards/{id}', { params: { path: { id: card.id } }, body }));
      await platform.advance(0);
      expect(platform.webhooks.about(card.id).map(({ event }) => event)).toMatchObject([
        { type: 'CARD.STATE_CHANGE', data: { state: 'ACTIVE' } },
        { type: 'CARD.STATE_CHANGE', data: changed },
        { type: 'CARD.FUNDING_SOURCE_CHANGE', data: changed },
      ]);
    });

    stateful('is refused with the code of its cause when it cannot be issued', async (platform) => {
      const payer = await openPayer(platform, { amount: 0 });
      const refused = { ...payer, customerId: await registerCustomer(platform.client, 'Ada Lovelace 002') };
      const euros = await accountIn(platform, payer.customerId, 'EUR');
      await issueCard(platform, payer, { platformCardId: 'taken' });
      const nobody = `${payer.customerId.slice(0, -4)}ffff` as typeof payer.customerId;
      const nothing = `${payer.accountId.slice(0, -4)}ffff` as typeof payer.accountId;
      for (const [order, status, code] of [
        [orderOf(payer, { fundingSources: [] }), 400, 'INVALID_INPUT'],
        [orderOf({ ...payer, customerId: nobody }), 404, 'CUSTOMER_NOT_FOUND'],
        [orderOf(payer, { fundingSources: [nothing] }), 404, 'ACCOUNT_NOT_FOUND'],
        [orderOf(refused), 400, 'CARDHOLDER_KYC_NOT_APPROVED'],
        [orderOf(payer, { fundingSources: [euros.id] }), 400, 'FUNDING_SOURCE_INELIGIBLE'],
        [orderOf(payer, { platformCardId: 'taken' }), 409, 'CONFLICT'],
      ] as const)
        expect(await refusalOf(platform.client.POST('/cards', { body: order }))).toMatchObject({ status, code });
    });

    stateful('refuses a change that its state does not allow', async (platform) => {
      const payer = await openPayer(platform, { amount: 0 });
      const euros = await accountIn(platform, payer.customerId, 'EUR');
      const unmade = await issueCard(platform, payer, { platformCardId: 'card-001' });
      const card = await issueCard(platform, payer);
      const refusal = ({ id }: typeof card, body: CardUpdateRequest) =>
        refusalOf(platform.client.PATCH('/cards/{id}', { params: { path: { id } }, body }));
      expect(await refusal(unmade, { state: 'FROZEN' })).toMatchObject({ code: 'INVALID_STATE_TRANSITION' });
      expect(await refusal(card, { fundingSources: [euros.id] })).toMatchObject({ code: 'FUNDING_SOURCE_INELIGIBLE' });
      const nothing = `${payer.accountId.slice(0, -4)}ffff` as typeof payer.accountId;
      expect(await refusal(card, { fundingSources: [nothing] })).toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
      const params = { path: { id: card.id } };
      const closed = await orThrow(platform.client.PATCH('/cards/{id}', { params, body: { state: 'CLOSED' } }));
      expect(closed).toMatchObject({ state: 'CLOSED', stateReason: 'CLOSED_BY_PLATFORM' });
      expect(await refusal(card, { state: 'CLOSED' })).toMatchObject({ code: 'CARD_ALREADY_CLOSED' });
      expect(await refusal(card, { maxSpendPerTransaction: 1 })).toMatchObject({ code: 'CARD_NOT_MUTABLE' });
      for (const { id } of [card, unmade]) {
        const reveal = platform.client.POST('/cards/{id}/reveal', { params: { path: { id } } });
        expect(await refusalOf(reveal)).toMatchObject({ status: 409, code: 'CONFLICT' });
      }
    });
  });
}
