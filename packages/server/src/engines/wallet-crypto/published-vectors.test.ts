import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cipherSuite, importPair, openSealed, sealTo } from './hpke.ts';
import { keyPairOf, readPublicKey, signBytes } from './p256.ts';
import { openSessionKeyBundle, writeSessionKeyBundle } from './session-key-bundle.ts';
import { readStamp, stampHolds } from './stamp.ts';

const hex = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'hex'));
const text = (bytes: ArrayBuffer | Uint8Array | undefined): string =>
  bytes === undefined ? 'nothing' : Buffer.from(new Uint8Array(bytes)).toString('hex');

function pairOf(fill: number) {
  const pair = keyPairOf(new Uint8Array(32).fill(fill));
  if (pair === undefined) throw new Error('no private key');
  return pair;
}

/** The ephemeral key of the vectors, in place of a random one. */
const ephemeral = { bytes: () => new Uint8Array(32).fill(0x22) };

describe('the sealing profile', () => {
  const recipient = pairOf(0x11);
  const sealed = {
    encapsulated:
      '04d65a93977caa3d1b081852ff57a79e465f1660577304baead505dd3a48589cf350185e895372df6221ea3a137557e473fddb6755f05bd507c3c533fce9c91285',
    ciphertext: 'd1efe4310ce78f0f926e3fdf8b10b695919c97412d4b',
  };

  it('derives the published public key from the published private key', () => {
    expect(recipient.uncompressed).toBe(
      '040217e617f0b6443928278f96999e69a23a4f2c152bdf6d6cdf66e5b80282d4ed194a7debcb97712d2dda3ca85aa8765a56f45fc758599652f2897c65306e5794',
    );
  });

  it('seals the published plaintext to the published ciphertext, and opens it', async () => {
    const { encapsulated, ciphertext } = await sealTo(recipient, Buffer.from('000000'), ephemeral);
    expect({ encapsulated: text(encapsulated), ciphertext: text(ciphertext) }).toEqual(sealed);
    const opened = await openSealed(recipient, {
      encapsulated: hex(sealed.encapsulated),
      ciphertext: hex(sealed.ciphertext),
    });
    expect(Buffer.from(opened ?? []).toString('ascii')).toBe('000000');
  });

  it('opens nothing when any byte is changed, or with another key', async () => {
    const whole = hex(sealed.encapsulated + sealed.ciphertext);
    for (let at = 0; at < whole.length * 8; at += 1) {
      const changed = whole.slice();
      changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7));
      const opened = await openSealed(recipient, {
        encapsulated: changed.subarray(0, 65),
        ciphertext: changed.subarray(65),
      });
      expect([at, opened]).toEqual([at, undefined]);
    }
    const one = { encapsulated: whole.subarray(0, 65), ciphertext: whole.subarray(65) };
    expect(await openSealed(pairOf(0x12), one)).toBe(undefined);
    expect(await openSealed(recipient, { ...one, ciphertext: new Uint8Array(0) })).toBe(undefined);
  });

  it('writes and reads the published session key bundle', async () => {
    const published =
      '2D3mR2shGSkgZjh1AX2hb1TuTjxbSMWX6Z7XT155tKcSznoPA4eZp4Z1eVGxZyfA1VCLbwcMFL8AmPHC1YSHBuj3Pw9iRDfVp2tcPwznnrFNCn8Q2cWm';
    expect(await writeSessionKeyBundle(recipient, pairOf(0x33), ephemeral)).toBe(published);
    expect(await openSessionKeyBundle(recipient, published)).toEqual(pairOf(0x33));
    expect(await openSessionKeyBundle(recipient, published.replace('2D3m', '2D3n'))).toBe(undefined);
  });
});

/** From the test vectors that RFC 9180 refers to; its appendix does not print this suite. */
const rfc9180 = {
  info: '4f6465206f6e2061204772656369616e2055726e',
  ephemeralSeed: 'a90d3417c3da9cb6c6ae19b4b5dd6cc9529a4cc24efb7ae0ace1f31887a8cd6c',
  recipientSeed: 'a0ce15d49e28bd47a18a97e147582d814b08cbe00109fed5ec27d1b4e9f6f5e3',
  privateKey: '317f915db7bc629c48fe765587897e01e282d3e8445f79f27f65d031a88082b2',
  publicKey:
    '04abc7e49a4c6b3566d77d0304addc6ed0e98512ffccf505e6a8e3eb25c685136f853148544876de76c0f2ef99cdc3a05ccf5ded7860c7c021238f9e2073d2356c',
  encapsulated:
    '04c06b4f6bebc7bb495cb797ab753f911aff80aefb86fd8b6fcc35525f3ab5f03e0b21bd31a86c6048af3cb2d98e0d3bf01da5cc4c39ff5370d331a4f1f7d5a4e0',
  firstAad: '436f756e742d30',
  firstPlaintext: '4265617574792069732074727574682c20747275746820626561757479',
  firstCiphertext: '58c61a45059d0c5704560e9d88b564a8b63f1364b8d1fcb3c4c6ddc1d291742465e902cd216f8908da49f8f96f',
  /**
   * SHAKE128 over 1,000 ciphertexts of inputs drawn with SHAKE128, in the form of the vectors in Go's standard library.
   */
  accumulated: '8d3263541fc1695b6e88ff3a1208577c',
};

