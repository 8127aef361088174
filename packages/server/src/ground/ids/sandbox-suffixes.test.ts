import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { currencies } from '@payments-platform/types';
import { describe, expect, it } from 'vitest';
import { newClientId } from '../../access/tokens/secret.ts';
import { fundingInstructions, quoteInstructions, routesInto } from '../../sandbox/adapters/funding/instructions.ts';
import { simulatedDeposit } from '../../sandbox/operations/simulated-deposit.ts';
import { createMovableClock, realAnchor } from '../clock/clock.ts';
import { digitsOf, hashOf } from './hash-of.ts';
import { createIds } from './ids.ts';
import { newPaymentReference } from './payment-reference.ts';
import { createSeededRandom } from './random.ts';
import { sandboxSuffix, sandboxSuffixes, withoutSandboxSuffix } from './sandbox-suffixes.ts';

const random = createSeededRandom(16);
const ids = createIds(createMovableClock(realAnchor), random);
/** Enough samples to show even a reference, whose endings have a chance of 1 in 1,000. */
const many = 10_000;

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

function instructionsFor(currency: string): string[] {
  const account = {
    id: ids.next('InternalAccount'),
    reference: newPaymentReference(random),
    currency,
    customer_id: null,
  };
  const payment = {
    amountMinor: 12_345n,
    createdAt: '2025-01-01T00:00:00.000Z',
    expiresAt: '2025-01-01T00:10:00.000Z',
  };
  const shown = [...fundingInstructions(account), ...quoteInstructions({ ...account, payment }, routesInto(currency))];
  return shown.flatMap(({ accountOrWalletInfo }) => stringsIn(accountOrWalletInfo));
}

const payable = Object.keys(currencies).filter((code) => routesInto(code).length > 0);

function depositOf(currency: 'USD' | 'USDC', route: 'ACH' | 'BASE'): string[] {
  const id = ids.next('Deposit');
  return stringsIn({ ...simulatedDeposit({ id, currency, amountMinor: 1n, route, reference: null }), amountMinor: 0 });
}

/** The outputs of each file that generates identifiers: many samples, or why they cannot be taken for an account. */
const made: Readonly<Record<string, ((at: number) => string[]) | string>> = {
  'ground/ids/ids.ts': () => [ids.next('Transaction')],
  'ground/ids/payment-reference.ts': () => [newPaymentReference(random)],
  'ground/ids/hash-of.ts': () => [hashOf(ids.next('Transaction')), digitsOf(ids.next('Deposit'), 12)],
  'access/tokens/secret.ts': () => [newClientId(random)],
  'sandbox/operations/simulated-deposit.ts': () => [...depositOf('USD', 'ACH'), ...depositOf('USDC', 'BASE')],
  'sandbox/adapters/funding/funding-method.ts': (at) => instructionsFor(payable[at % payable.length] ?? 'USD'),
  'http/idempotency.ts': 'a digest that is never shown',
  'http/receive-form.ts': 'a key of a file, which is never shown',
  'engines/hosted-pages/create-hosted-page.ts': 'a secret in an address',
  'engines/hosted-pages/hosted-page-html.ts': 'a digest of a style sheet',
  'cards/issuing/reveal-card.ts': 'a secret in an address',
  'start/operator.ts': 'a digest of a picture',
  'accounts/internal/update-internal-account.ts': 'a digest to sign',
  'payments/quotes/wallet-payment.ts': 'a digest to sign',
  'accounts/wallet-credentials/challenge-auth-credential.ts': 'a digest to sign',
  'accounts/wallet-credentials/new-credential.ts': 'a digest that is never shown',
  'agents/agents/device-code.ts': 'secrets',
  'people/invitations/invitation-code.ts': 'secrets',
  'agents/agents/redeem-agent-device-code.ts': 'secrets',
  'engines/oidc/identity-token.ts': 'a digest that is never shown',
  'engines/wallet-crypto/p256.ts': 'keys',
  'engines/wallet-crypto/session-key-bundle.ts': 'the checksum of a sealed key',
  'sandbox/adapters/sandbox-custody.ts': 'names that only a custodian reads, and words',
  'sandbox/recipes/maker.ts': 'the front of numbers, behind which an ending is put on purpose',
  'start/serve-docs.ts': 'a digest of a style',
  'start/local-files.ts': 'a key that is never shown',
  'access/sca/challenge.ts': 'a nonce to sign',
  'access/sca/start-sca-factor-enrollment.ts': 'a secret and a nonce',
  'access/sca/recovery-codes.ts': 'secrets',
  'engines/messages/one-time-code.ts': 'secrets',
  'engines/uma/keys.ts': 'keys',
  'engines/uma/nonces.ts': 'nonces',
  'sandbox/adapters/uma/local-provider.ts': 'keys',
  'sandbox/adapters/uma/sandbox-lightning.ts': 'the seed of an invoice',
  'sandbox/adapters/uma/sandbox-invoice.ts': 'an invoice, which ends in its checksum',
  'accounts/ownership/challenge-message.ts': 'a nonce to sign',
  'engines/files/sealed-file-store.ts': 'salt',
  'ground/sealing/hash-secret.ts': 'a digest that is never shown',
  'ground/sealing/sealer.ts': 'nonces',
  'ground/ids/random.ts': 'bytes',
  'platform/requests/request-log.ts': 'a digest of a key, which is not shown',
  'backups/parts.ts': 'a digest of a file, which nobody pays',
  'commands/copy-data.ts': 'the name of a database',
};

const source = fileURLToPath(new URL('../..', import.meta.url));

function filesThatMakeSomethingUp(): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) =>
      /\b(random\.bytes\(|createHash\(|hash\('sha|randomUUID|randomBytes|Math\.random)/.test(
        readFileSync(join(source, path), 'utf8'),
      ),
    );
}

describe('a generated value', () => {
  const samplers = Object.entries(made).flatMap(([file, what]) =>
    typeof what === 'string' ? [] : [[file, what] as const],
  );
  it.each(samplers)('never ends in a suffix that the sandbox interprets: %s', (_file, sample) => {
    const strings = Array.from({ length: many }, (_, at) => sample(at)).flat();
    expect(strings.filter((text) => sandboxSuffix(text) !== undefined)).toEqual([]);
    expect(strings.filter((text) => sandboxSuffixes.some((ending) => text.split('@')[0]?.endsWith(ending)))).toEqual(
      [],
    );
  });

  it('is listed in this test for every file that generates one', () => {
    const known = new Set(Object.keys(made));
    expect(payable.length).toBeGreaterThan(10);
    expect(filesThatMakeSomethingUp().filter((path) => !known.has(path))).toEqual([]);
  });

  it('is generated again while it has a sandbox suffix, up to a limit', () => {
    expect(withoutSandboxSuffix((attempt) => (attempt < 3 ? 'x002' : 'x999'))).toBe('x999');
    expect(() => withoutSandboxSuffix(() => 'x002')).toThrow('every attempt');
  });
});

describe('the sandbox suffixes', () => {
  it('include every one that docs/sandbox.md names', () => {
    const guide = readFileSync(fileURLToPath(new URL('../../../../../docs/sandbox.md', import.meta.url)), 'utf8');
    const named = [...guide.matchAll(/`(\d{3})`/g)].map(([, ending]) => ending ?? '');
    const endings: readonly string[] = sandboxSuffixes;
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((ending) => !endings.includes(ending))).toEqual([]);
  });
});
