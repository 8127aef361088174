import type { Manifest } from '../../operation/manifest.ts';
import { dueInvoices } from '../adapters/uma/sandbox-lightning.ts';
import { holdPayment } from './hold-payment.ts';

export const manifest = {
  dueWork: [dueInvoices],
  providerRoutes: [{ method: 'POST', path: '/.well-known/lnurlp/$sandbox/lightning', handle: holdPayment }],
} satisfies Manifest;
