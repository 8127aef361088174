import {
  createDeviceKey,
  createSessionKey,
  sealOneTimeCode,
  sessionKeyOf,
  type WalletError,
} from '@payments-platform/client/wallet';
import { describe, expect, it } from 'vitest';
import { createSystemRandom } from '../../ground/ids/random.ts';
import { readEnvelope } from './envelope.ts';
import { openCodeBundle, writeTargetBundle } from './one-time-code-bundle.ts';
import { drawKeyPair, readPublicKey } from './p256.ts';
import { writeSessionKeyBundle } from './session-key-bundle.ts';
import { readStamp, stampHolds } from './stamp.ts';
import { writeCredentialsBundle } from './wallet-credentials-bundle.ts';

const random = createSystemRandom();
const payload = '{"organizationId":"o","parameters":{},"timestampMs":"0","type":"T"}';

/** The fault with which the client rejects. */
const faultOf = (refused: Promise<unknown>): Promise<unknown> =>
  refused.then(
    () => undefined,
    (error: WalletError) => error.fault,
  );

function deviceOf({ publicKey }: { readonly publicKey: string }) {
  const point = readPublicKey(publicKey);
  if (point === undefined) throw new Error(`${publicKey} is no key`);
  return point;
}

describe('the wallet client', () => {
  it('seals a code that the service opens, and only to a target of the expected signer', async () => {
    const [target, signer] = [drawKeyPair(random), drawKeyPair(random)];
    const key = await createSessionKey();
    const typed = { targetBundle: writeTargetBundle(target, signer), code: '000000', key };
    const bundle = await sealOneTimeCode(typed, { signedBy: signer.uncompressed });
    expect(await openCodeBundle(target, bundle)).toEqual({ code: '000000', publicKey: deviceOf(key) });
    expect(await faultOf(sealOneTimeCode(typed, { signedBy: target.uncompressed }))).toBe('SIGNER_UNKNOWN');
    const [, ours] = /"data":"([^"]+)"/.exec(typed.targetBundle) ?? [];
    const [, theirs] = /"data":"([^"]+)"/.exec(writeTargetBundle(drawKeyPair(random), signer)) ?? [];
    const swapped = { ...typed, targetBundle: typed.targetBundle.replace(ours ?? '', theirs ?? '') };
    expect(await faultOf(sealOneTimeCode(swapped))).toBe('SIGNER_UNKNOWN');
    expect(await faultOf(sealOneTimeCode({ ...typed, targetBundle: '{}' }))).toBe('BUNDLE_MALFORMED');
  });

  it('writes stamps that the service accepts, before and after its key is restored', async () => {
    const key = await createSessionKey();
    for (const signing of [key, await sessionKeyOf(structuredClone(key.pair))]) {
      const stamp = readStamp(await signing.stamp(payload));
      expect(stamp?.key).toEqual(deviceOf(key));
      expect(stamp && stampHolds(stamp, payload)).toBe(true);
    }
  });

  it('opens a session key, and stamps with it', async () => {
    const [device, session] = [await createDeviceKey(), drawKeyPair(random)];
    const key = await device.openSessionKey(await writeSessionKeyBundle(deviceOf(device), session, random));
    expect(key.publicKey).toBe(session.compressed);
    const stamp = readStamp(await key.stamp(payload));
    expect(stamp && stampHolds(stamp, payload)).toBe(true);
  });

  it('opens a mnemonic only for the right key, wallet and signer', async () => {
    const device = await createDeviceKey();
    const words = { organizationId: 'organization', mnemonic: 'legal winner thank year wave sausage worth useful' };
    const signer = drawKeyPair(random);
    const unsigned = await writeCredentialsBundle(deviceOf(device), words, { signer: undefined, random });
    const signed = await writeCredentialsBundle(deviceOf(device), words, { signer, random });
    expect(await device.openCredentials(unsigned, { organizationId: 'organization' })).toBe(words.mnemonic);
    expect(await device.openCredentials(signed, { signedBy: signer.uncompressed })).toBe(words.mnemonic);
    expect(await faultOf(device.openCredentials(unsigned, { signedBy: signer.uncompressed }))).toBe('SIGNER_UNKNOWN');
    expect(await faultOf(device.openCredentials(signed, { organizationId: 'other' }))).toBe('NOT_FOR_THIS_WALLET');
    expect(await faultOf((await createDeviceKey()).openCredentials(signed))).toBe('NOT_FOR_THIS_KEY');
    expect(await faultOf(device.openCredentials('no JSON'))).toBe('BUNDLE_MALFORMED');
  });

  it.each(['version', 'data', 'dataSignature', 'enclaveQuorumPublic'])(
    'refuses a bundle whose %s was changed',
    async (member) => {
      const [target, signer] = [drawKeyPair(random), drawKeyPair(random)];
      const [key, device] = [await createSessionKey(), await createDeviceKey()];
      const words = { organizationId: 'organization', mnemonic: 'legal winner thank year wave sausage worth useful' };
      const exported = await writeCredentialsBundle(deviceOf(device), words, { signer, random });
      const changed = (bundle: string): string => {
        const members: Readonly<Record<string, string>> = Object(JSON.parse(bundle));
        return JSON.stringify({ ...members, [member]: otherEnd(members[member] ?? '') });
      };
      const typed = { targetBundle: changed(writeTargetBundle(target, signer)), code: '000000', key };
      const trust = { signedBy: signer.uncompressed };
      expect(await faultOf(sealOneTimeCode(typed, trust))).toMatch(/SIGNER_UNKNOWN|BUNDLE_MALFORMED/);
      expect(await faultOf(device.openCredentials(changed(exported), trust))).toMatch(
        /SIGNER_UNKNOWN|BUNDLE_MALFORMED/,
      );
      expect(readEnvelope(changed(exported))).toBeUndefined();
    },
  );

  it('refuses a session key bundle with one changed character', async () => {
    const device = await createDeviceKey();
    const bundle = await writeSessionKeyBundle(deviceOf(device), drawKeyPair(random), random);
    for (const at of [0, 20, 60, bundle.length - 1]) {
      const letter = bundle[at] === '2' ? '3' : '2';
      const changed = `${bundle.slice(0, at)}${letter}${bundle.slice(at + 1)}`;
      expect([at, await faultOf(device.openSessionKey(changed))]).toEqual([at, 'BUNDLE_MALFORMED']);
    }
  });
});

/** The same text with a different last hexadecimal character. */
function otherEnd(text: string): string {
  return `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`;
}
