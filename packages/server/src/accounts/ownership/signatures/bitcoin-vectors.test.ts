import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { bitcoinSignature } from './bitcoin-signature.ts';
import type { SignatureScheme } from './signature-check.ts';

interface Vector {
  readonly address: string;
  readonly message: string;
  readonly signature: string;
  readonly scheme: SignatureScheme;
}

function holds({ message, ...signed }: Vector): boolean {
  return bitcoinSignature({ ...signed, message: Buffer.from(message) });
}

// The fixtures of bitcoinjs-message and of Electrum.
describe('Bitcoin messages', () => {
  const numeris = 'vires is numeris';
  const uncompressed = 'G8JawPtQOrybrSP1WHQnQPr67B9S3qrxBrl1mlzoTJOSHEpmnF7D3+t+LX0Xei9J20B5AIdPbeL3AaTBZ4N3bY0=';
  const compressed = 'H8JawPtQOrybrSP1WHQnQPr67B9S3qrxBrl1mlzoTJOSHEpmnF7D3+t+LX0Xei9J20B5AIdPbeL3AaTBZ4N3bY0=';
  const electrum = 'HyFaND+87TtVbRhkTfT3mPNBCQcJ32XXtNZGW8sFldJsNpOPCegEmdcCf5Thy18hdMH88GLxZLkOby/EwVUuSeA=';

  it.each<[string, SignatureScheme, string, string, string]>([
    ['P2PKH', 'bip137', '16UwLL9Risc3QfPqBUvKofHmBQ7wMtjvM', numeris, uncompressed],
    ['P2PKH', 'bip137', '1PMycacnJaSqwwJqjawXBErnLsZ7RkXUAs', numeris, compressed],
    [
      'P2SH-P2WPKH',
      'bip137',
      '3JvL6Ymt8MVWiCNHC7oWU6nLeHNJKLZGLN',
      numeris,
      'JF8nHqFr3K2UKYahhX3soVeoW8W1ECNbr0wfck7lzyXjCS5Q16Ek45zyBuy1Fiy9sTPKVgsqqOuPvbycuVSSVl8=',
    ],
    [
      'P2WPKH',
      'bip137',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      numeris,
      'KF8nHqFr3K2UKYahhX3soVeoW8W1ECNbr0wfck7lzyXjCS5Q16Ek45zyBuy1Fiy9sTPKVgsqqOuPvbycuVSSVl8=',
    ],
    [
      'P2PKH',
      'electrum',
      '15hETetDmcXm1mM4sEf7U2KXC9hDHFMSzz',
      'Chancellor on brink of second bailout for banks',
      'H/9jMOnj4MFbH3d7t4yCQ9i7DgZU/VZ278w3+ySv2F4yIsdqjsc5ng3kmN8OZAThgyfCZOQxZCWza9V5XzlVY0Y=',
    ],
    [
      'P2PKH',
      'electrum',
      '1GPHVTY8UD9my6jyP4tb2TYJwUbDetyNC6',
      'Electrum',
      'G84dmJ8TKIDKMT9qBRhpX2sNmR0y5t+POcYnFFJCs66lJmAs3T8A6Sbpx7KA6yTQ9djQMabwQXRrDomOkIKGn18=',
    ],
    ['P2SH-P2WPKH', 'electrum', '3DYoBqQ5N6dADzyQjy9FT1Ls4amiYVaqTG', 'Electrum', electrum],
    ['P2WPKH', 'electrum', 'bc1qq2tmmcngng78nllq2pvrkchcdukemtj56uyue0', 'Electrum', electrum],
  ])('by a key of %s are accepted as %s for %s', (_kind, scheme, address, message, signature) => {
    expect(holds({ address, message, signature, scheme })).toBe(true);
    expect(holds({ address, message: 'foobar', signature, scheme })).toBe(false);
  });

  it.each<[string, SignatureScheme, string, string, string]>([
    ['another key', 'bip137', '1111111111111111111114oLvT2', numeris, compressed],
    [
      'a compressed key for the address of the other form',
      'bip137',
      '16UwLL9Risc3QfPqBUvKofHmBQ7wMtjvM',
      numeris,
      compressed,
    ],
    [
      'the other form for the address of a compressed key',
      'bip137',
      '1PMycacnJaSqwwJqjawXBErnLsZ7RkXUAs',
      numeris,
      uncompressed,
    ],
    ['the header of P2PKH for SegWit', 'bip137', 'bc1qq2tmmcngng78nllq2pvrkchcdukemtj56uyue0', 'Electrum', electrum],
    ['the header of P2PKH for SegWit in P2SH', 'bip137', '3DYoBqQ5N6dADzyQjy9FT1Ls4amiYVaqTG', 'Electrum', electrum],
    [
      'the header of SegWit',
      'electrum',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      numeris,
      'KF8nHqFr3K2UKYahhX3soVeoW8W1ECNbr0wfck7lzyXjCS5Q16Ek45zyBuy1Fiy9sTPKVgsqqOuPvbycuVSSVl8=',
    ],
    [
      's in the upper half, which Electrum takes',
      'electrum',
      '15hETetDmcXm1mM4sEf7U2KXC9hDHFMSzz',
      'Chancellor on brink of second bailout for banks',
      'IDsu0U/THAsPz/MSuXGBKSULz2dTfmrg1NsAhFp+wH5a1gZoH8kE7O05lE65YLZFzLx3sh/rDzXMbo1dQAJhhnU=',
    ],
  ])('by %s are refused as %s', (_reason, scheme, address, message, signature) => {
    expect(holds({ address, message, signature, scheme })).toBe(false);
  });
});

