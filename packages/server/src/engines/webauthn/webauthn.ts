import { Buffer } from 'node:buffer';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isJsonObject } from '../../ground/json/json-text.ts';

type Loose = Readonly<Record<string, unknown>>;

/** The requirements of a passkey's creation or use. */
export interface Ceremony {
  /** In Base64url, exactly as sent to the device. */
  readonly challenge: string;
  readonly origin: string;
  /** The required id, or the allowed ids. */
  readonly relyingPartyId: string | readonly string[];
  /** Whether the device must have verified its owner, and not only that a person is present. */
  readonly demandsVerifiedUser: boolean;
}

export interface NewPasskey {
  readonly credentialId: string;
  readonly relyingPartyId: string;
  readonly publicKey: string;
  readonly signCount: number;
  readonly transports: readonly string[];
}

export interface KnownPasskey {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly signCount: number;
}

/** COSE identifiers of the supported signatures: ECDSA with P-256, Ed25519 and RSA PKCS #1, each with SHA-256. */
export const algorithms = [-7, -8, -257];

/** It takes a while to load, and only servers whose customers use passkeys need it. */
const library = () => import('@simplewebauthn/server');

/** The new passkey; `undefined` if the device's response is not valid. */
export async function checkAttestation(credential: Loose, ceremony: Ceremony): Promise<NewPasskey | undefined> {
  const response = registrationOf(credential);
  if (response === undefined) return undefined;
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: ceremony.challenge,
    expectedOrigin: ceremony.origin,
    expectedRPID: [ceremony.relyingPartyId].flat(),
    requireUserVerification: ceremony.demandsVerifiedUser,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined);
  if (verified?.verified !== true) return undefined;
  const { credential: made, rpID: relyingPartyId } = verified.registrationInfo;
  const { id, publicKey, counter, transports } = made;
  if (relyingPartyId === undefined) return undefined;
  return {
    credentialId: id,
    relyingPartyId,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    signCount: counter,
    transports: transports ?? [],
  };
}

/** The authenticator's counter after this use; `undefined` if the assertion is not valid. */
export async function checkAssertion(
  assertion: Loose,
  ceremony: Ceremony,
  passkey: KnownPasskey,
): Promise<number | undefined> {
  const response = authenticationOf(assertion);
  if (response === undefined || response.id !== passkey.credentialId) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: ceremony.challenge,
    expectedOrigin: ceremony.origin,
    expectedRPID: [ceremony.relyingPartyId].flat(),
    requireUserVerification: ceremony.demandsVerifiedUser,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.signCount,
    },
  }).catch(() => undefined);
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined;
}

function registrationOf(credential: Loose): RegistrationResponseJSON | undefined {
  const known = knownMembers(credential, ['clientDataJSON', 'attestationObject']);
  if (known === undefined) return undefined;
  const { clientDataJSON = '', attestationObject = '' } = known.response;
  const transports = isJsonObject(credential['response']) ? transportsOf(credential['response']['transports']) : [];
  return { ...known, response: { clientDataJSON, attestationObject, transports } };
}

function authenticationOf(assertion: Loose): AuthenticationResponseJSON | undefined {
  const known = knownMembers(assertion, ['clientDataJSON', 'authenticatorData', 'signature']);
  if (known === undefined) return undefined;
  const { clientDataJSON = '', authenticatorData = '', signature = '' } = known.response;
  return { ...known, response: { clientDataJSON, authenticatorData, signature } };
}

interface KnownMembers {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly clientExtensionResults: Record<string, never>;
  readonly response: Readonly<Record<string, string>>;
}

/** Devices return more members than are used. The used ones must be text. Some devices omit `rawId`. */
function knownMembers(credential: Loose, members: readonly string[]): KnownMembers | undefined {
  const { id, rawId = id, type, response } = credential;
  if (typeof id !== 'string' || typeof rawId !== 'string' || type !== 'public-key' || !isJsonObject(response))
    return undefined;
  const texts: Record<string, string> = {};
  for (const member of members) {
    const text = response[member];
    if (typeof text !== 'string') return undefined;
    texts[member] = text;
  }
  return { id, rawId, type, clientExtensionResults: {}, response: texts };
}

const knownTransports: readonly AuthenticatorTransport[] = ['ble', 'hybrid', 'internal', 'nfc', 'usb'];

function transportsOf(value: unknown): AuthenticatorTransport[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : [];
  return knownTransports.filter((transport) => given.includes(transport));
}
