import { accountFacts, type PaymentInstructions } from '@payments-platform/types';
import { isValidIBAN } from 'ibantools';
import { describe, expect, it } from 'vitest';
import { clabeOf, crc16 } from '../../../engines/funding/check-digits.ts';
import { fundingInstructions } from './instructions.ts';

function instructions(
  currency: string,
  id = 'InternalAccount:0198c0de-7a11-7d04-8c2a-6b1e2f3a4b5c',
): PaymentInstructions[] {
  return fundingInstructions({ id, currency, customer_id: 'Customer:1', reference: 'PP7K3M9Q2X7K3M' });
}

// biome-ignore lint/suspicious/noExplicitAny: the fields differ by kind
function infos(currency: string): any[] {
  return instructions(currency).map((entry) => entry.accountOrWalletInfo);
}

describe('funding instructions', () => {
  it('have one entry per funding method', () => {
    const kinds = (currency: string): string[] => infos(currency).map((info) => info.accountType);
    expect(kinds('USD')).toEqual(['USD_ACCOUNT']);
    expect(kinds('EUR')).toEqual(['EUR_ACCOUNT']);
    expect(kinds('GBP')).toEqual(['GBP_ACCOUNT']);
    expect(kinds('MXN')).toEqual(['MXN_ACCOUNT']);
    expect(kinds('BRL')).toEqual(['BRL_ACCOUNT']);
    expect(kinds('INR')).toEqual(['INR_ACCOUNT', 'INR_ACCOUNT']);
    expect(kinds('BTC')).toEqual(['SPARK_WALLET', 'BITCOIN_L1']);
    expect(kinds('USDB')).toEqual(['SPARK_WALLET']);
  });

  it.each(['USDC', 'USDT'])('have an address on each network of %s', (asset) => {
    const networks = Object.values(accountFacts).filter((facts) => (facts.assets as readonly string[]).includes(asset));
    const given = infos(asset);
    expect(given.map((info) => info.accountType).sort()).toEqual(networks.map((facts) => facts.accountType).sort());
    for (const info of given) expect(info.assetType).toBe(asset);
  });

  it('contain the reference of the account for payers who have to name it', () => {
    for (const currency of ['USD', 'EUR', 'GBP', 'MXN']) expect(infos(currency)[0].reference).toBe('PP7K3M9Q2X7K3M');
    expect(infos('BRL')[0].qrCode).toContain('0514PP7K3M9Q2X7K3M');
    expect(infos('INR')[0].vpa).toBe('deposit.pp7k3m9q2x7k3m@sandboxbank');
  });

  it('contain account numbers with valid check digits', () => {
    const { routingNumber } = infos('USD')[0];
    const sum = [...routingNumber].reduce(
      (total: number, digit: string, index) => total + Number(digit) * ([3, 7, 1][index % 3] ?? 0),
      0,
    );
    expect(sum % 10).toBe(0);
    expect(isValidIBAN(infos('EUR')[0].iban)).toBe(true);
    const { clabeNumber } = infos('MXN')[0];
    expect(clabeOf(clabeNumber.slice(0, 17))).toBe(clabeNumber);
    const { qrCode } = infos('BRL')[0];
    expect(crc16(qrCode.slice(0, -4))).toBe(qrCode.slice(-4));
  });

  it('are stable for one account and different for another', () => {
    const other = 'InternalAccount:0198c0de-7a11-7d04-8c2a-000000000000';
    for (const currency of ['USD', 'EUR', 'GBP', 'MXN', 'BRL', 'USDC', 'BTC']) {
      expect(instructions(currency)).toEqual(instructions(currency));
      expect(instructions(currency, other)).not.toEqual(instructions(currency));
    }
  });

  it('list every rail of the currency', () => {
    for (const currency of ['USD', 'EUR', 'GBP', 'MXN', 'INR'] as const) {
      const rails = infos(currency).flatMap((info) => info.paymentRails);
      expect(rails.sort()).toEqual([...accountFacts[`${currency}_ACCOUNT`].rails].sort());
    }
  });

  it('set isPlatformAccount for an account of the platform only', () => {
    const own = fundingInstructions({ id: 'InternalAccount:1', currency: 'USD', customer_id: null, reference: 'PP' });
    expect(own[0]?.isPlatformAccount).toBe(true);
    expect(instructions('USD')[0]?.isPlatformAccount).toBe(false);
  });

  it('are empty for a currency without a funding method', () => {
    expect(instructions('KES')).toEqual([]);
  });
});
