import type { Manifest } from '../../operation/manifest.ts';
import { answerLookup, publishConfiguration, publishKeys } from './answer-lookups.ts';
import { dueRequests } from './look-at-invoices.ts';
import { takeChannels } from './take-channels.ts';
import { takePayRequest } from './take-pay-request.ts';

export const manifest = {
  dueWork: [dueRequests],
  providerRoutes: [
    { method: 'GET', path: '/.well-known/lnurlpubkey', handle: publishKeys },
    { method: 'GET', path: '/.well-known/uma-configuration', handle: publishConfiguration },
    { method: 'GET', path: '/.well-known/lnurlp/:name', handle: answerLookup },
    { method: 'POST', path: '/.well-known/lnurlp/:name/pay', handle: takePayRequest },
    { method: 'POST', path: '/.well-known/lnurlp/:name/utxos/:key', handle: takeChannels },
  ],
} satisfies Manifest;
