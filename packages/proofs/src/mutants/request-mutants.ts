import type { Mutant } from './mutant.ts';

const reading = 'platform/requests/get-request-by-id.test.ts';
const parts = 'platform/requests/log-parts.test.ts';
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
    test: [reading, 'is for the platform that made it, and for those who may view'],
  },
  {
    name: 'lists the requests of all platforms',
    file: 'platform/requests/list-requests.ts',
    find: 'await listKept(unit, tenant,',
    replace: 'await listKept(unit, 1,',
    test: [listing, 'shows those of the platform only, and none of nobody'],
  },
  {
    name: 'keeps what the specification marks as sensitive',
    file: 'ground/specification/redaction.ts',
    find: '  if (place.isSensitive) return mark;\n',
    replace: '',
    test: [redaction, 'keeps what the schema knows, and neither what it marks nor what it does not know'],
  },
  {
    name: 'keeps free text that callers have sent',
    file: 'ground/specification/redaction.ts',
    find: '!this.#hasForm(value)',
    replace: 'value.length < 0',
    test: [redaction, 'shows of what callers say only text that has room for nothing else, and that there was more'],
  },
  {
    name: 'shows of callers what the service itself has said before',
    file: 'ground/specification/redaction.ts',
    find: "if (freeText !== 'KEPT' && text !== undefined",
    replace: 'if (text !== undefined',
    test: [redaction, 'marks in what callers say what it has shown of the service itself'],
  },
  {
    name: 'takes a member for the one that stood in its place before',
    file: 'ground/specification/redaction.ts',
    find: 'last !== undefined && last.name === name',
    replace: 'last !== undefined',
    test: [redaction, 'names each member as it came, in whatever order and however many'],
  },
  {
    name: 'keeps all requests of a sandbox platform',
    file: 'platform/requests/request-log.ts',
    find: 'if (count < most / 10) continue;',
    replace: 'if (count < most * 10) continue;',
    test: [log, 'keeps the newest of a sandbox platform, and all of one in production'],
  },
  {
    name: 'lets requests wait without a bound',
    file: 'platform/requests/waiting-requests.ts',
    find: 'this.#all.length >= most ||',
    replace: 'this.#all.length >= most * 1_000 ||',
    test: [log, 'waits for a database that is away, with a bound, and says how many are missing'],
  },
  {
    name: 'drops the requests of whoever comes last',
    file: 'platform/requests/waiting-requests.ts',
    find: '(this.#weights.get(tenant) ?? 0) < this.#heaviest().weight',
    replace: 'false',
    test: [log, 'takes the room of the platform that has most waiting, and of no other'],
  },
  {
    name: 'checks no member of a union',
    file: 'ground/specification/late-schemas.ts',
    find: "typeof name === 'string' && Object.hasOwn(mapping, name) ? mapping[name] : undefined",
    replace: "typeof name === 'number' ? mapping[name] : undefined",
    test: [late, 'finds the same in every body that the specification shows, and in every damaged one'],
  },
  {
    name: 'checks no field that is compiled late',
    file: 'ground/specification/late-schemas.ts',
    find: '(reference) => reference);',
    replace: '() => undefined);',
    test: [late, 'finds the same in every body that the specification shows, and in every damaged one'],
  },
  {
    name: 'drops a week of the log while some of it is kept',
    file: 'platform/requests/log-parts.ts',
    find: 'to <= before',
    replace: 'from <= before',
    test: [parts, 'loses a week once everything in it is older than its life, and nothing else'],
  },
  {
    name: 'makes a part of the log over what lies elsewhere',
    file: 'platform/requests/log-parts.ts',
    find: '  if (await isElsewhere(unit, table, part)) return;\n',
    replace: '',
    test: [parts, 'refuses nothing that no part was made for, and leaves it where it is'],
  },
  {
    name: 'makes parts of the log in several processes at once',
    file: 'platform/requests/log-parts.ts',
    find: '?.taken === true',
    replace: ' !== undefined',
    test: [parts, 'leaves it to a process that is at it already'],
  },
  {
    name: 'waits for whoever reads the log as long as for anything',
    file: 'platform/requests/log-parts.ts',
    find: '      await change(unit, `SET LOCAL lock_timeout = ${lockTimeoutMs}`);\n',
    replace: '',
    test: [parts, 'gives up where somebody is in the way, and does it the next time'],
  },
  {
    name: 'leaves out requests of batches that overlap',
    file: 'platform/requests/requests-repository.ts',
    find: "if (found.length > limit && (some[0]?.id ?? '') < (found[limit]?.id ?? '')) return found;",
    replace: 'if (found.length > limit) return found;',
    test: [listing, 'finds what several processes have written at the same time, page by page and by id'],
  },
  {
    name: 'begins a page with the batches that end before it',
    file: 'platform/requests/requests-repository.ts',
    find: 'let before = moments.map(firstBatchBeyond).sort()[0];',
    replace: 'let before = after?.id;',
    test: [listing, 'finds what several processes have written at the same time, page by page and by id'],
  },
  {
    name: 'marks the last of the keys of a slot only',
    file: 'platform/requests/request-marks.ts',
    find: '(marks.get(slot.prefix) ?? inSlot(slot, batchId)) + slot.part',
    replace: 'inSlot(slot, batchId) + slot.part',
    test: [batch, 'has one mark for all keys of a slot, where SQLite has many'],
  },
  {
    name: 'looks for a resource by what batches have marked it with alone',
    file: 'platform/requests/request-marks.ts',
    find: 'return shared === undefined ? [id] : [id, shared];',
    replace: 'return [id];',
    test: [marks, 'finds the requests of a resource among those of others that were made beside it, page by page'],
  },
  {
    name: 'looks for an old resource in each batch that has another one of its time',
    file: 'platform/requests/request-marks.ts',
    find: ' && ticksOf(shared) >= newest - newestTicks',
    replace: '',
    test: [batch, 'has one mark for new resources of a kind that were made together, and one for each other one'],
  },
  {
    name: 'reads no batch that was deflated',
    file: 'platform/requests/request-batch.ts',
    find: 'text.startsWith(frameMark) ? ',
    replace: 'text.length > 0 ? ',
    test: [batch, 'is read too where it was deflated, as batches were before'],
  },
  {
    name: 'writes over exchanges that wait',
    file: 'platform/requests/exchange-slabs.ts',
    find: 'if (slab.kept > 0 || slab === this.#slab ||',
    replace: 'if (slab === this.#slab ||',
    test: [slabs, 'have each text until it is done with, whatever comes and goes meanwhile'],
  },
  {
    name: 'writes a few requests after each large batch',
    file: 'platform/requests/request-log.ts',
    find: 'mayWait = mostLeft;',
    replace: 'mayWait = 0;',
    test: [log, 'leaves what is no batch of its own for the next one, and nothing when it is asked to write'],
  },
  {
    name: 'looks for keys in small batches only',
    file: 'platform/requests/requests-repository.ts',
    find: '...(leading.slot ? [leading.slot] : [])',
    replace: '',
    test: [marks, 'finds the requests of a key in batches of every size, page by page'],
  },
  {
    name: 'begins anew in a slot with each page of its batches',
    file: 'platform/requests/requests-repository.ts',
    find: 'request_marks.mark > ${slot.prefix} and',
    replace: 'request_marks.mark >= ${inSlot(slot, before ?? "ApiRequest:")} and',
    test: [marks, 'finds the requests of a key in batches of every size, page by page'],
  },
  {
    name: 'has requests of any time in one batch',
    file: 'platform/requests/request-batch.ts',
    find: 'if (msOf(inOrder.length - 1) <= lastMs) return',
    replace: 'if (lastMs > 0) return',
    test: [batch, 'has none that began more than ten seconds after its first'],
  },
  {
    name: 'brings requests over to the end of all streams',
    file: 'platform/requests/earlier-requests.ts',
    find: 'at === 0 ? {',
    replace: 'at < 0 ? {',
    test: [earlier, 'are found by everything and read whole once they are brought over, and told by no stream again'],
  },
  {
    name: 'stops bringing requests over at one that cannot be read',
    file: 'platform/requests/earlier-requests.ts',
    find: 'if (error instanceof DatabaseUnavailable) throw error;',
    replace: 'throw error;',
    test: [earlier, 'hold up no other where one cannot be read, which is reported and stays'],
  },
  {
    name: 'brings requests over in several processes at once',
    file: 'platform/requests/earlier-requests.ts',
    find: 'if ((await unit.run(removeExchanges, { tenant, id })) === 0) return;',
    replace: 'await unit.run(removeExchanges, { tenant, id });',
    test: [earlier, 'are each brought over once by however many processes'],
  },
  {
    name: 'does not find by their keys what is in the log since before',
    file: 'platform/requests/request-log.ts',
    find: 'return [digestLength, longDigestLength].map',
    replace: 'return [digestLength].map',
    test: [earlier, 'are found by everything and read whole once they are brought over, and told by no stream again'],
  },
  {
    name: 'keeps in memory what has come of a platform that is gone',
    file: 'platform/requests/request-log.ts',
    find: '    this.#unredacted = this.#unredacted.filter(({ caller }) => caller.tenant !== tenant);\n',
    replace: '',
    test: [log, 'writes nothing of a platform that is gone'],
  },
  {
    name: 'tells of every wrong entry of a list, however many there are',
    file: 'ground/specification/late-schemas.ts',
    find: ' && wrong.length < mostWrongEntries',
    replace: '',
    test: ['ground/specification/field-errors.test.ts', 'is told of its first hundred: %s of %s'],
  },
  {
    name: 'gives handlers what was not checked of a query',
    file: 'http/server.ts',
    find: 'query: operation.validator().declared(input.query)',
    replace: 'query: input.query',
    test: ['http/ignored-fields.test.ts', 'is not looked at, also where another list knows it'],
  },
  {
    name: 'reads a body that no operation is sent',
    file: 'http/unrouted-errors.ts',
    find: 'if (request.is404) answerUnrouted(request, reply);',
    replace: 'if (request.is404 && request.headers.host === undefined) answerUnrouted(request, reply);',
    test: ['http/methods.test.ts', 'is answered so whatever the body is, and so is a path that nothing serves'],
  },
];
