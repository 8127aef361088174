/** Why an encrypted or signed value for this device is not accepted. */
export type WalletFault = 'BUNDLE_MALFORMED' | 'SIGNER_UNKNOWN' | 'NOT_FOR_THIS_KEY' | 'NOT_FOR_THIS_WALLET';

const messages: Readonly<Record<WalletFault, string>> = {
  BUNDLE_MALFORMED: 'The bundle does not have the documented form. Pass it exactly as the interface returned it.',
  SIGNER_UNKNOWN: 'The bundle is not signed by the key that was expected. Do not use it; request a new one.',
  NOT_FOR_THIS_KEY:
    'The bundle was not encrypted to this key, or was modified on the way. Request a new one with this key.',
  NOT_FOR_THIS_WALLET: 'The bundle belongs to a different wallet than the requested one. Do not use it.',
};

/** Thrown on the device. It contains no secrets. */
export class WalletError extends Error {
  override readonly name = 'WalletError';
  readonly fault: WalletFault;
  constructor(fault: WalletFault) {
    super(messages[fault]);
    this.fault = fault;
  }
}
