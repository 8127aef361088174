import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { cryptography, stamping } from '../../../test/wallet-clients.ts';
import { createSystemRandom } from '../../ground/ids/random.ts';
import { openCodeBundle, readTargetBundle, writeTargetBundle } from './one-time-code-bundle.ts';
import { drawKeyPair, readPublicKey } from './p256.ts';
import { writeSessionKeyBundle } from './session-key-bundle.ts';
import { readStamp, stampHolds } from './stamp.ts';
import { writeVerificationToken } from './verification-token.ts';
import { writeCredentialsBundle } from './wallet-credentials-bundle.ts';

const {
  decryptCredentialBundle,
  decryptExportBundle,
  encryptOtpCodeToBundle,
  formatHpkeBuf,
  generateP256KeyPair,
  hpkeEncrypt,
  verifyOtpVerificationToken,
} = cryptography;
const random = createSystemRandom();
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('the client packages in common use', () => {
  it('open a session key that is sealed to their key', async () => {
    const [device, session] = [drawKeyPair(random), drawKeyPair(random)];
    const bundle = await writeSessionKeyBundle(device, session, random);
    expect(decryptCredentialBundle(bundle, hexOf(device.scalar))).toBe(hexOf(session.scalar));
  });

  it('open an exported mnemonic, and check its signer and its organization', async () => {
    const [device, signer] = [drawKeyPair(random), drawKeyPair(random)];
    const words = { organizationId: 'organization', mnemonic: 'abandon abandon about' };
    const exportBundle = await writeCredentialsBundle(device, words, { signer, random });
    const open = (organizationId: string, key: string) =>
      decryptExportBundle({
        exportBundle,
        embeddedKey: hexOf(device.scalar),
        organizationId,
        dangerouslyOverrideSignerPublicKey: key,
        returnMnemonic: true,
      });
    expect(await open('organization', signer.uncompressed)).toBe(words.mnemonic);
    await expect(open('another', signer.uncompressed)).rejects.toThrow('organization id');
    await expect(open('organization', drawKeyPair(random).uncompressed)).rejects.toThrow('signer');
  });

  it('seal a one-time code that the service opens', async () => {
    const target = drawKeyPair(random);
    const { publicKey, publicKeyUncompressed } = generateP256KeyPair();
    const plaintext = JSON.stringify({ otp_code: '000000', public_key: publicKeyUncompressed });
    const bundle = formatHpkeBuf(
      hpkeEncrypt({
        plainTextBuf: new TextEncoder().encode(plaintext),
        targetKeyBuf: new Uint8Array(Buffer.from(target.uncompressed, 'hex')),
      }),
    );
    const opened = { code: '000000', publicKey: readPublicKey(publicKey) };
    expect(await openCodeBundle(target, bundle)).toEqual(opened);
    expect(await openCodeBundle(target, JSON.stringify(bundle))).toEqual(opened);
    expect(await openCodeBundle(drawKeyPair(random), bundle)).toBe(undefined);
  });

  it('accept a signed code target, and seal a code to it', async () => {
    const [target, signer] = [drawKeyPair(random), drawKeyPair(random)];
    const { publicKey } = generateP256KeyPair();
    const bundle = await encryptOtpCodeToBundle(
      '123456',
      writeTargetBundle(target, signer),
      publicKey,
      signer.uncompressed,
    );
    expect(await openCodeBundle(target, bundle)).toEqual({ code: '123456', publicKey: readPublicKey(publicKey) });
    expect(readTargetBundle(writeTargetBundle(target, signer))).toEqual(readPublicKey(target.compressed));
  });

  it('verify a verification token, and refuse another signer', async () => {
    const [target, signer] = [drawKeyPair(random), drawKeyPair(random)];
    const { publicKey } = generateP256KeyPair();
    const targetBundle = writeTargetBundle(target, signer);
    const bundle = await encryptOtpCodeToBundle('123456', targetBundle, publicKey, signer.uncompressed);
    const opened = await openCodeBundle(target, bundle);
    if (opened === undefined) throw new Error('the bundle of the code does not open');
    expect(opened.code).toBe('123456');
    const token = await writeVerificationToken(
      {
        id: 'id',
        type: 'EMAIL_OTP',
        contact: 'ada@example.com',
        organizationId: 'organization',
        publicKey: opened.publicKey,
        expiresAt: '2999-01-01T00:00:00.000Z',
      },
      signer,
    );
    const claims = await verifyOtpVerificationToken(token, signer.uncompressed);
    expect(claims).toMatchObject({ contact: 'ada@example.com', public_key: publicKey });
    await expect(verifyOtpVerificationToken(token, target.uncompressed)).rejects.toThrow('signature');
  });

  it('write stamps that the service accepts', async () => {
    const { privateKey, publicKey } = generateP256KeyPair();
    const payload = '{"organizationId":"o","parameters":{},"timestampMs":"0","type":"T"}';
    const stamper = new stamping.ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey });
    const { stampHeaderValue } = await stamper.stamp(payload);
    const stamp = readStamp(stampHeaderValue);
    expect(stamp?.key).toEqual(readPublicKey(publicKey));
    expect(stamp && stampHolds(stamp, payload)).toBe(true);
    expect(stamp && stampHolds(stamp, `${payload} `)).toBe(false);
  });
});
