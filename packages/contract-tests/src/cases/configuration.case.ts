import { orThrow } from '@payments-platform/client';
import type { PlatformCurrencyConfig } from '@payments-platform/types';
import { describe, expect } from 'vitest';
import { openPayer } from '../parties/payer.ts';
import { refusalOf, refusedFields } from '../parties/refusal.ts';
import type { Platform, Target } from '../targets/target.ts';
import { needsState, scenarioOn } from './scenario.ts';

function currency(currencyCode: string): PlatformCurrencyConfig {
  return { currencyCode, minAmount: 100, maxAmount: 10_000_000, requiredCounterpartyFields: [] };
}

async function platformCurrencies({ client }: Platform): Promise<(string | undefined)[]> {
  const { data } = await orThrow(client.GET('/platform/internal-accounts'));
  return data.map(({ balance }) => balance.currency.code).sort();
}

export function configurationCases(target: Target): void {
  const scenario = scenarioOn(target);
  const stateful = needsState(target, 'a mock keeps no configuration');

  describe('the configuration of the platform', () => {
    scenario('can be read before anything is set', async (platform) => {
      const config = await orThrow(platform.client.GET('/config'));
      expect(config).toMatchObject({
        environment: 'SANDBOX',
        umaDomain: expect.any(String),
        webhookPublicKey: expect.stringContaining('PUBLIC KEY'),
      });
    });

    scenario('refuses a platform fee in EUR with NOT_IMPLEMENTED', async (platform) => {
      const client = platform.connect({ expected: { status: 501, example: 'feeCurrency' } });
      const fee = {
        feeType: 'CROSS_CURRENCY_TRANSACTION',
        sourceCurrency: 'EUR',
        variableFeeBps: 30,
        fixedFee: { amount: 50, currency: 'EUR' },
      } as const;
      expect(await refusalOf(client.PATCH('/config', { body: { feeConfigs: [fee] } }))).toMatchObject({
        status: 501,
        code: 'NOT_IMPLEMENTED',
      });
    });

    scenario('refuses an unknown currency with INVALID_CURRENCY', async (platform) => {
      const client = platform.connect({ expected: { status: 400, example: 'unknownCurrency' } });
      const refusal = await refusalOf(client.PATCH('/config', { body: { supportedCurrencies: [currency('XXX')] } }));
      expect(refusal).toMatchObject({ status: 400, code: 'INVALID_CURRENCY' });
    });

    stateful('changes only the fields that are sent', async ({ client }) => {
      const before = await orThrow(
        client.PATCH('/config', { body: { umaDomain: 'pay.example.com', embeddedWalletConfig: { appName: 'Acme' } } }),
      );
      const after = await orThrow(client.PATCH('/config', { body: { embeddedWalletConfig: { otpLength: 8 } } }));
      expect(after).toMatchObject({
        umaDomain: 'pay.example.com',
        embeddedWalletConfig: { appName: 'Acme', otpLength: 8 },
      });
      expect(after.webhookEndpoint).toBe(before.webhookEndpoint);
      expect(await orThrow(client.GET('/config'))).toEqual(after);
    });

    stateful('opens a platform account for a new currency and keeps those of removed ones', async (platform) => {
      const { client } = platform;
      const before = await platformCurrencies(platform);
      expect(before).toEqual(['BRL', 'BTC', 'EUR', 'GBP', 'INR', 'MXN', 'USD', 'USDC']);
      await orThrow(client.PATCH('/config', { body: { supportedCurrencies: [currency('USD'), currency('PHP')] } }));
      expect(await platformCurrencies(platform)).toEqual([...before, 'PHP'].sort());
      const { customerId } = await openPayer(platform);
      const { data } = await orThrow(client.GET('/customers/internal-accounts', { params: { query: { customerId } } }));
      expect(data.map(({ balance }) => balance.currency.code).sort()).toEqual(['PHP', 'USD']);
    });

    stateful('lists every invalid field in one refusal', async ({ client }) => {
      const fee = {
        feeType: 'CROSS_CURRENCY_TRANSACTION',
        sourceCurrency: 'USD',
        variableFeeBps: 10_001,
        fixedFee: { amount: -1, currency: 'USD' },
      } as const;
      const refusal = await refusalOf(
        client.PATCH('/config', { body: { feeConfigs: [fee], webhookEndpoint: 'ftp://example.com' } }),
      );
      expect(refusal).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
      expect(refusedFields(refusal)).toEqual(
        expect.arrayContaining(['feeConfigs.0.fixedFee.amount', 'feeConfigs.0.variableFeeBps', 'webhookEndpoint']),
      );
    });

    stateful('refuses a webhook endpoint that is not public HTTPS', async ({ client }) => {
      for (const webhookEndpoint of [
        'http://example.com/hooks',
        'https://10.0.0.1/hooks',
        'https://169.254.169.254/',
        'https://user:secret@example.com/hooks',
      ]) {
        const refusal = await refusalOf(client.PATCH('/config', { body: { webhookEndpoint } }));
        expect(refusal).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
        expect(refusedFields(refusal)).toEqual(['webhookEndpoint']);
      }
    });
  });
}
