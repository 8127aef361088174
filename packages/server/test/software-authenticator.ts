import { Buffer } from 'node:buffer';
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The faults of a device. */
export interface Misbehaviour {
  readonly type?: string;
  readonly origin?: string;
  readonly challenge?: string;
  readonly relyingPartyId?: string;
  readonly isUserVerified?: boolean;
  readonly signCount?: number;
  readonly credentialId?: string;
  readonly algorithm?: number;
  readonly isTampered?: boolean;
  readonly padding?: number;
}

export interface SoftwareAuthenticator {
  readonly credentialId: string;
  /** What `navigator.credentials.create` returns, as JSON. */
  create(options: CreationOptions, origin: string, fault?: Misbehaviour): Record<string, unknown>;
  /** What `navigator.credentials.get` returns, as JSON. The counter grows with each use. */
  get(options: RequestOptions, origin: string, fault?: Misbehaviour): Record<string, unknown>;
}

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
}

interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
}

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;
const es256 = -7;

/** A passkey from a key pair, so that a test sees the bytes that a device would send. */
export function createSoftwareAuthenticator(): SoftwareAuthenticator {
  const id = randomBytes(16);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = id.toString('base64url');
  let signCount = 0;

  const authenticatorData = (relyingPartyId: string, flags: number, count: number, rest = Buffer.alloc(0)): Buffer => {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(count, 1);
    return Buffer.concat([sha256(relyingPartyId), head, rest]);
  };
  const flagsOf = ({ isUserVerified = true }: Misbehaviour): number =>
    userPresent | (isUserVerified ? userVerified : 0);
  const wrap = (response: object, fault: Misbehaviour): Record<string, unknown> => {
    const shown = fault.credentialId ?? credentialId;
    return { id: shown, rawId: shown, type: 'public-key', clientExtensionResults: {}, response };
  };

  return {
    credentialId,
    create: ({ challenge, rp }, origin, fault = {}) => {
      const key = Buffer.concat([cosePublicKey(publicKey, fault.algorithm ?? es256), Buffer.alloc(fault.padding ?? 0)]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const flags = flagsOf(fault) | hasCredential;
      const authData = authenticatorData(fault.relyingPartyId ?? rp.id, flags, fault.signCount ?? signCount, attested);
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ]);
      const clientDataJSON = clientData('webauthn.create', challenge, origin, fault);
      const response = {
        clientDataJSON: clientDataJSON.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      };
      return wrap(response, fault);
    },
    get: ({ challenge, rpId }, origin, fault = {}) => {
      signCount += 1;
      const count = fault.signCount ?? signCount;
      const authData = authenticatorData(fault.relyingPartyId ?? rpId, flagsOf(fault), count);
      const clientDataJSON = clientData('webauthn.get', challenge, origin, fault);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientDataJSON)]), privateKey);
      if (fault.isTampered === true) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
      const response = {
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      };
      return wrap(response, fault);
    },
  };
}

function clientData(type: string, challenge: string, origin: string, fault: Misbehaviour): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...pick(fault) }));
}

function pick({ type, challenge, origin }: Misbehaviour): object {
  return Object.fromEntries(Object.entries({ type, challenge, origin }).filter(([, value]) => value !== undefined));
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** RFC 9053: key type EC2, algorithm, curve P-256, and the point. */
function cosePublicKey(key: KeyObject, algorithm: number): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(algorithm)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

/** RFC 8949: the first bytes of a value, for the cases that are needed here. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}

function cborInteger(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
}

function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
}