async function contexts() {
  const suite = await cipherSuite();
  const recipient = keyPairOf(hex(rfc9180.privateKey));
  if (recipient === undefined) throw new Error('no private key');
  const keys = await importPair(recipient);
  const info = hex(rfc9180.info);
  const sender = await suite.createSenderContext({
    recipientPublicKey: keys.publicKey,
    info,
    ekm: hex(rfc9180.ephemeralSeed).buffer,
  });
  const receiver = await suite.createRecipientContext({ recipientKey: keys, info, enc: sender.enc });
  return { suite, recipient, sender, receiver };
}

describe('the HPKE suite', () => {
  it('derives the keys of RFC 9180, seals its first message and opens it', async () => {
    const { suite, recipient, sender, receiver } = await contexts();
    const derived = await suite.kem.deriveKeyPair(hex(rfc9180.recipientSeed).buffer);
    expect(text(await suite.kem.serializePublicKey(derived.publicKey))).toBe(rfc9180.publicKey);
    expect([recipient.uncompressed, text(sender.enc)]).toEqual([rfc9180.publicKey, rfc9180.encapsulated]);
    const ciphertext = await sender.seal(hex(rfc9180.firstPlaintext), hex(rfc9180.firstAad));
    expect(text(ciphertext)).toBe(rfc9180.firstCiphertext);
    expect(text(await receiver.open(ciphertext, hex(rfc9180.firstAad)))).toBe(rfc9180.firstPlaintext);
  });

  it('seals and opens 1,000 messages as in the test vectors', async () => {
    const { sender, receiver } = await contexts();
    const drawn = createHash('shake128', { outputLength: 600_000 }).digest();
    const sink = createHash('shake128', { outputLength: 16 });
    let at = 0;
    const draw = (): Uint8Array<ArrayBuffer> => {
      const length = drawn[at] ?? 0;
      at += 1 + length;
      return new Uint8Array(drawn.subarray(at - length, at));
    };
    for (let count = 0; count < 1_000; count += 1) {
      const [aad, plaintext] = [draw(), draw()];
      const ciphertext = await sender.seal(plaintext, aad);
      sink.update(new Uint8Array(ciphertext));
      if (text(await receiver.open(ciphertext, aad)) !== text(plaintext)) throw new Error(`message ${count}`);
    }
    expect(sink.digest('hex')).toBe(rfc9180.accumulated);
  });
});

describe('a stamp', () => {
  const payload = '{"type":"T","timestampMs":"0"}';
  const publicKey = '0351a7580833898ea1b183cbd7350a4099078c6ef1c1e18e970cd7683035f25e7d';
  const signature =
    '30440220739f48aac9672855f438bdcd9280c7bb4df4ab6dd1beaf74685414e283227dee022046658013d73a442ee6141ed17ce8a7d2d17bd614c59efe303c65e0ff86bbe1b4';
  const header = (members: object): string => Buffer.from(JSON.stringify(members)).toString('base64url');
  const scheme = 'SIGNATURE_SCHEME_TK_API_P256';
  const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

  it('is valid with the published signature, payload and key', () => {
    const stamp = readStamp(header({ publicKey, scheme, signature }));
    expect(stamp && stampHolds(stamp, payload)).toBe(true);
    expect(pairOf(0x33).compressed).toBe(publicKey);
    expect(stamp && stampHolds(stamp, payload.replace('0', '1'))).toBe(false);
  });

  it('is valid with a high s value too', () => {
    const s = BigInt(`0x${signature.slice(-64)}`);
    const other = (order - s).toString(16).padStart(64, '0');
    const high = signature.replace(/^3044/, '3045').replace(/0220[0-9a-f]{64}$/, `022100${other}`);
    const stamp = readStamp(header({ publicKey, scheme, signature: high }));
    expect(stamp && stampHolds(stamp, payload)).toBe(true);
  });

  it('compares keys as curve points, not as text', () => {
    const { uncompressed } = pairOf(0x33);
    expect(readPublicKey(uncompressed.toUpperCase())).toEqual(readPublicKey(publicKey));
    expect(
      readStamp(header({ publicKey, scheme, signature: signBytes(pairOf(0x33), Buffer.from(payload)) }))?.key,
    ).toEqual(readPublicKey(uncompressed));
  });

  it.each([
    ['another scheme', { publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1', signature }],
    ['no scheme', { publicKey, signature }],
    ['a key of another form', { publicKey: pairOf(0x33).uncompressed, scheme, signature }],
    ['a key that is no point', { publicKey: `02${'f'.repeat(64)}`, scheme, signature }],
    ['a signature that is no hexadecimal', { publicKey, scheme, signature: `${signature}zz` }],
    ['half of a byte', { publicKey, scheme, signature: signature.slice(0, -1) }],
    ['members that are no text', { publicKey, scheme, signature: 1 }],
    ['no object', [publicKey, scheme, signature]],
  ])('with %s cannot be read', (_, members) => {
    expect(readStamp(header(members))).toBe(undefined);
  });

  it('in another encoding cannot be read', () => {
    const bytes = Buffer.from(JSON.stringify({ publicKey, scheme, signature }));
    expect(readStamp(bytes.toString('base64url'))).toBeDefined();
    expect(readStamp(`${bytes.toString('base64url')}=`)).toBe(undefined);
    expect(readStamp(bytes.toString('utf8'))).toBe(undefined);
    expect(readStamp('sandbox-valid-signature')).toBe(undefined);
  });

  it('is invalid with its signature in another DER encoding', () => {
    const long = signature.replace(/^3044/, '308144');
    const stamp = readStamp(header({ publicKey, scheme, signature: long }));
    expect(stamp && stampHolds(stamp, payload)).toBe(false);
  });
});
