import type { Mutant } from './mutant.ts';

const reading = 'platform/requests/get-request-by-id.test.ts';
const parts = 'platform/requests/log-parts.long.test.ts';
const listing = 'platform/requests/list-requests.test.ts';
const redaction = 'ground/specification/redaction.test.ts';
const late = 'ground/specification/late-schemas.test.ts';
const log = 'platform/requests/request-log.test.ts';
const slabs = 'platform/requests/exchange-slabs.test.ts';
const batch = 'platform/requests/request-batch.test.ts';
const marks = 'platform/requests/request-marks.test.ts';
const earlier = 'platform/requests/earlier-requests.test.ts';

/** Mistakes in the request log, and in its checks. */
export const requestMutants: readonly Mutant[] = [
  {
    name: 'shows a request to other platforms',
    file: 'platform/requests/requests-repository.ts',
    find: "    .where('tenant', '=', tenant)\n    .where('id', '>=', id)",
    replace: "    .where('id', '>=', id)",
    test: [reading, 'requires the platform of the request and the permission VIEW'],
  },
  {
    name: 'lists the requests of all platforms',
    file: 'platform/requests/list-requests.ts',
    find: 'await listKept(unit, tenant,',
    replace: 'await listKept(unit, 1,',
    test: [listing, 'shows requests of the platform only, and none that is unauthenticated'],
  },
  {
    name: 'logs fields marked as sensitive',
    file: 'ground/specification/redaction.ts',
    find: '  if (place.isSensitive) return mark;\n',
    replace: '',
    test: [redaction, 'keeps known fields, redacts sensitive ones and drops unknown ones'],
  },
  {
    name: 'logs free text of callers',
    file: 'ground/specification/redaction.ts',
    find: '!this.#hasForm(value)',
    replace: 'value.length < 0',
    test: [redaction, 'redacts free text of callers, and keeps ids, numbers and enum values'],
  },
  {
    name: 'reuses allowed free text for callers',
    file: 'ground/specification/redaction.ts',
    find: "if (freeText !== 'KEPT' && text !== undefined",
    replace: 'if (text !== undefined',
    test: [redaction, 'keeps, redacts or drops free text as its option says, also in turn'],
  },
  {
    name: 'redacts members by position',
    file: 'ground/specification/redaction.ts',
    find: 'last !== undefined && last.name === name',
    replace: 'last !== undefined',
    test: [redaction, 'keeps the members in the order they came'],
  },
  {
    name: 'keeps all requests of a sandbox platform',
    file: 'platform/requests/request-log.ts',
    find: 'if (count < most / 10) continue;',
    replace: 'if (count < most * 10) continue;',
    test: [log, 'keeps the newest requests of a sandbox platform, and all of a production platform'],
  },
  {
    name: 'queues requests without a limit',
    file: 'platform/requests/waiting-requests.ts',
    find: 'this.#all.length >= most ||',
    replace: 'this.#all.length >= most * 1_000 ||',
    test: [log, 'keeps up to 2,000 requests during a database outage and reports the number missing'],
  },
  {
    name: 'drops the newest requests of any platform',
    file: 'platform/requests/waiting-requests.ts',
    find: '(this.#weights.get(tenant) ?? 0) < this.#heaviest().weight',
    replace: 'false',
    test: [log, 'drops requests of the platform with the most waiting, and of no other'],
  },
  {
    name: 'does not validate union members',
    file: 'ground/specification/late-schemas.ts',
    find: "typeof name === 'string' && Object.hasOwn(mapping, name) ? mapping[name] : undefined",
    replace: "typeof name === 'number' ? mapping[name] : undefined",
    test: [late, 'reports the same as one compiled at once, for every example and its damaged forms'],
  },
  {
    name: 'does not validate fields compiled on first use',
    file: 'ground/specification/late-schemas.ts',
    find: '(reference) => reference);',
    replace: '() => undefined);',
    test: [late, 'reports the same as one compiled at once, for every example and its damaged forms'],
  },
  {
    name: 'drops a partition with rows within retention',
    file: 'platform/requests/log-parts.ts',
    find: 'to <= before',
    replace: 'from <= before',
    test: [parts, 'drops a partition once all its rows are past retention, and keeps the later rows'],
  },
  {
    name: 'creates a partition over rows of the default partition',
    file: 'platform/requests/log-parts.ts',
    find: '  if (await isElsewhere(unit, table, part)) return;\n',
    replace: '',
    test: [parts, 'stores a row outside all weekly partitions in the default partition and leaves it there'],
  },
  {
    name: 'creates partitions without the lock',
    file: 'platform/requests/log-parts.ts',
    find: '?.taken === true',
    replace: ' !== undefined',
    test: [parts, 'creates no partition while another process holds the lock'],
  },
  {
    name: 'waits for readers of the log without a time limit',
    file: 'platform/requests/log-parts.ts',
    find: '      await change(unit, `SET LOCAL lock_timeout = ${lockTimeoutMs}`);\n',
    replace: '',
    test: [parts, 'gives up within seven seconds when a transaction blocks a drop, and drops the next time'],
  },
  {
    name: 'skips requests of overlapping batches',
    file: 'platform/requests/requests-repository.ts',
    find: "if (found.length > limit && (some[0]?.id ?? '') < (found[limit]?.id ?? '')) return found;",
    replace: 'if (found.length > limit) return found;',
    test: [listing, 'finds requests that three processes wrote at the same time, in pages and by id'],
  },
  {
    name: 'starts a page at batches that end before it',
    file: 'platform/requests/requests-repository.ts',
    find: 'let before = moments.map(firstBatchBeyond).sort()[0];',
    replace: 'let before = after?.id;',
    test: [listing, 'finds requests that three processes wrote at the same time, in pages and by id'],
  },
  {
    name: 'marks only the last key of a slot',
    file: 'platform/requests/request-marks.ts',
    find: '(marks.get(slot.prefix) ?? inSlot(slot, batchId)) + slot.part',
    replace: 'inSlot(slot, batchId) + slot.part',
    test: [batch, 'groups 300 idempotency keys into at most 64 marks on SQLite, and into none on PostgreSQL'],
  },
  {
    name: 'finds a resource only by exact marks',
    file: 'platform/requests/request-marks.ts',
    find: 'return shared === undefined ? [id] : [id, shared];',
    replace: 'return [id];',
    test: [marks, 'finds the requests of a resource among resources created at the same time, in pages'],
  },
  {
    name: 'marks old resources by time',
    file: 'platform/requests/request-marks.ts',
    find: ' && ticksOf(shared) >= newest - newestTicks',
    replace: '',
    test: [batch, 'has one mark for new resources of one kind created together, and one per other resource'],
  },
  {
    name: 'does not read deflated batches',
    file: 'platform/requests/request-batch.ts',
    find: 'text.startsWith(frameMark) ? ',
    replace: 'text.length > 0 ? ',
    test: [batch, 'is readable in the deflate format of earlier releases'],
  },
  {
    name: 'overwrites waiting exchanges',
    file: 'platform/requests/exchange-slabs.ts',
    find: 'if (slab.kept > 0 || slab === this.#slab ||',
    replace: 'if (slab === this.#slab ||',
    test: [slabs, 'keep each text unchanged until it is released'],
  },
  {
    name: 'writes the remainder after each full batch',
    file: 'platform/requests/request-log.ts',
    find: 'mayWait = mostLeft;',
    replace: 'mayWait = 0;',
    test: [log, 'writes batches of 512 requests by itself, and the remainder on flush'],
  },
  {
    name: 'searches keys only in small batches',
    file: 'platform/requests/requests-repository.ts',
    find: '...(leading.slot ? [leading.slot] : [])',
    replace: '',
    test: [marks, 'finds the requests of an idempotency key in batches of different sizes, in pages'],
  },
  {
    name: 'restarts a slot with each page',
    file: 'platform/requests/requests-repository.ts',
    find: 'request_marks.mark > ${slot.prefix} and',
    replace: 'request_marks.mark >= ${inSlot(slot, before ?? "ApiRequest:")} and',
    test: [marks, 'finds the requests of an idempotency key in batches of different sizes, in pages'],
  },
  {
    name: 'puts requests of any time into one batch',
    file: 'platform/requests/request-batch.ts',
    find: 'if (msOf(inOrder.length - 1) <= lastMs) return',
    replace: 'if (lastMs > 0) return',
    test: [batch, 'spans at most ten seconds'],
  },
  {
    name: 'migrates earlier requests to the end of streams',
    file: 'platform/requests/earlier-requests.ts',
    find: 'at === 0 ? {',
    replace: 'at < 0 ? {',
    test: [earlier, 'are listed, filtered and returned whole after migration, and not sent by a stream again'],
  },
  {
    name: 'stops the migration at an unreadable request',
    file: 'platform/requests/earlier-requests.ts',
    find: 'if (error instanceof DatabaseUnavailable) throw error;',
    replace: 'throw error;',
    test: [earlier, 'are migrated past an unreadable one, which is reported and left in place'],
  },
  {
    name: 'migrates requests in several processes at once',
    file: 'platform/requests/earlier-requests.ts',
    find: 'if ((await unit.run(removeExchanges, { tenant, id })) === 0) return;',
    replace: 'await unit.run(removeExchanges, { tenant, id });',
    test: [earlier, 'are migrated once each by three parallel workers'],
  },
  {
    name: 'does not index migrated requests by key',
    file: 'platform/requests/request-log.ts',
    find: 'return [digestLength, longDigestLength].map',
    replace: 'return [digestLength].map',
    test: [earlier, 'are listed, filtered and returned whole after migration, and not sent by a stream again'],
  },
  {
    name: 'keeps queued requests of a removed platform',
    file: 'platform/requests/request-log.ts',
    find: '    this.#unredacted = this.#unredacted.filter(({ caller }) => caller.tenant !== tenant);\n',
    replace: '',
    test: [log, 'writes nothing for a platform that is removed'],
  },
  {
    name: 'reports every invalid entry of a list',
    file: 'ground/specification/late-schemas.ts',
    find: ' && wrong.length < mostWrongEntries',
    replace: '',
    test: ['ground/specification/field-errors.test.ts', 'is reported for its first 100 entries only: %s of %s'],
  },
  {
    name: 'passes undeclared query parameters to handlers',
    file: 'http/server.ts',
    find: 'query: operation.validator().declared(input.query)',
    replace: 'query: input.query',
    test: ['http/ignored-fields.test.ts', 'is ignored by a list that does not declare it, even if another list does'],
  },
  {
    name: 'reads the body of an unsupported method',
    file: 'http/unrouted-errors.ts',
    find: 'if (request.is404) answerUnrouted(request, reply);',
    replace: 'if (request.is404 && request.headers.host === undefined) answerUnrouted(request, reply);',
    test: ['http/methods.test.ts', 'is refused with 405 whatever the body is, and an unknown path with 404'],
  },
];
