import { describe, expect, it } from 'vitest';
import { createDeviceKey, deviceKeyOf } from './device-key.ts';
import { type Bytes, base64url, hexOf, readHex, utf8 } from './encodings.ts';
import { openSealed, sealTo } from './hpke.ts';
import { compressed, decompressed, isSignedBy, type KeyPair, newSealingPair, newSigningPair, pointOf } from './p256.ts';
import { createSessionKey } from './session-key.ts';

const hex = (text: string): Bytes => readHex(text) ?? new Uint8Array(0);

/** The published points of the private keys that repeat one byte. */
const recipientPoint =
  '040217e617f0b6443928278f96999e69a23a4f2c152bdf6d6cdf66e5b80282d4ed194a7debcb97712d2dda3ca85aa8765a56f45fc758599652f2897c65306e5794';
const ephemeralPoint =
  '04d65a93977caa3d1b081852ff57a79e465f1660577304baead505dd3a48589cf350185e895372df6221ea3a137557e473fddb6755f05bd507c3c533fce9c91285';
const ciphertext = 'd1efe4310ce78f0f926e3fdf8b10b695919c97412d4b';
const sessionKeyBundle =
  '2D3mR2shGSkgZjh1AX2hb1TuTjxbSMWX6Z7XT155tKcSznoPA4eZp4Z1eVGxZyfA1VCLbwcMFL8AmPHC1YSHBuj3Pw9iRDfVp2tcPwznnrFNCn8Q2cWm';
const sessionPublicKey = '0351a7580833898ea1b183cbd7350a4099078c6ef1c1e18e970cd7683035f25e7d';
const signedPayload = '{"type":"T","timestampMs":"0"}';

async function pairOf(fill: number, point: string): Promise<KeyPair> {
  const bytes = hex(point);
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' };
  const open = { kty: 'EC', crv: 'P-256', x: base64url(bytes.subarray(1, 33)), y: base64url(bytes.subarray(33)) };
  const jwk = { ...open, d: base64url(new Uint8Array(32).fill(fill)) };
  return {
    privateKey: await crypto.subtle.importKey('jwk', jwk, algorithm, true, ['deriveBits']),
    publicKey: await crypto.subtle.importKey('jwk', open, algorithm, true, []),
  };
}

const recipient = (): Promise<KeyPair> => pairOf(0x11, recipientPoint);

/** The point, payload and signature of a stamp. */
async function readStamp(stamp: string): Promise<{ readonly members: string[]; readonly holds: boolean }> {
  const text = atob(stamp.replaceAll('-', '+').replaceAll('_', '/'));
  const stamped = JSON.parse(text) as { readonly publicKey: string; readonly signature: string };
  const { publicKey, signature } = stamped;
  const point = hexOf((await decompressed(hex(publicKey))) ?? new Uint8Array(0));
  return { members: Object.keys(stamped), holds: await isSignedBy(point, signature, utf8(signedPayload)) };
}

describe('the published vectors', () => {
  it('seal to the published bytes and open again', async () => {
    const pair = await recipient();
    const sealed = await sealTo(hex(recipientPoint), utf8('000000'), await pairOf(0x22, ephemeralPoint));
    expect([hexOf(sealed.encapsulated), hexOf(sealed.ciphertext)]).toEqual([ephemeralPoint, ciphertext]);
    expect(new TextDecoder().decode(await openSealed(pair, sealed))).toBe('000000');
  });

  it('do not open once one bit has been changed', async () => {
    const pair = await recipient();
    for (const at of [0, 1, 64, 65, 70, 86]) {
      const whole = hex(ephemeralPoint + ciphertext);
      whole[at] = (whole[at] ?? 0) ^ 1;
      const changed = { encapsulated: whole.subarray(0, 65), ciphertext: whole.subarray(65) };
      expect(await openSealed(pair, changed)).toBe(undefined);
    }
  });

  it('open to a session key whose stamp verifies', async () => {
    const device = await deviceKeyOf(await recipient());
    const key = await device.openSessionKey(sessionKeyBundle);
    expect(key.publicKey).toBe(sessionPublicKey);
    expect(await readStamp(await key.stamp(signedPayload))).toEqual({
      members: ['publicKey', 'scheme', 'signature'],
      holds: true,
    });
    await expect(device.openSessionKey(sessionKeyBundle.replace('2D3m', '2D3n'))).rejects.toThrow('documented form');
    await expect((await createDeviceKey()).openSessionKey(sessionKeyBundle)).rejects.toThrow('encrypted to this key');
  });

  it('verify as a signature with a low or a high s, and not over a changed payload', async () => {
    const point = hexOf((await decompressed(hex(sessionPublicKey))) ?? new Uint8Array(0));
    const signature =
      '30440220739f48aac9672855f438bdcd9280c7bb4df4ab6dd1beaf74685414e283227dee022046658013d73a442ee6141ed17ce8a7d2d17bd614c59efe303c65e0ff86bbe1b4';
    expect(await isSignedBy(point, signature, utf8(signedPayload))).toBe(true);
    expect(await isSignedBy(point, signature, utf8(`${signedPayload} `))).toBe(false);
    // (r, n - s), with the zero byte that DER puts before a number whose first bit is set.
    const mirrored =
      '30450220739f48aac9672855f438bdcd9280c7bb4df4ab6dd1beaf74685414e283227dee022100b99a7feb28c5bbd219ebe12e8317582ceb6b2498e178a054b753e9c375a7439d';
    expect(await isSignedBy(point, mirrored, utf8(signedPayload))).toBe(true);
    expect(await isSignedBy(point, mirrored, utf8(`${signedPayload} `))).toBe(false);
  });
});

describe('device keys', () => {
  it('cannot be exported in their private half', async () => {
    for (const { privateKey } of [await newSigningPair(), await newSealingPair(), (await createSessionKey()).pair]) {
      expect(privateKey.extractable).toBe(false);
      await expect(crypto.subtle.exportKey('jwk', privateKey)).rejects.toThrow();
      await expect(crypto.subtle.exportKey('pkcs8', privateKey)).rejects.toThrow();
    }
    const device = await deviceKeyOf(await recipient());
    expect((await device.openSessionKey(sessionKeyBundle)).pair.privateKey.extractable).toBe(false);
  });

  it('convert between the compressed and the uncompressed public key', async () => {
    for (let count = 0; count < 8; count += 1) {
      const point = await pointOf(await newSigningPair());
      expect(await decompressed(compressed(point))).toEqual(point);
    }
    expect(await decompressed(hex(`02${'ff'.repeat(32)}`))).toBe(undefined);
  });

  it('make stamps in valid DER that verify, 64 of 64', async () => {
    const key = await createSessionKey();
    for (let count = 0; count < 64; count += 1)
      expect((await readStamp(await key.stamp(signedPayload))).holds).toBe(true);
  });
});
