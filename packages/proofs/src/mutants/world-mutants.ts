import type { Mutant } from './mutant.ts';

/** Mistakes about the worlds of a sandbox. */
export const worldMutants: readonly Mutant[] = [
  {
    name: 'leaves a deleted world its tokens',
    file: 'sandbox/worlds/retire-tenant.ts',
    find: '  unit.write(endTokens, { tenant });\n',
    replace: '',
    test: [
      'sandbox/worlds/delete-sandbox-world-by-id.test.ts',
      'ends its tokens at once, and then leaves no row and no file of it in any table',
    ],
  },
  {
    name: 'forgets in a copy which files a check has refused',
    file: 'sandbox/worlds/copy-rows.ts',
    find: '  verifications: { refused: ownRefusedFiles },\n',
    replace: '',
    test: ['sandbox/worlds/copy-files.test.ts', 'stay refused where a check has refused them'],
  },
  {
    name: 'removes a world once and not what comes late',
    file: 'sandbox/worlds/remove-tenants.ts',
    find: 'if (ageMs < stragglersMs) return',
    replace: 'if (ageMs < 0) return',
    test: [
      'sandbox/worlds/delete-sandbox-world-by-id.test.ts',
      'removes what a request that was under way has written after it',
    ],
  },
  {
    name: 'forgets the seed of a world',
    file: 'app.ts',
    find: 'if (seed !== null) seeded.set(tenant, createReplayedRandom(seed));',
    replace: '',
    test: [
      'sandbox/worlds/create-sandbox-world.test.ts',
      'gives two worlds of one seed the same ids and other secrets, and a third with another seed other ids',
    ],
  },
  {
    name: 'lets a world make worlds',
    file: 'sandbox/worlds/refuse-another.ts',
    find: 'maker.is_world === 1',
    replace: 'maker.is_world === 2',
    test: ['sandbox/worlds/create-sandbox-world.test.ts', 'makes no worlds, and knows none'],
  },
  {
    name: 'leaves the worlds of a platform behind at a reset',
    file: 'sandbox/worlds/tenant-tables.ts',
    find: "sandbox_worlds: identity('id')",
    replace: "sandbox_worlds: secret('id')",
    test: [
      'sandbox/worlds/reset-sandbox.test.ts',
      'leaves no data, and keeps tokens, configuration, key, clock and worlds',
    ],
  },
  {
    name: 'takes what customers registered along when data is reset',
    file: 'sandbox/worlds/tenant-tables.ts',
    find: "external_accounts: data('id')",
    replace: "external_accounts: setting('id')",
    test: [
      'sandbox/worlds/reset-under-load.test.ts',
      'answers each of them by the interface, and takes nothing of the old data along',
    ],
  },
  {
    name: 'takes a request that a reset has left behind for a bug',
    file: 'http/left-behind.ts',
    find: 'if (now.caller?.tenant === tenant) throw error;',
    replace: 'if (now.caller !== undefined) throw error;',
    test: ['http/left-behind.test.ts', 'is to be repeated where its platform was reset while it was served'],
  },
  {
    name: 'copies any number of rows whose digests are made again',
    file: 'sandbox/worlds/copy-rows.ts',
    find: '(digestWeight - 1) *',
    replace: '0 *',
    test: [
      'sandbox/worlds/fork-sandbox-world.test.ts',
      'is bounded by the time that it takes, of which digests that are made again are most',
    ],
  },
  {
    name: 'copies files for a request that is refused',
    file: 'sandbox/worlds/fork-tenant.ts',
    find: 'return isRefusal(accepted) ? undefined : copyFiles(deps, source.from);',
    replace: 'return copyFiles(deps, isRefusal(accepted) ? source.from : source.from);',
    test: ['sandbox/worlds/copy-files.test.ts', 'are not touched where the request is refused'],
  },
  {
    name: 'copies any number of bytes that wait to be imported',
    file: 'sandbox/worlds/copy-files.ts',
    find: 'if (left < 0) throw new TooManyBytes();',
    replace: 'if (left < -Number.MAX_SAFE_INTEGER) throw new TooManyBytes();',
    test: [
      'sandbox/worlds/copy-files.test.ts',
      'are at most 50 MiB as they are read, whatever of them waits to be imported',
    ],
  },
  {
    name: 'leaves the files of a copy that is not made',
    file: 'http/run-operation.ts',
    find: '    if (answer.refusal !== undefined) await discard?.(call, response);\n',
    replace: '',
    test: ['sandbox/worlds/copy-files.test.ts', 'are removed where it is not made'],
  },
  {
    name: 'copies the claims on timers',
    file: 'sandbox/worlds/copy-rows.ts',
    find: '  timers: { leased_until_ms: nothing },\n',
    replace: '',
    test: ['sandbox/worlds/fork-sandbox-world.test.ts', 'copies every row that is not a secret, and no claim'],
  },
  {
    name: 'leaves a copy the digests of its original',
    file: 'sandbox/worlds/make-copy.ts',
    find: '  await copyDigests(inWorld);\n',
    replace: '',
    test: [
      'sandbox/worlds/fork-sandbox-world.test.ts',
      'shows what is sealed, and finds what is found by a digest or by a reference, each in its own data',
    ],
  },
  {
    name: 'gives a copy the endpoint of its original',
    file: 'sandbox/worlds/make-copy.ts',
    find: '    webhook_endpoint: given.webhookEndpoint,\n',
    replace: '',
    test: [
      'sandbox/worlds/fork-sandbox-world.test.ts',
      'has a token and a key of its own, and sends what was due to its own endpoint or to nobody',
    ],
  },
  {
    name: 'sends the endpoint of a world how it began',
    file: 'platform/platforms/create-platform.ts',
    find: 'webhook_endpoint: null,',
    replace: "webhook_endpoint: 'https://receiver.example.com/hook',",
    test: [
      'sandbox/worlds/create-sandbox-world.test.ts',
      'sends to its own endpoint what happens in it, signed with its own key, and not how it began',
    ],
  },
  {
    name: 'judges the events of a copy and of its original as one',
    file: 'payments/transactions/event-paths.ts',
    find: 'return `${tenant} ${id}`;',
    replace: 'return `${tenant > 0} ${id}`;',
    test: ['verify/verify-forks.test.ts', 'finds nothing in healthy ones, however many rows a look takes'],
  },
  {
    name: 'passes over the payments of a copy',
    file: 'payments/transactions/event-paths.ts',
    find: "eb(refTuple('t.tenant', 't.id'), '>', tuple(after.tenant, after.id))",
    replace: "eb('t.id', '>', after.id)",
    test: ['verify/verify-forks.test.ts', 'finds a breach that only a copy has, and one that only its original has'],
  },
  {
    name: 'passes over the conversions of a copy',
    file: 'payments/transactions/conversion-invariant.ts',
    find: 'where (t.tenant, t.id) > (${after.tenant}, ${after.id})',
    replace: 'where t.tenant > ${after.tenant} and t.id > ${after.id}',
    test: ['verify/verify-forks.test.ts', 'finds a breach that only a copy has, and one that only its original has'],
  },
  {
    name: 'takes a delivery that throws for that of a copy',
    file: 'engines/outbox/held-delivery.ts',
    find: 'return `${tenant} ${id}`;',
    replace: 'return `${tenant > 0} ${id}`;',
    test: [
      'engines/outbox/delivery-troubles.test.ts',
      'are told apart from those of a copy of their platform, which have the same ids',
    ],
  },
];
