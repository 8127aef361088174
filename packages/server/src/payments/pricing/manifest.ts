import type { Manifest } from '../../operation/manifest.ts';
import { estimateCryptoWithdrawalFee } from './estimate-crypto-withdrawal-fee.ts';
import { getExchangeRates } from './get-exchange-rates.ts';

export const manifest = {
  operations: {
    estimateCryptoWithdrawalFee,
    getExchangeRates,
  },
} satisfies Manifest;
