import { orThrow, type PaymentsClient } from '@payments-platform/client';
import type { CustomerId, Received } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { openPayer, registerCustomer } from '../parties/payer.ts';
import { createQuote, readPayment } from '../parties/payment.ts';
import { refusalOf } from '../parties/refusal.ts';
import type { Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

async function addressOf(client: PaymentsClient, customerId: CustomerId): Promise<string> {
  return (await orThrow(client.GET('/customers/{customerId}', { params: { path: { customerId } } }))).umaAddress;
}

async function newAddress(client: PaymentsClient, fullName: string): Promise<string> {
  return addressOf(client, await registerCustomer(client, fullName));
}

function invite(client: PaymentsClient, inviterUma: string, parts: object = {}) {
  return client.POST('/invitations', { body: { inviterUma, ...parts } });
}

function claim(client: PaymentsClient, invitationCode: string, inviteeUma: string) {
  return client.POST('/invitations/{invitationCode}/claim', {
    params: { path: { invitationCode } },
    body: { inviteeUma },
  });
}

function cancel(client: PaymentsClient, invitationCode: string) {
  return client.POST('/invitations/{invitationCode}/cancel', { params: { path: { invitationCode } } });
}

function read(client: PaymentsClient, invitationCode: string): Promise<Received<'UmaInvitation'>> {
  return orThrow(client.GET('/invitations/{invitationCode}', { params: { path: { invitationCode } } }));
}

/** What platforms do with invitations to get a UMA address. */
export function invitationCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock keeps no invitation');

  describe('an invitation', () => {
    scenario('is created for a customer and read by its code', async ({ client }) => {
      const inviterUma = await newAddress(client, 'Ada Lovelace');
      const { code, url, amountToSend } = await orThrow(invite(client, inviterUma, { amountToSend: 2_500 }));
      expect([url.endsWith(`/i/${code}`), amountToSend?.amount]).toEqual([true, 2_500]);
      expect(await read(client, code)).toMatchObject({ code, status: 'PENDING' });
    });

    scenario('is cancelled', async (platform) => {
      const { client } = platform;
      const { code } = await orThrow(invite(client, await newAddress(client, 'Ada Lovelace')));
      const asked = platform.connect({ expected: { status: 200, example: 'cancelled' } });
      expect((await orThrow(cancel(asked, code))).status).toBe('CANCELLED');
    });

    scenario(
      'is refused without a webhook endpoint',
      async (platform) => {
        const inviterUma = await newAddress(platform.client, 'Ada Lovelace');
        const client = platform.connect({ expected: { status: 400, example: 'notConfigured' } });
        const refusal = await refusalOf(invite(client, inviterUma));
        expect(refusal).toMatchObject({ status: 400, code: 'INVITATIONS_NOT_CONFIGURED' });
      },
      { hasWebhookEndpoint: false },
    );

    scenario('returns INVITATION_NOT_FOUND for an unknown code', async (platform) => {
      const client = platform.connect({ expected: { status: 404, example: 'unknownInvitation' } });
      const path = { invitationCode: '00000000' };
      const refusal = await refusalOf(client.GET('/invitations/{invitationCode}', { params: { path } }));
      expect(refusal).toMatchObject({ status: 404, code: 'INVITATION_NOT_FOUND' });
    });

    stateful('emits INVITATION.CLAIMED once and leads to the promised payment', async (platform) => {
      const { client, webhooks } = platform;
      const { customerId, accountId } = await openPayer(platform);
      const inviterUma = await addressOf(client, customerId);
      const { code } = await orThrow(invite(client, inviterUma, { firstName: 'Grace', amountToSend: 5_000 }));
      const inviteeUma = await newAddress(client, 'Grace Hopper');
      const claimed = await orThrow(claim(client, code, inviteeUma));
      expect(claimed).toMatchObject({ status: 'CLAIMED', inviteeUma, firstName: 'Grace' });
      await platform.advance(1_000);
      const told = webhooks.deliveries.flatMap(({ event }) =>
        event.type === 'INVITATION.CLAIMED' ? [event.data] : [],
      );
      expect(told).toEqual([claimed]);

      const params = { path: { receiverUmaAddress: inviteeUma }, query: { customerId } };
      const { lookupId } = await orThrow(client.GET('/receiver/uma/{receiverUmaAddress}', { params }));
      const { transactionId } = await orThrow(
        createQuote(client, {
          lookupId,
          source: { sourceType: 'ACCOUNT', accountId },
          destination: { destinationType: 'UMA_ADDRESS', umaAddress: inviteeUma },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: claimed.amountToSend?.amount ?? 0,
          immediatelyExecute: true,
        }),
      );
      await platform.advance(60_000);
      expect(await readPayment(client, transactionId)).toMatchObject({
        status: 'COMPLETED',
        sentAmount: { amount: 5_000 },
      });
    });

    stateful('refuses claim and cancellation with its status once it is over', async (platform) => {
      const { client } = platform;
      const [inviterUma, inviteeUma] = [
        await newAddress(client, 'Ada Lovelace'),
        await newAddress(client, 'Grace Hopper'),
      ];
      const expiresAt = new Date(platform.now() + 60_000).toISOString();
      const codes: string[] = [];
      for (const parts of [{}, {}, { expiresAt }]) codes.push((await orThrow(invite(client, inviterUma, parts))).code);
      const [claimed = '', cancelled = '', expired = ''] = codes;
      await orThrow(claim(client, claimed, inviteeUma));
      await orThrow(cancel(client, cancelled));
      await platform.advance(60_000);
      expect((await read(client, expired)).status).toBe('EXPIRED');
      for (const [code, expected, status] of [
        [claimed, 'INVITATION_ALREADY_CLAIMED', 'CLAIMED'],
        [cancelled, 'INVITATION_CANCELLED', 'CANCELLED'],
        [expired, 'INVITATION_CANCELLED', 'EXPIRED'],
      ] as const)
        for (const asked of [claim(client, code, inviteeUma), cancel(client, code)])
          expect(await refusalOf(asked)).toMatchObject({ status: 400, code: expected, details: { status } });
    });
  });
}
