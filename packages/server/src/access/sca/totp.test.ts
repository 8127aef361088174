import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { instantOf } from '../../ground/clock/instant.ts';
import { base32Of, type HashName, hotp, matchingStep, stepOf, totpUri } from './totp.ts';

const seed = '1234567890';
const secrets: Readonly<Record<HashName, Uint8Array>> = {
  sha1: Buffer.from(seed.repeat(2)),
  sha256: Buffer.from(seed.repeat(4).slice(0, 32)),
  sha512: Buffer.from(seed.repeat(7).slice(0, 64)),
};

describe('HOTP codes', () => {
  it.each(
    ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'].map(
      (code, counter) => [counter, code] as const,
    ),
  )('follow RFC 4226, appendix D: %i is %s', (counter, code) => {
    expect(hotp(secrets.sha1, counter)).toBe(code);
  });
});

describe('TOTP codes', () => {
  it.each<[number, string, HashName]>([
    [59, '94287082', 'sha1'],
    [59, '46119246', 'sha256'],
    [59, '90693936', 'sha512'],
    [1111111109, '07081804', 'sha1'],
    [1111111109, '68084774', 'sha256'],
    [1111111109, '25091201', 'sha512'],
    [1111111111, '14050471', 'sha1'],
    [1111111111, '67062674', 'sha256'],
    [1111111111, '99943326', 'sha512'],
    [1234567890, '89005924', 'sha1'],
    [1234567890, '91819424', 'sha256'],
    [1234567890, '93441116', 'sha512'],
    [2000000000, '69279037', 'sha1'],
    [2000000000, '90698825', 'sha256'],
    [2000000000, '38618901', 'sha512'],
    [20000000000, '65353130', 'sha1'],
    [20000000000, '77737706', 'sha256'],
    [20000000000, '47863826', 'sha512'],
  ])('follow RFC 6238, appendix B: at %i it is %s with %s', (second, code, hash) => {
    expect(hotp(secrets[hash], stepOf(instantOf(second * 1000)), 8, hash)).toBe(code);
  });

  const at = (second: number, usedStep = 0) => ({ now: instantOf(second * 1000), usedStep });

  it('are accepted one step early and one step late, and no further', () => {
    const code = hotp(secrets.sha1, 100);
    const taken = (second: number): number | undefined => matchingStep(secrets.sha1, code, at(second));
    expect([99, 100, 101].map((step) => taken(step * 30))).toEqual([100, 100, 100]);
    expect([98, 102].map((step) => taken(step * 30))).toEqual([undefined, undefined]);
    expect(taken(102 * 30 - 0.001)).toBe(100);
  });

  it('are refused for a used step and for a step before it', () => {
    const code = (step: number): string => hotp(secrets.sha1, step);
    expect(matchingStep(secrets.sha1, code(100), at(3000, 100))).toBeUndefined();
    expect(matchingStep(secrets.sha1, code(99), at(3000, 100))).toBeUndefined();
    expect(matchingStep(secrets.sha1, code(101), at(3000, 100))).toBe(101);
  });

  it('are refused unless they have six digits', () => {
    for (const code of ['', '12345', '1234567', hotp(secrets.sha1, 100, 8)])
      expect(matchingStep(secrets.sha1, code, at(3000))).toBeUndefined();
  });
});

describe('the otpauth URI for a QR code', () => {
  it('has the Base32 secret, the issuer, the account and the code parameters', () => {
    expect(base32Of(secrets.sha1)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(totpUri(secrets.sha1, 'Example Pay', 'user:1&2')).toBe(
      'otpauth://totp/Example%20Pay:user%3A1%262?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Example%20Pay&algorithm=SHA1&digits=6&period=30',
    );
  });
});
