import type { Manifest } from '../../operation/manifest.ts';
import { answerLookup, publishConfiguration, publishKeys } from './answer-lookups.ts';
import { dueRequests } from './poll-invoices.ts';
import { receiveChannels } from './receive-channels.ts';
import { receivePayRequest } from './receive-pay-request.ts';

export const manifest = {
  dueWork: [dueRequests],
  providerRoutes: [
    { method: 'GET', path: '/.well-known/lnurlpubkey', handle: publishKeys },
    { method: 'GET', path: '/.well-known/uma-configuration', handle: publishConfiguration },
    { method: 'GET', path: '/.well-known/lnurlp/:name', handle: answerLookup },
    { method: 'POST', path: '/.well-known/lnurlp/:name/pay', handle: receivePayRequest },
    { method: 'POST', path: '/.well-known/lnurlp/:name/utxos/:key', handle: receiveChannels },
  ],
} satisfies Manifest;
