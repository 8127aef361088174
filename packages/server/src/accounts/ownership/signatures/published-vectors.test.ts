import { Buffer } from 'node:buffer';
import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { evmSignature } from './evm-signature.ts';
import type { SignatureCheck } from './signature-check.ts';
import { solanaSignature } from './solana-signature.ts';
import { sparkSignature } from './spark-signature.ts';
import { tronSignature } from './tron-signature.ts';

interface Vector {
  readonly address: string;
  readonly message: string | Uint8Array;
  readonly signature: string;
}

function holds(check: SignatureCheck, { address, message, signature }: Vector): boolean {
  return check({ address, message: Buffer.from(message), signature, scheme: 'bip137' });
}

const unicode = 'Prüfung 测试 \u{1F604}';

describe('EIP-191', () => {
  it.each<[string, Vector]>([
    [
      'the sample of web3.js',
      {
        address: '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
        message: 'Some data',
        signature:
          '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
      },
    ],
    [
      'the sample of clef, which signs bytes',
      {
        address: '0x1923f626bb8dc025849e00f99c25fe2b2f7fb0db',
        message: Buffer.from('aabbccdd', 'hex'),
        signature:
          '0x5b6693f153b48ec1c706ba4169960386dbaa6903e249cc79a8e6ddc434451d417e1e57327872c7f538beeb323c300afa9999a3d4a5de6caf3be0d5ef832b67ef1c',
      },
    ],
  ])('accepts %s, and not for another message', (_name, vector) => {
    expect(holds(evmSignature, vector)).toBe(true);
    expect(holds(evmSignature, { ...vector, message: 'Some other data' })).toBe(false);
  });
});

// Created with TronWeb 6.5.1 from the private key of the web3.js sample.
describe('the signed message of Tron, version 2', () => {
  it.each([
    [
      'Some data',
      '0x27a658ace02c79ab682141f6ff0b3435c3615db90562dade9a96dbb870b9200c186ced736c62e4dfbcb8bd8687b23227f89967f204dfa9126f0b804a8cf453c81c',
    ],
    [
      unicode,
      '0xd36af52d77bd3fc06021aaca3f3da147d9dfd8756003cf1d2db243c4b5c5a6ab423d406b40d7f2274a73b926466c53ebdebff27d54bb1f6c91357a2a221683e21b',
    ],
  ])('accepts %s', (message, signature) => {
    const vector = { address: 'TE2H9hWjzYdwzDFRJfx9BFhr4MmjH1CHaz', message, signature };
    expect(holds(tronSignature, vector)).toBe(true);
    expect(holds(tronSignature, { ...vector, message: `${message} ` })).toBe(false);
  });
});

// Created with the Spark SDK 0.8.8 from the seed 01 02 … 20: compact and DER.
describe('the signed message of Spark', () => {
  it.each([
    [
      'Some data',
      '022cffa062e981dae72049539593a711f36e68d293dea131644146d18c421bbc48e5d52a15452e67d039d899c1eaae689165ea75903ee256b7c884af86635492',
    ],
    [
      'Some data',
      '30440220022cffa062e981dae72049539593a711f36e68d293dea131644146d18c421bbc022048e5d52a15452e67d039d899c1eaae689165ea75903ee256b7c884af86635492',
    ],
    [
      unicode,
      '49790ef06b031a2f785ce3cbe3b1305d2f202b1b08cfc5ccb6bf0ad0e697e6d06dd822ecaeca93323532b60392bd8241c009d92b62e90f05c6a306a67865641e',
    ],
    [
      unicode,
      '3044022049790ef06b031a2f785ce3cbe3b1305d2f202b1b08cfc5ccb6bf0ad0e697e6d002206dd822ecaeca93323532b60392bd8241c009d92b62e90f05c6a306a67865641e',
    ],
  ])('accepts %s in %s', (message, signature) => {
    const vector = {
      address: 'spark1pgssxxplhzpnhxfe36nepv2cmwwdruqddpv9cen02pgdv36aat4fes69m8eace',
      message,
      signature,
    };
    expect(holds(sparkSignature, vector)).toBe(true);
    expect(holds(sparkSignature, { ...vector, message: `${message} ` })).toBe(false);
  });
});

const hex = (text: string) => Buffer.from(text, 'hex');
const ed25519Vector = (key: string, message: string, signature: string): Vector => ({
  address: base58.encode(hex(key)),
  message: hex(message),
  signature: base58.encode(hex(signature)),
});

