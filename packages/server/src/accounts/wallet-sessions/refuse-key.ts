import { refuseFields } from '../../operation/operation.ts';

/** The refusal of a key that has the right form but is not a point of the curve. */
export const refuseKey = refuseFields([
  { field: 'clientPublicKey', message: 'Send a point of the curve P-256 as the public key.' },
]);
