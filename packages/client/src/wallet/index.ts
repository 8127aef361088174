export { createDeviceKey, type DeviceKey, deviceKeyOf, type ExpectedWallet } from './device-key.ts';
export type { TrustedSigner } from './envelope.ts';
export { sealOneTimeCode, type TypedCode } from './one-time-code.ts';
export type { KeyPair } from './p256.ts';
export {
  type AssertedCredential,
  type CreatedCredential,
  type PasskeyChallenge,
  type PasskeyRequest,
  passkeyAssertion,
  passkeyAttestation,
  passkeyRequest,
} from './passkeys.ts';
export { createSessionKey, type SessionKey, sessionKeyOf, type WalletSigner } from './session-key.ts';
export { type SignatureHeaders, type Signed, signedRetry } from './signed-retry.ts';
export { WalletError, type WalletFault } from './wallet-error.ts';
