import { type Bytes, base64url, utf8 } from './encodings.ts';

/** The challenge of the interface for a passkey. */
export interface PasskeyChallenge {
  readonly challenge: string;
  readonly credentialId: string;
}

/** The `publicKey` of `navigator.credentials.get`. */
export interface PasskeyRequest {
  challenge: Bytes;
  allowCredentials: { type: 'public-key'; id: Bytes }[];
  userVerification: 'preferred';
}

/** Builds the `publicKey` of `navigator.credentials.get` for a challenge of the interface. */
export function passkeyRequest({ challenge, credentialId }: PasskeyChallenge): PasskeyRequest {
  // The challenge is the text itself, not the bytes that its digits encode.
  return {
    challenge: utf8(challenge),
    allowCredentials: [{ type: 'public-key', id: bytesOfBase64url(credentialId) }],
    userVerification: 'preferred',
  };
}

/** The required part of the result of `navigator.credentials.get`. */
export interface AssertedCredential {
  readonly rawId: ArrayBuffer;
  readonly response: {
    readonly clientDataJSON: ArrayBuffer;
    readonly authenticatorData: ArrayBuffer;
    readonly signature: ArrayBuffer;
    readonly userHandle: ArrayBuffer | null;
  };
}

/** The `assertion` that verifies a passkey. */
export function passkeyAssertion({ rawId, response }: AssertedCredential) {
  const { userHandle } = response;
  return {
    credentialId: base64urlOf(rawId),
    clientDataJson: base64urlOf(response.clientDataJSON),
    authenticatorData: base64urlOf(response.authenticatorData),
    signature: base64urlOf(response.signature),
    ...(userHandle !== null && userHandle.byteLength > 0 && { userHandle: base64urlOf(userHandle) }),
  };
}

/** The required part of the result of `navigator.credentials.create`. */
export interface CreatedCredential {
  readonly rawId: ArrayBuffer;
  readonly response: {
    readonly clientDataJSON: ArrayBuffer;
    readonly attestationObject: ArrayBuffer;
  };
}

/** The `attestation` that registers a passkey. */
export function passkeyAttestation({ rawId, response }: CreatedCredential) {
  return {
    credentialId: base64urlOf(rawId),
    clientDataJson: base64urlOf(response.clientDataJSON),
    attestationObject: base64urlOf(response.attestationObject),
  };
}

function base64urlOf(buffer: ArrayBuffer): string {
  return base64url(new Uint8Array(buffer));
}

function bytesOfBase64url(text: string): Bytes {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
