import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { solanaSignature } from './signatures/solana-signature.ts';

const examples = new URL('../../../../../spec/examples/self-custody-wallet/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(`${name}.yaml`, examples), 'utf8');
const field = (name: string, key: string): string =>
  new RegExp(`^ *${key}: "?([^"\\s]+)`, 'm').exec(read(name))?.[1] ?? '';

/** The lines below `messageToSign: |-`, without their indentation. */
function exampleMessage(): string {
  const [, block = ''] = /messageToSign: \|-\n((?: {4}.*\n|\n)+)/.exec(read('signature-challenge')) ?? [];
  return block.trimEnd().replaceAll(/^ {4}/gm, '');
}

it('the examples of the specification are a message and a valid signature of its wallet', () => {
  const message = Buffer.from(exampleMessage());
  const [address, signature] = [field('wallet-to-verify', 'address'), field('ownership-verify-request', 'signature')];
  expect(message.toString()).toContain(`\nAddress: ${address}\n`);
  expect(solanaSignature({ address, message, signature, scheme: 'bip137' })).toBe(true);
});
