import { Buffer } from 'node:buffer';
import type { PasskeyAssertion, PasskeyCredentialCreateRequest } from '@payments-platform/types';
import { checkAssertion, checkAttestation } from '../../engines/webauthn/webauthn.ts';
import { parseJson } from '../../ground/json/json-text.ts';
import { type Refusal, refuseFields } from '../../operation/operation.ts';
import type { StoredPasskey } from './tables.ts';

interface ClientData {
  readonly type: string;
  readonly challenge: string;
  readonly origin: string;
}

/** The fields of the client data that are checked here; `undefined` if they cannot be read. */
function readClientData(base64url: string): ClientData | undefined {
  try {
    const value = parseJson(Buffer.from(base64url, 'base64url').toString('utf8'));
    if (typeof value !== 'object' || value === null) return undefined;
    const { type, challenge, origin } = { type: '', challenge: '', origin: '', ...value };
    if (typeof type !== 'string' || typeof challenge !== 'string' || typeof origin !== 'string') return undefined;
    return { type, challenge, origin };
  } catch {
    return undefined;
  }
}

/**
 * The domains that a passkey created on a page may belong to: its host and the parent domains, but no top-level domain.
 */
export function domainsOf(origin: string): string[] {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url === undefined || url.origin !== origin) return [];
  const { hostname, protocol } = url;
  if (hostname === 'localhost') return [hostname];
  if (protocol !== 'https:') return [];
  const labels = hostname.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

const refuse = (field: string, message: string): Refusal<'INVALID_INPUT'> => refuseFields([{ field, message }]);

/** Reads a passkey that a device created for the platform's challenge, on a page that the platform chose. */
export async function readNewPasskey({
  challenge,
  attestation,
}: Pick<PasskeyCredentialCreateRequest, 'challenge' | 'attestation'>): Promise<
  (StoredPasskey & { readonly signCount: number }) | Refusal<'INVALID_INPUT'>
> {
  const { credentialId, clientDataJson, attestationObject, transports = [] } = attestation;
  const clientData = readClientData(clientDataJson);
  if (clientData === undefined) return refuse('attestation.clientDataJson', 'is not Base64url of the client data');
  if (clientData.challenge !== challenge) return refuse('challenge', 'must be the challenge in clientDataJson');
  const domains = domainsOf(clientData.origin);
  if (domains.length === 0)
    return refuse('attestation.clientDataJson', 'has an origin that is neither https nor http://localhost');
  const made = await checkAttestation(
    {
      id: credentialId,
      type: 'public-key',
      response: { clientDataJSON: clientDataJson, attestationObject, transports },
    },
    { challenge, origin: clientData.origin, relyingPartyId: domains, demandsVerifiedUser: false },
  );
  if (made === undefined || made.credentialId !== credentialId)
    return refuse(
      'attestation',
      'is not valid: credentialId, type webauthn.create, the hash of the domain, user presence and the key must match',
    );
  const { publicKey, relyingPartyId, signCount } = made;
  return { credentialId, publicKey, relyingPartyId, origin: clientData.origin, transports, signCount };
}

/** The counter after this use, or the problem of the assertion as the end of a sentence. */
export async function readAssertion(
  assertion: PasskeyAssertion,
  challenge: string,
  passkey: StoredPasskey & { readonly signCount: number },
): Promise<number | string> {
  const clientData = readClientData(assertion.clientDataJson);
  if (assertion.credentialId !== passkey.credentialId) return 'is from another passkey (credentialId)';
  if (clientData === undefined) return 'has unreadable client data (clientDataJson)';
  if (clientData.type !== 'webauthn.get') return 'was created for another purpose (type)';
  const expected = Buffer.from(challenge, 'utf8').toString('base64url');
  if (clientData.challenge !== expected) return 'answers another challenge (challenge)';
  if (clientData.origin !== passkey.origin) return 'was created on another page (origin)';
  const { credentialId, clientDataJson, authenticatorData, signature } = assertion;
  const signCount = await checkAssertion(
    {
      id: credentialId,
      type: 'public-key',
      response: { clientDataJSON: clientDataJson, authenticatorData, signature },
    },
    {
      challenge: expected,
      origin: passkey.origin,
      relyingPartyId: passkey.relyingPartyId,
      demandsVerifiedUser: false,
    },
    passkey,
  );
  return signCount ?? 'is not valid (rpIdHash, user presence, signature or counter)';
}
