import { refuseFields } from '../../operation/operation.ts';

/** What has the form of a key and is none. */
export const refuseKey = refuseFields([
  { field: 'clientPublicKey', message: 'Send a point of the curve P-256, as its public key is.' },
]);
