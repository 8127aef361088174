import { Buffer } from 'node:buffer';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

type Loose = Readonly<Record<string, unknown>>;

/** What a passkey has to be made for and used on. */
export interface Ceremony {
  /** In Base64url, as the device was given it. */
  readonly challenge: string;
  readonly origin: string;
  /** The one that it has to be, or those that it may be. */
  readonly relyingPartyId: string | readonly string[];
  /** Whether the device has to have recognised its owner, and not only somebody who is there. */
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

/** COSE numbers of the signatures that are taken: ECDSA with P-256, Ed25519 and RSA PKCS #1, each with SHA-256. */
export const algorithms = [-7, -8, -257];

/** Only servers whose customers use passkeys need it, and it takes a while to load. */
const library = () => import('@simplewebauthn/server');

/** The new passkey, or `undefined` when what the device is said to have returned does not hold. */
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

/** The counter of the authenticator after this use, or `undefined` when the assertion does not hold. */
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
  const transports = isLoose(credential['response']) ? transportsOf(credential['response']['transports']) : [];
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

/** Devices return more than is read; of what is read, everything has to be text. Some leave `rawId` out. */
function knownMembers(credential: Loose, members: readonly string[]): KnownMembers | undefined {
  const { id, rawId = id, type, response } = credential;
  if (typeof id !== 'string' || typeof rawId !== 'string' || type !== 'public-key' || !isLoose(response))
    return undefined;
  const texts: Record<string, string> = {};
  for (const member of members) {
    const text = response[member];
    if (typeof text !== 'string') return undefined;
    texts[member] = text;
  }
  return { id, rawId, type, clientExtensionResults: {}, response: texts };
}

function isLoose(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const knownTransports: readonly AuthenticatorTransport[] = ['ble', 'hybrid', 'internal', 'nfc', 'usb'];

function transportsOf(value: unknown): AuthenticatorTransport[] {
  const given: readonly unknown[] = Array.isArray(value) ? value : [];
  return knownTransports.filter((transport) => given.includes(transport));
}
