import type { Mutant } from './mutant.ts';

const proof = 'platform/config/prove-domain.test.ts';
const left = 'payments/uma-requests/domains-left-by-others.test.ts';

/** Mistakes in who is reached at a UMA domain that a platform has left. */
export const umaDomainMutants: readonly Mutant[] = [
  {
    name: 'keeps a domain for its former platform',
    file: 'platform/platforms/find-uma-platform.ts',
    find: '...former.filter(({ environment }) => !environments.has(environment))',
    replace: '...former',
    test: [left, 'gives no message about an address of its former customers to a platform that uses it now'],
  },
  {
    name: 'gives a domain that production has left to a sandbox',
    file: 'platform/platforms/find-uma-platform.ts',
    find: '!environments.has(environment)',
    replace: 'environments.size === 0',
    test: [left, 'stays with its platform in production, however many sandboxes use it'],
  },
  {
    name: 'gives the addresses at a left domain to the platform that uses it now',
    file: 'payments/uma-requests/addressed.ts',
    find: 'if ((await findCustomerByUmaAddress(unit, earlier, address)) !== undefined) return true;',
    replace: 'if ((await findCustomerByUmaAddress(unit, earlier, address)) !== undefined) return false;',
    test: [left, 'gives no message about an address of its former customers to a platform that uses it now'],
  },
  {
    name: 'lets a later claim of a domain block its addresses',
    file: 'platform/platforms/find-uma-platform.ts',
    find: 'since === null || since < usedFrom',
    replace: 'since !== usedFrom',
    test: [left, 'gives every message to the first of its platforms that uses it again, whoever used it in between'],
  },
  {
    name: 'forgets the first use of a domain at a return',
    file: 'platform/config/apply-change.ts',
    find: 'firstUse === undefined ? deps.clocks.system.now() : firstUse',
    replace: 'deps.clocks.system.now() ?? firstUse',
    test: [left, 'gives every message to the first of its platforms that uses it again, whoever used it in between'],
  },
  {
    name: 'accepts a domain that names another platform',
    file: 'platform/config/prove-domain.ts',
    find: 'if (texts.includes(proof)) return undefined;',
    replace: "if (texts.some((text) => text !== 'v=spf1 -all')) return proof && undefined;",
    test: [proof, 'cannot be one that names another platform, which may have left it'],
  },
  {
    name: 'accepts a domain whose name servers do not answer',
    file: 'platform/config/prove-domain.ts',
    find: 'if (texts === undefined) return `The',
    replace: 'if (texts === undefined) return `The` && undefined; if (texts === null) return `The',
    test: [proof, 'is refused until its name servers answer, and until it has records'],
  },
  {
    name: 'lets a platform in production set any domain',
    file: 'operation/ports/environment-rules.ts',
    find: '  provesDomains: true,',
    replace: '  provesDomains: false,',
    test: [proof, 'needs a TXT record that names the platform, among any others'],
  },
];
