import type { AccountType } from '@payments-platform/types';
import { expect, it } from 'vitest';
import { sampleAccount } from '../../../../test/sample-accounts.ts';
import { sandboxSuffix, sandboxSuffixes } from '../../../ground/ids/sandbox-suffixes.ts';
import { brokenBody } from '../../../ground/specification/specification-validators.ts';
import { isRefusal } from '../../../operation/operation.ts';
import { productionRules } from '../../../operation/ports/environment-rules.ts';
import { createSandboxRules } from '../../../sandbox/adapters/sandbox-rules.ts';
import { accountKinds, formsOf, textOf } from '../account-facts.ts';
import { checkAccount, type NewAccount } from '../check-account.ts';

/** What a person does to get another ending: replaces the last three characters, or those before the @. */
function typedOver(identifier: string, ending: string): string {
  const [user = '', ...domain] = identifier.split('@');
  return [user.slice(0, -3) + ending, ...domain].join('@');
}

interface Way {
  readonly accountType: AccountType;
  readonly field: string;
  readonly info: Readonly<Record<string, unknown>>;
}

/** Every sample with each of its identifiers, and the two kinds of Pix key with check digits at the end. */
const ways: readonly Way[] = [
  ...accountKinds.flatMap((kind) => {
    const accountType = kind.accountType as AccountType;
    const info = sampleAccount(accountType).accountInfo;
    const fields = formsOf(kind).map(({ identifier }) => identifier);
    return fields.filter((field) => textOf(info, field) !== undefined).map((field) => ({ accountType, field, info }));
  }),
  ...[
    ['CPF', '11144477735'],
    ['CNPJ', '11222333000181'],
  ].map(([pixKeyType, pixKey]) => ({
    accountType: 'BRL_ACCOUNT' as const,
    field: 'pixKey',
    info: { ...sampleAccount('BRL_ACCOUNT').accountInfo, pixKeyType, pixKey },
  })),
];

it.each(ways)(
  'accepts every sandbox suffix on $field of $accountType in the sandbox',
  ({ accountType, field, info }) => {
    for (const ending of sandboxSuffixes) {
      const typed = typedOver(String(info[field]), ending);
      const request = { ...sampleAccount(accountType), accountInfo: { ...info, [field]: typed } };
      expect([typed, brokenBody('createPlatformExternalAccount', request)]).toEqual([typed, []]);
      const checked = checkAccount(request as unknown as NewAccount, false);
      expect([typed, isRefusal(checked) ? checked : undefined]).toEqual([typed, undefined]);
      expect(sandboxSuffix(typed)).toBe(ending);
    }
  },
);

it('check digits are verified in production, and in the sandbox only with strictIdentifiers', () => {
  expect(productionRules.checksDigits).toBe(true);
  expect(createSandboxRules({ strictIdentifiers: true }).checksDigits).toBe(true);
  expect(createSandboxRules({ strictIdentifiers: false }).checksDigits).toBe(false);
});
