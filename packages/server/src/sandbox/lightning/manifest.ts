import type { Manifest } from '../../operation/manifest.ts';
import { holdPayment } from './hold-payment.ts';

export const manifest = {
  providerRoutes: [{ method: 'POST', path: '/.well-known/lnurlp/$sandbox/lightning', handle: holdPayment }],
} satisfies Manifest;