describe('Ed25519', () => {
  it.each<[string, Vector]>([
    [
      'TEST 1',
      ed25519Vector(
        'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
        '',
        'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
      ),
    ],
    [
      'TEST 2',
      ed25519Vector(
        '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
        '72',
        '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
      ),
    ],
    [
      'TEST 3',
      ed25519Vector(
        'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
        'af82',
        '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
      ),
    ],
  ])('accepts %s of RFC 8032', (_name, vector) => {
    expect(holds(solanaSignature, vector)).toBe(true);
    expect(holds(solanaSignature, { ...vector, message: hex('ff') })).toBe(false);
  });

  /**
   * Table 6 of Chalkias, Garillot and Nikolaenko, "Taming the many EdDSAs". Implementations disagree about
   * each of these, so none of them is a proof.
   */
  it.each<[string, string, string, string]>([
    [
      'key and nonce of small order, s = 0',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
      '8c93255d71dcab10e8f379c26200f3c7bd5f09d9bc3068d3ef4edeb4853022b6',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a0000000000000000000000000000000000000000000000000000000000000000',
    ],
    [
      'key of small order',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
      '9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79',
      'f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43a5bb704786be79fc476f91d3f3f89b03984d8068dcf1bb7dfc6637b45450ac04',
    ],
    [
      'nonce of small order',
      'f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43',
      'aebf3f2601a0c8c5d39cc7d8911642f740b78168218da8471772b35f9d35b9ab',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa8c4bd45aecaca5b24fb97bc10ac27ac8751a7dfe1baff8b953ec9f5833ca260e',
    ],
    [
      'key and nonce of mixed order',
      'cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d',
      '9bd9f44f4dcc75bd531b56b2cd280b0bb38fc1cd6d1230e14861d861de092e79',
      '9046a64750444938de19f227bb80485e92b83fdb4b6506c160484c016cc1852f87909e14428a7a1d62e9f22f3d3ad7802db02eb2e688b6c52fcd6648a98bd009',
    ],
    [
      'an equation that holds with the cofactor only',
      'cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d',
      'e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c',
      '160a1cb0dc9c0258cd0a7d23e94d8fa878bcb1925f2c64246b2dee1796bed5125ec6bc982a269b723e0668e540911a9a6a58921d6925e434ab10aa7940551a09',
    ],
    [
      'an equation that holds with the cofactor multiplied in early only',
      'cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d',
      'e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c',
      '21122a84e0b5fca4052f5b1235c80a537878b38f3142356b2c2384ebad4668b7e40bc836dac0f71076f9abe3a53f9c03c1ceeeddb658d0030494ace586687405',
    ],
    [
      's above the order',
      '442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623',
      '85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40',
      'e96f66be976d82e60150baecff9906684aebb1ef181f67a7189ac78ea23b6c0e547f7690a0e2ddcd04d87dbc3490dc19b3b3052f7ff0538cb68afb369ba3a514',
    ],
    [
      's far above the order',
      '442aad9f089ad9e14647b1ef9099a1ff4798d78589e66f28eca69c11f582a623',
      '85e241a07d148b41e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec40',
      '8ce5b96c8f26d0ab6c47958c9e68b937104cd36e13c33566acd2fe8d38aa19427e71f98a473474f2f13f06f97c20d58cc3f54b8bd0d272f42b695dd7e89a8c22',
    ],
    [
      'a nonce in another spelling, hashed as it is',
      'f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43',
      'fdaebc429f4a735932a160da1301080c13280eea8bc280d1b392c6b9e6ba3a5a',
      'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f454d370c8d9fc323a41450f8d513eafeb5b0697390c1e505a0d4ddc71f566607',
    ],
    [
      'a nonce in another spelling, hashed in the right one',
      'f7badec5b8abeaf699583992219b7b223f1df3fbbea919844e3f7c554a43dd43',
      '84b698d39be126ff55fe45079e6c8bf64a0d7db6994560b4e96b7021eb39c1a1',
      'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f084d5b99c2a9463d9c8bd5026916996984eeec87ddf1d3be329006ace1b37b09',
    ],
  ])('refuses %s', (_name, key, message, signature) => {
    expect(holds(solanaSignature, ed25519Vector(key, message, signature))).toBe(false);
  });
});
