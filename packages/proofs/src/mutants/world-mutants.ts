import type { Mutant } from './mutant.ts';

/** Mistakes about the worlds of a sandbox. */
export const worldMutants: readonly Mutant[] = [
  {
    name: 'keeps the tokens of a deleted world',
    file: 'sandbox/worlds/retire-tenant.ts',
    find: '  unit.write(endTokens, { tenant });\n',
    replace: '',
    test: [
      'sandbox/worlds/delete-sandbox-world-by-id.test.ts',
      'revokes its tokens at once, then deletes its rows in every table and its files',
    ],
  },
  {
    name: 'keeps codes and pages after a reset',
    file: 'sandbox/worlds/retire-tenant.ts',
    find: "  unit.insert('removed_tenants', [{ tenant, removed_at_ms: nowMs, due_ms: nowMs }]);\n",
    replace: '',
    test: [
      'sandbox/worlds/reset-sandbox.test.ts',
      'invalidates device codes, invitation pages and card pages created before it',
    ],
  },
  {
    name: 'forgets refused documents in a copy',
    file: 'sandbox/worlds/copy-rows.ts',
    find: '  verifications: { refused: ownRefusedFiles },\n',
    replace: '',
    test: ['sandbox/worlds/copy-files.test.ts', 'stay refused if a check has refused them'],
  },
  {
    name: 'does not remove late rows of a deleted world',
    file: 'sandbox/worlds/remove-tenants.ts',
    find: 'if (ageMs < stragglersMs) return',
    replace: 'if (ageMs < 0) return',
    test: ['sandbox/worlds/delete-sandbox-world-by-id.test.ts', 'removes a row that is written after the deletion'],
  },
  {
    name: 'forgets the seed of a world',
    file: 'app.ts',
    find: 'if (seed !== null) seeded.set(tenant, createReplayedRandom(seed));',
    replace: '',
    test: [
      'sandbox/worlds/create-sandbox-world.test.ts',
      'gives worlds of one seed the same ids and different secrets, and another seed different ids',
    ],
  },
  {
    name: 'creates worlds inside a world',
    file: 'sandbox/worlds/refuse-another.ts',
    find: 'maker.is_world === 1',
    replace: 'maker.is_world === 2',
    test: ['sandbox/worlds/create-sandbox-world.test.ts', 'is refused to create worlds, and finds none'],
  },
  {
    name: 'loses the worlds of a platform at a reset',
    file: 'sandbox/worlds/tenant-tables.ts',
    find: "sandbox_worlds: identity('id')",
    replace: "sandbox_worlds: secret('id')",
    test: [
      'sandbox/worlds/reset-sandbox.test.ts',
      'deletes all data, and keeps tokens, configuration, webhook key, clock and worlds',
    ],
  },
  {
    name: 'keeps external accounts at a reset',
    file: 'sandbox/worlds/tenant-tables.ts',
    find: "external_accounts: data('id')",
    replace: "external_accounts: setting('id')",
    test: [
      'sandbox/worlds/reset-under-load.test.ts',
      'gives each request a documented response, and carries over no old data',
    ],
  },
  {
    name: 'reports a request during a reset as a bug',
    file: 'http/refuse-if-reset.ts',
    find: 'if (now.caller?.tenant === tenant) throw error;',
    replace: 'if (now.caller !== undefined) throw error;',
    test: [
      'http/refuse-if-reset.test.ts',
      'is refused with 503 and Retry-After 1 when its platform was reset meanwhile',
    ],
  },
  {
    name: 'copies sealed rows without a limit',
    file: 'sandbox/worlds/copy-rows.ts',
    find: '(digestWeight - 1) *',
    replace: '0 *',
    test: [
      'sandbox/worlds/fork-sandbox-world.test.ts',
      'is refused with WORLD_TOO_LARGE when too many rows need a new digest',
    ],
  },
  {
    name: 'copies files for a request that is refused',
    file: 'sandbox/worlds/fork-tenant.ts',
    find: 'return isRefusal(accepted) ? undefined : copyFiles(deps, source.from);',
    replace: 'return copyFiles(deps, isRefusal(accepted) ? source.from : source.from);',
    test: ['sandbox/worlds/copy-files.test.ts', 'are not copied when the fork is refused'],
  },
  {
    name: 'copies pending imports without a limit',
    file: 'sandbox/worlds/copy-files.ts',
    find: 'if (left < 0) throw new TooManyBytes();',
    replace: 'if (left < -Number.MAX_SAFE_INTEGER) throw new TooManyBytes();',
    test: ['sandbox/worlds/copy-files.test.ts', 'are limited to 50 MiB as read, with WORLD_TOO_LARGE above'],
  },
  {
    name: 'keeps the files of a failed copy',
    file: 'http/run-operation.ts',
    find: '    if (answer.refusal !== undefined) await discard?.(call, response);\n',
    replace: '',
    test: ['sandbox/worlds/copy-files.test.ts', 'are deleted when the fork fails with CONFLICT'],
  },
  {
    name: 'copies the leases of timers',
    file: 'sandbox/worlds/copy-rows.ts',
    find: '  timers: { leased_until_ms: nothing },\n',
    replace: '',
    test: [
      'sandbox/worlds/fork-sandbox-world.test.ts',
      'copies every row but secrets and leases, and leaves the original unchanged',
    ],
  },
  {
    name: 'keeps the digests of the original in a copy',
    file: 'sandbox/worlds/make-copy.ts',
    find: '  await copyDigests(inWorld);\n',
    replace: '',
    test: [
      'sandbox/worlds/fork-sandbox-world.test.ts',
      'shows sealed data and finds it by digest and reference, separately in each world',
    ],
  },
  {
    name: 'gives a copy the endpoint of its original',
    file: 'sandbox/worlds/make-copy.ts',
    find: '    webhook_endpoint: given.webhookEndpoint,\n',
    replace: '',
    test: [
      'sandbox/worlds/fork-sandbox-world.test.ts',
      'has its own token and webhook key, and sends due events to its own endpoint only',
    ],
  },
  {
    name: 'sends a world its initial events',
    file: 'platform/platforms/create-platform.ts',
    find: 'webhook_endpoint: null,',
    replace: "webhook_endpoint: 'https://receiver.example.com/hook',",
    test: [
      'sandbox/worlds/create-sandbox-world.test.ts',
      'sends its events to its own endpoint, signed with its own key, except those of its creation',
    ],
  },
  {
    name: 'merges the events of a copy and its original in verify',
    file: 'payments/transactions/event-paths.ts',
    find: 'return `${tenant} ${id}`;',
    replace: 'return `${tenant > 0} ${id}`;',
    test: ['verify/verify-forks.test.ts', 'finds no breach in healthy copies, with any page size'],
  },
  {
    name: 'skips the payments of a copy',
    file: 'payments/transactions/event-paths.ts',
    find: "eb(refTuple('t.tenant', 't.id'), '>', tuple(after.tenant, after.id))",
    replace: "eb('t.id', '>', after.id)",
    test: ['verify/verify-forks.test.ts', 'finds a breach in the copy alone and one in the original alone'],
  },
  {
    name: 'skips the conversions of a copy',
    file: 'payments/transactions/conversion-invariant.ts',
    find: 'where (t.tenant, t.id) > (${after.tenant}, ${after.id})',
    replace: 'where t.tenant > ${after.tenant} and t.id > ${after.id}',
    test: ['verify/verify-forks.test.ts', 'finds a breach in the copy alone and one in the original alone'],
  },
  {
    name: 'skips a failing delivery as one of a copy',
    file: 'engines/outbox/held-delivery.ts',
    find: 'return `${tenant} ${id}`;',
    replace: 'return `${tenant > 0} ${id}`;',
    test: [
      'engines/outbox/delivery-troubles.test.ts',
      'are recorded separately for a forked platform with the same event ids',
    ],
  },
];
