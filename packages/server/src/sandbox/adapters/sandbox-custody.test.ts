import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { expect, it } from 'vitest';
import { createSeededRandom } from '../../ground/ids/random.ts';
import { createSandboxCustody } from './sandbox-custody.ts';

it('opens wallets, each with a valid 12-word recovery phrase and its own ids', () => {
  const custody = createSandboxCustody(createSeededRandom(7));
  const opened = Array.from({ length: 20 }, () => custody.open?.());
  for (const keys of opened) {
    expect(validateMnemonic(keys?.secret ?? '', wordlist)).toBe(true);
    expect(keys?.secret?.split(' ')).toHaveLength(12);
  }
  const ids = opened.flatMap((keys) => [keys?.organizationId, keys?.userId, keys?.walletId, keys?.signingKeyId]);
  expect(new Set([...ids, ...opened.map((keys) => keys?.secret)]).size).toBe(100);
});

it('derives the recovery phrase from the given randomness only', () => {
  const phraseOf = (seed: number) => createSandboxCustody(createSeededRandom(seed)).open?.().secret;
  expect(phraseOf(1)).toBe(phraseOf(1));
  expect(phraseOf(1)).not.toBe(phraseOf(2));
});
