/** Why something that was sealed or signed for this device is not taken. */
export type WalletFault = 'BUNDLE_MALFORMED' | 'SIGNER_UNKNOWN' | 'NOT_FOR_THIS_KEY' | 'NOT_FOR_THIS_WALLET';

const messages: Readonly<Record<WalletFault, string>> = {
  BUNDLE_MALFORMED: 'The bundle does not have the documented form. Hand it over exactly as the interface returned it.',
  SIGNER_UNKNOWN: 'The bundle is not signed by the key that was expected. Do not use it; ask for a new one.',
  NOT_FOR_THIS_KEY:
    'The bundle was not sealed to this key, or was changed on its way. Ask for a new one with this key.',
  NOT_FOR_THIS_WALLET: 'The bundle is of another wallet than the one that was asked for. Do not use it.',
};

/** Thrown on the device. Nothing secret is in it. */
export class WalletError extends Error {
  override readonly name = 'WalletError';
  readonly fault: WalletFault;
  constructor(fault: WalletFault) {
    super(messages[fault]);
    this.fault = fault;
  }
}
