import type { Mutant } from './mutant.ts';

/** Mistakes in the checks before every operation. */
export const httpMutants: readonly Mutant[] = [
  {
    name: 'calls a check that a bundler drops',
    file: 'http/unreadable-requests.ts',
    find: "return decodeURIComponent(url) !== '';",
    replace: 'decodeURIComponent(url);\n    return true;',
    test: ['http/bundled-refusals.test.ts', 'refuses %s exactly as the unbundled server does'],
  },
  {
    name: 'passes invalid values to field rules',
    file: 'http/refuse-request.ts',
    find: 'validPart(input.body, errors);',
    replace: '(input.body as object);',
    test: ['http/field-rules.test.ts', 'of %s accept values of any type without throwing'],
  },
  {
    name: 'keeps an object with a wrong discriminator',
    file: 'ground/specification/valid-part.ts',
    find: 'rest.length === 0 && isChooser(name)',
    replace: 'rest.length === 0 && isChooser(name) && object === undefined',
    test: ['ground/specification/valid-part.test.ts', 'leaves out an object whose discriminator is wrong'],
  },
  {
    name: 'returns wrong statuses for unsupported methods of pages',
    file: 'http/unrouted-errors.ts',
    find: 'config?.isHidden === true',
    replace: 'config?.isHidden !== true',
    test: ['http/methods.test.ts', 'is refused with 405 on hosted pages, terms and well-known paths too'],
  },
  {
    name: 'waits for the rest of a file that cannot be stored',
    file: 'http/receive-form.ts',
    find: '      content.unpipe();\n',
    replace: '',
    test: ['http/receive-form.test.ts', 'is refused with SERVICE_UNAVAILABLE when the file cannot be stored'],
  },
  {
    name: 'listens on all addresses if PAYMENTS_HOST is empty',
    file: 'start/given-variables.ts',
    find: "value !== ''",
    replace: 'value !== null',
    test: ['start/options.test.ts', 'treat empty variables as unset, and refuse empty flags'],
  },
  {
    name: 'closes the connection before a refused body ends',
    file: 'http/unrouted-errors.ts',
    find: 'if (!(stopsReading.has(refusal.code) ||',
    replace: 'if ((stopsReading.has(refusal.code) ||',
    test: ['http/discard-rest.long.test.ts', 'is answered with %s when sent as %s, on every attempt'],
  },
  {
    name: 'discards a refused body without a limit',
    file: 'http/discard-rest.ts',
    find: 'if (left < 0) end();',
    replace: '',
    test: ['http/discard-rest.long.test.ts', 'is cut off once the discard limit is exceeded in %s'],
  },
  {
    name: 'accepts a request with two Host headers',
    file: 'http/unreadable-requests.ts',
    find: 'refuseTwice(rawHeaders) ?? ',
    replace: '',
    test: ['http/unreadable-requests.test.ts', 'is refused in the envelope, without echoing it, because of %s'],
  },
  {
    name: 'doubles the time limit of a body',
    file: 'http/unreadable-requests.ts',
    find: ', headersTimeout: longestRequestMs }',
    replace: ' }',
    test: [
      'http/unreadable-requests.test.ts',
      'is refused with REQUEST_TIMEOUT when its head or its body is incomplete',
    ],
  },
  {
    name: 'waits for refused bodies at shutdown',
    file: 'http/discard-rest.ts',
    find: 'for (const end of held) end();',
    replace: '',
    test: [
      'http/discard-rest.long.test.ts',
      'is in the request log while the rest still arrives, and does not delay shutdown',
    ],
  },
  {
    name: 'parses any number of large bodies in one turn of the event loop',
    file: 'http/request-body.ts',
    find: 'if (body.length <= largeBodyBytes) return parse();',
    replace: 'if (body.length <= largestBodyBytes) return parse();',
    test: [
      'http/large-bodies.test.ts',
      'are parsed and checked one in a turn, so that the process answers others in between',
    ],
  },
  {
    name: 'accepts bodies of a hundred thousand fields',
    file: 'http/request-body.ts',
    find: 'if (body.length > 2 * mostValues && hasMoreValues(body, mostValues))',
    replace: 'if (body.length > 2 * largestBodyBytes && hasMoreValues(body, mostValues))',
    test: [
      'http/request-body.test.ts',
      'is refused for more than 10,000 fields and array elements, before the process parses and checks them',
    ],
  },
  {
    name: 'counts commas inside texts as fields',
    file: 'http/count-values.ts',
    find: 'else if (!isInString && (byte === comma',
    replace: 'else if ((byte === comma',
    test: [
      'http/request-body.test.ts',
      'is refused for more than 10,000 fields and array elements, before the process parses and checks them',
    ],
  },
  {
    name: 'reads a CSV without a turn for others',
    file: 'http/csv-answers.ts',
    find: '      await ownTurn(tenant);\n',
    replace: '',
    test: [
      'http/csv-answers.test.ts',
      'CSVs of a tenant whose lines are ready at once share the event loop: one piece of all of them in each turn',
    ],
  },
  {
    name: 'takes the end of a path with a last slash for an id',
    file: 'http/unrouted-errors.ts',
    find: 'else if (endsInSlash(request)) answerRefusal',
    replace: 'else if (!endsInSlash(request) && request.is404) answerRefusal',
    test: ['http/methods.test.ts', 'is refused with 404 for the slash, not for an id that nobody wrote'],
  },
];
