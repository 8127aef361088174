import { operationTable } from '@payments-platform/types';
import { loadSpecification } from '@payments-platform/types/spec';
import { describe, expect, it } from 'vitest';
import { servedOperations } from './not-implemented.ts';

const catalogue = Object.values(loadSpecification()['x-error-catalogue'] ?? {});
const notServed = /^Not served yet: /;
const nobody = /^No operation of this version answers it\. /;

function codesOf(operations: Readonly<Record<string, { readonly errorCodes: object }>>): ReadonlySet<string> {
  return new Set(Object.values(operations).flatMap(({ errorCodes }) => Object.values(errorCodes).flat()));
}

const declared = codesOf(operationTable);
const served = codesOf(servedOperations);

/** Declared by operations that are served, for a kind of customer or account that is not there yet. */
const ofEmbeddedWallets = /^(WALLET_SIGNATURE_|REQUEST_ID_MISSING$|REQUEST_NOT_FOUND$|(EMAIL|SMS)_OTP_)/;

describe('what the error catalogue says about the sandbox', () => {
  it.each(catalogue)('is true of $code', ({ code, sandbox = '' }) => {
    const isOfWallets = ofEmbeddedWallets.test(code) && !Object.hasOwn(servedOperations, 'createAuthCredential');
    const reading = {
      'no operation declares it': nobody.test(sandbox),
      'no served operation answers it': notServed.test(sandbox),
    };
    // Where this fails: an operation that declares the code is served now, so say how to see it; or none is any more.
    expect(reading).toEqual({
      'no operation declares it': !declared.has(code),
      'no served operation answers it': declared.has(code) && (!served.has(code) || isOfWallets),
    });
  });
});
