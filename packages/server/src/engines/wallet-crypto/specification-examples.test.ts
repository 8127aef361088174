import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { epochMsOf, instantOf, minuteMs, plusMs } from '../../ground/clock/instant.ts';
import { canonicalJson } from '../../ground/json/canonical-json.ts';
import { parseJson } from '../../ground/json/json-text.ts';
import { specification } from '../../ground/specification/specification.ts';
import { readEnvelope } from './envelope.ts';
import { openCodeBundle, readTargetBundle } from './one-time-code-bundle.ts';
import { keyPairOf, publicJwk, readPublicKey } from './p256.ts';
import { payloadToSign } from './payload-to-sign.ts';
import { openSessionKeyBundle } from './session-key-bundle.ts';
import { readStamp, stampHolds } from './stamp.ts';
import { openCredentialsBundle } from './wallet-credentials-bundle.ts';

const pairOf = (fill: number) => {
  const pair = keyPairOf(new Uint8Array(32).fill(fill));
  if (pair === undefined) throw new Error('no private key');
  return pair;
};
const [receiver, device, service, exporter] = [pairOf(0x11), pairOf(0x33), pairOf(0x44), pairOf(0x55)];

interface Shown {
  readonly at: string;
  readonly value: string;
  /** The object that contains it. */
  readonly beside: Readonly<Record<string, unknown>>;
}

/** Every text with this name in the examples of the specification. */
function shown(name: string): Shown[] {
  const found: Shown[] = [];
  const walk = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (key === name && typeof member === 'string') found.push({ at, value: member, beside: { ...value } });
      else if (key === name && typeof member === 'object' && member !== null && 'examples' in member)
        for (const example of [member.examples].flat())
          if (typeof example === 'string') found.push({ at: `${at}/${key}`, value: example, beside: {} });
      walk(member, `${at}/${key}`);
    }
  };
  walk(specification(), '');
  expect(found.length, name).toBeGreaterThan(0);
  return found;
}

function componentOf(kind: 'schemas' | 'parameters', name: string): Readonly<Record<string, unknown>> {
  const components = specification()['components'];
  const group = Object.entries(Object(components)).find(([key]) => key === kind)?.[1];
  return Object(Object.entries(Object(group)).find(([key]) => key === name)?.[1]);
}

describe('the wallet examples of the specification', () => {
  it('have signed code targets, and bundles that the published key opens', async () => {
    for (const { at, value } of shown('otpEncryptionTargetBundle')) {
      expect([at, readTargetBundle(value)?.uncompressed]).toEqual([at, receiver.uncompressed]);
      expect(readEnvelope(value)?.signedBy).toBe(service.uncompressed);
    }
    for (const { at, value } of shown('walletBundlePublicKey')) {
      expect([at, value]).toEqual([at, service.uncompressed]);
    }
    for (const { at, value } of shown('encryptedOtpBundle')) {
      const opened = await openCodeBundle(receiver, value);
      expect([at, opened]).toEqual([at, { code: '000000', publicKey: readPublicKey(device.compressed) }]);
    }
  });

  it('have session keys and exported wallets that open', async () => {
    for (const { value } of shown('encryptedSessionSigningKey'))
      expect(await openSessionKeyBundle(receiver, value)).toEqual(device);
    for (const { value } of shown('encryptedWalletCredentials')) {
      const opened = await openCredentialsBundle(exporter, value);
      expect(opened?.mnemonic.split(' ')).toHaveLength(12);
      expect(opened?.organizationId).toBe('0198c0de-7a10-7e01-9a02-3b4c5d6e7f80');
    }
  });

  it('have client keys on the curve', () => {
    for (const { at, value } of shown('clientPublicKey'))
      expect([at, readPublicKey(value)]).not.toEqual([at, undefined]);
  });

  it('have canonical payloads to sign, whose time matches their expiry', async () => {
    const { compactVerify, importJWK } = await import('jose');
    const key = await importJWK({ ...publicJwk(service), alg: 'ES256' } as Parameters<typeof importJWK>[0]);
    for (const { at, value, beside } of shown('payloadToSign')) {
      if (!value.startsWith('{')) {
        const { payload } = await compactVerify(value, key);
        expect(parseJson(Buffer.from(payload).toString())).toMatchObject({ public_key: device.compressed });
        continue;
      }
      const parsed = Object(parseJson(value));
      if ('generateAppProofs' in parsed) {
        expect([at, Object.keys(parsed)]).toEqual([
          at,
          ['type', 'timestampMs', 'organizationId', 'parameters', 'generateAppProofs'],
        ]);
        continue;
      }
      expect([at, canonicalJson(parsed)]).toEqual([at, value]);
      const { expiresAt } = beside;
      if (typeof expiresAt === 'string' && 'requestId' in beside)
        expect([at, plusMs(instantOf(Number(parsed.timestampMs)), 5 * minuteMs)]).toEqual([at, expiresAt]);
    }
  });

  it('have a signature header over the payload of the challenge example', () => {
    const { example } = componentOf('parameters', 'ServiceWalletSignature');
    const [challenge] = [componentOf('schemas', 'SignedRequestChallenge')['examples']].flat();
    const stamp = readStamp(String(example));
    expect(stamp?.key).toEqual(readPublicKey(device.compressed));
    expect(stamp && stampHolds(stamp, String(Object(challenge).payloadToSign))).toBe(true);
  });

  it('have a passkey challenge that is the session digest, with valid passkey responses', async () => {
    const { verifyRegistrationResponse, verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const registration = shown('attestationObject').find(
      ({ beside }) => 'credentialId' in beside && 'transports' in beside,
    );
    const { credentialId, clientDataJson, attestationObject } = Object(registration?.beside);
    const expected = {
      expectedOrigin: 'https://pay.example.com',
      expectedRPID: 'example.com',
      requireUserVerification: false,
    };
    const registered = await verifyRegistrationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: clientDataJson, attestationObject },
      },
      expectedChallenge: '3q2-796tvu_erb7v3q2-796tvu_erb7v',
      ...expected,
    });
    if (!registered.verified) throw new Error('the attestation does not hold');
    const asked = shown('challenge').find(({ beside }) => 'requestId' in beside && 'credentialId' in beside);
    const { challenge, expiresAt } = Object(asked?.beside);
    const text = payloadToSign(
      { type: 'ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', parameters: { targetPublicKey: device.compressed } },
      {
        organizationId: '0198c0de-7a10-7e01-9a02-3b4c5d6e7f80',
        now: instantOf(epochMsOf(expiresAt) - 5 * minuteMs),
      },
    );
    expect(createHash('sha256').update(text).digest('hex')).toBe(challenge);
    const used = Object(
      shown('authenticatorData').find(({ beside }) => 'signature' in beside && 'credentialId' in beside)?.beside,
    );
    const { verified } = await verifyAuthenticationResponse({
      response: {
        id: used.credentialId,
        rawId: used.credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: used.clientDataJson,
          authenticatorData: used.authenticatorData,
          signature: used.signature,
        },
      },
      expectedChallenge: Buffer.from(challenge, 'utf8').toString('base64url'),
      ...expected,
      credential: registered.registrationInfo.credential,
    });
    expect(verified).toBe(true);
  });
});
