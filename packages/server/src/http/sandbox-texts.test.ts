import { operationTable } from '@payments-platform/types';
import { loadSpecification } from '@payments-platform/types/spec';
import { describe, expect, it } from 'vitest';

const catalogue = Object.values(loadSpecification()['x-error-catalogue'] ?? {});
const undeclared = /^No operation in this version returns this code\. /;

const declared = new Set(Object.values(operationTable).flatMap(({ errorCodes }) => Object.values(errorCodes).flat()));

describe('the sandbox text of the error catalogue', () => {
  it.each(catalogue)('says that no operation returns $code exactly when none declares it', ({ code, sandbox = '' }) => {
    // If this fails, an operation now declares the code, so say how to cause it; or no operation does any more.
    expect(undeclared.test(sandbox)).toBe(!declared.has(code));
    expect(sandbox).not.toMatch(/not served yet/i);
  });
});