// The vectors in the folder of the BIP; those of scripts with several keys are not for this service.
describe('BIP 322', () => {
  const segwit = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l';
  const taproot = 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3';
  const empty =
    'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=';
  const hello =
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=';
  const helloTaproot = 'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==';

  it.each<[string, string, string]>([
    [segwit, '', empty],
    [segwit, '', `smp${empty}`],
    [
      segwit,
      '',
      'AkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
    ],
    [segwit, 'Hello World', hello],
    [
      segwit,
      'Hello World',
      'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
    ],
    [
      'bc1qkntwc3c4dzxh9xh6875l03fn3vkk023jgak3u7',
      'ESHJI7MWUL64AXHBI42L3UR4QA',
      'AkcwRAIgCYHF/vn67iZX5WBimh84kqD6pTME6eNCMGhfFnnwCNECIAF3nMCk/RfLit+uv8a8FgfQIw0f0ASE21GSz7rX17PsASEDTA2vM8bOtUFgvenSDUmvkq7aWNwoTB0CMiM6carHY1s=',
    ],
    [taproot, 'Hello World', helloTaproot],
    [
      // Of bip322-js 3.0.0, from the key in its own test of P2SH-P2WPKH.
      '3HSVzEhCFuH9Z3wvoWTexy7BMVVp3PjS6f',
      'Hello World',
      'AkgwRQIhAMd2wZSY3x0V9Kr/NClochoTXcgDaGl3OObOR17yx3QQAiBVWxqNSS+CKen7bmJTG6YfJjsggQ4Fa2RHKgBKrdQQ+gEhAxa5UDdQCHSQHfKQv14ybcYm1C9y6b12xAuukWzSnS+w',
    ],
    [
      'bc1pss0zhytly75awhm6x2hhvd5lnzv3vssgrf9axfheq8ldyzn88ges79fler',
      'No prefix fallback',
      'AUCJYOwOjxYAvatTAGYaVlNXBVyFuc4MwNQkOuK2tl8xhfKDONd0NjfYyNSYcRqeCp8hsAnCEPHAVEkO9h6vbQ/R',
    ],
    [
      'bc1p9cyuceaazr8cz46mvgkzl94wy397mwpqsrk84su37t72jvkg6wzqv52nfp',
      'TPIZPITUIHEUHO5ACOL6W6MBVD',
      'AUBay6NwR4LEYedkTG+vE9F7C0RTOCB5NH6ZAqf+3hudjHIkOzSZk1jW/5Kt0wRKX3llJ25os+0qktdou4/Y8516',
    ],
  ])('accepts that %s signed "%s" as %s', (address, message, signature) => {
    const vector: Vector = { address, message, signature, scheme: 'bip322' };
    expect(holds(vector)).toBe(true);
    expect(holds({ ...vector, message: 'Wrong message that was not signed' })).toBe(false);
    expect(holds({ ...vector, scheme: 'bip137' })).toBe(false);
  });

  it.each<[string, string, string, string]>([
    ['text that is not Base64', segwit, '', 'not-valid-base64!!!'],
    ['nothing', segwit, '', ''],
    ['an empty stack', segwit, '', 'smpAA=='],
    ['an unknown variant', segwit, '', 'fooAA=='],
    ['the signature of another address', 'bc1qx3f9s3scavc92s3g2fhwzqzn7qucd37ez03jpf', '', empty],
    ['the signature of another message', segwit, 'Hello World', empty],
    [
      'the full variant by name',
      'bc1pyrgrm6cu6n54jrvkdjd9rvyd3xfyu84s2623awu2srn6mxhscwpsm5644w',
      'incorrect prefix',
      'fulAUDZwFXUp+adN+/UZj5dVrGAbB3zKs1Vcalz5fCF9srxS63eSWNGvH1NYbrBkPt1BJDUyWUz9zgUxfc63/QheT6M',
    ],
    [
      'the full variant',
      'bc1qkwzsslep5elkuat4608v7tpntpr3d9n7w5cwwq',
      'YGIAANMREUXLFRI4HIEOCE4T23',
      'AgAAAAABAaVatLF3wpACTG5XowFYPJPv65lgTlZypjUV9d1DNduCAAAAAADgBwAAAQAAAAAAAAAAAWoCRzBEAiB+SJdR6bVLpv5+kK8pOXSUDS24rU53YkTQEvelQJ22uwIgEfqM8eYTupu4LtA0Tz7z1LIbhpP2PrUxWEt9osnrxFEBIQMasC7JaIHbbAUt1kU81yx7S4QHScnEDBs4GsdHDPMPSuAHAAA=',
    ],
    [
      'a script with several keys',
      'bc1qa8xp82hejuydq8d9yc44s662ras5ncr98gxz3n53s6vklwgrczrqc4fqtn',
      'GDU6AXT64O5ZS4AHHXK5JETYRM',
      'BABIMEUCIQCLKarc4DfTq5bmqPVjRZ/qBvRPy886P2dM1tDK/92WIgIgN7y495rkp5FPcpjohhl8Knmo9rf63tPLGIVo8PKE81ABSDBFAiEAz2U1cppenj2Kbg8DkS3wXMmAN4jvZvsP/PdcCI1akogCIFlrCbW2+GbMRkvObV2utVdHYBxIJhM6DJlv1NIwViXBAUdSIQJx+IVtFfezY//G7PB/9/Z2fWatDxm5+M0195sX3Y1qoyECvDKp35BSlVD2TFqMPy7MlXJrqGl3nkQAgo51DfiRIqlSrg==',
    ],
  ])('refuses %s', (_reason, address, message, signature) => {
    expect(holds({ address, message, signature, scheme: 'bip322' })).toBe(false);
  });
});
