import type { Mutant } from './mutant.ts';

const signed = 'access/signed-requests';

const inOrder = 'is checked part by part in the documented order';

/** Mistakes in how requests are signed. */
export const signedRequestMutants: readonly Mutant[] = [
  {
    name: 'accepts a signed request repeatedly',
    file: `${signed}/signed-requests-repository.ts`,
    find: "    .where('used_at', 'is', null)\n",
    replace: '',
    test: [
      `${signed}/require-signature.test.ts`,
      'succeeds once when two attempts pass the check before either is used',
    ],
  },
  {
    name: 'accepts a signed request after five minutes',
    file: `${signed}/pending-request.ts`,
    find: 'const lifeMs = 5 * minuteMs;',
    replace: 'const lifeMs = 50 * minuteMs;',
    test: [`${signed}/require-signature.test.ts`, 'is accepted until its challenge expires after five minutes'],
  },
  {
    name: 'accepts a signature for another body',
    file: `${signed}/pending-request.ts`,
    find: 'row.body_digest !== bodyDigest(context, asked)',
    replace: 'row.body_digest === undefined',
    test: [`${signed}/require-signature.test.ts`, inOrder],
  },
  {
    name: 'accepts a signature for another wallet',
    file: `${signed}/pending-request.ts`,
    find: 'path: canonicalJson(asked.path) };',
    replace: "path: canonicalJson({ id: 'InternalAccount:0198c0de-7a11-7d0b-9031-7e8f90123456' }) };",
    test: [`${signed}/require-signature.test.ts`, inOrder],
  },
  {
    name: 'accepts any well-formed signature',
    file: `${signed}/require-signature.ts`,
    find: '!stampHolds(stamp, waiting.payload) || ',
    replace: '',
    test: [`${signed}/require-signature.test.ts`, 'is refused when any field of its stamp is changed'],
  },
  {
    name: 'accepts the signature of any key',
    file: `${signed}/require-signature.ts`,
    find: ' || !(await isSigner(stamp.key, waiting))',
    replace: '',
    test: [
      `${signed}/require-signature.test.ts`,
      'is refused when its key is no longer a signer at the time of the retry',
    ],
  },
  {
    name: 'accepts a signature without its Request-Id',
    file: `${signed}/require-signature.ts`,
    find: "  if (requestId === undefined)\n    return refuse(\n      'REQUEST_ID_MISSING'",
    replace:
      "  if (requestId === undefined && stamp.key !== undefined)\n    return refuse(\n      'REQUEST_ID_MISSING'",
    test: [
      `${signed}/require-signature.test.ts`,
      'accepts sandbox-valid-signature in the sandbox, once and with its Request-Id',
    ],
  },
  {
    name: 'accepts a stamp under any scheme',
    file: 'engines/wallet-crypto/stamp.ts',
    find: 'members === undefined || members.scheme !== scheme',
    replace: 'members === undefined',
    test: [`${signed}/require-signature.test.ts`, 'is refused when any field of its stamp is changed'],
  },
  {
    name: 'forgets a one-time value as soon as its message expires',
    file: 'engines/uma/nonces.ts',
    find: "column: 'expires_at', beyondMs: dayMs }",
    replace: "column: 'expires_at' }",
    test: [
      'engines/uma/nonces.test.ts',
      'is refused for a day more, in case a clock goes back or another process is behind',
    ],
  },
];
