import type { Mutant } from './mutant.ts';

/** Mistakes in the checks before every operation. */
export const doorMutants: readonly Mutant[] = [
  {
    name: 'asks for a check whose value a bundler does not see used',
    file: 'http/unreadable-requests.ts',
    find: "return decodeURIComponent(url) !== '';",
    replace: 'decodeURIComponent(url);\n    return true;',
    test: ['http/bundled-refusals.test.ts', 'refuses %s in the words of its sources'],
  },
  {
    name: 'shows rules on fields a body with what is wrong in it',
    file: 'http/refuse-request.ts',
    find: 'soundPart(input.body, errors);',
    replace: '(input.body as object);',
    test: ['http/field-rules.test.ts', 'of %s meet no value of a type that they do not know'],
  },
  {
    name: 'believes an object that does not say which kind it is',
    file: 'ground/specification/sound-part.ts',
    find: 'rest.length === 0 && isChooser(name)',
    replace: 'rest.length === 0 && isChooser(name) && object === undefined',
    test: ['ground/specification/sound-part.test.ts', 'keeps nothing of an object that does not say which kind it is'],
  },
  {
    name: 'says of pages that nothing is there, and of what is hidden that something is',
    file: 'http/unrouted-errors.ts',
    find: 'config?.isHidden === true',
    replace: 'config?.isHidden !== true',
    test: ['http/methods.test.ts', 'is answered with 405 beside the operations, too'],
  },
  {
    name: 'waits for the rest of a file that nobody takes',
    file: 'http/receive-form.ts',
    find: '      content.unpipe();\n',
    replace: '',
    test: [
      'http/receive-form.test.ts',
      'is answered at once where the file cannot be stored, however much of it is still to come',
    ],
  },
  {
    name: 'listens everywhere where the variable of the host is empty',
    file: 'start/given-variables.ts',
    find: "value !== ''",
    replace: 'value !== null',
    test: [
      'start/options.test.ts',
      'takes variables that are set to nothing for those that are not set, and no empty flag',
    ],
  },
  {
    name: 'closes the connection while a refused body still comes',
    file: 'http/unrouted-errors.ts',
    find: 'if (!(stopsReading.has(refusal.code) ||',
    replace: 'if ((stopsReading.has(refusal.code) ||',
    test: ['http/discard-rest.test.ts', 'has its answer, %s to %s, however often it is sent'],
  },
  {
    name: 'reads what was refused without an end',
    file: 'http/discard-rest.ts',
    find: 'if (left < 0) end();',
    replace: '',
    test: ['http/discard-rest.test.ts', 'is cut off once too much of it has come in %s'],
  },
  {
    name: 'serves a request that names two hosts',
    file: 'http/unreadable-requests.ts',
    find: 'refuseTwice(rawHeaders) ?? ',
    replace: '',
    test: ['http/unreadable-requests.test.ts', 'because of %s is refused in the envelope, which repeats nothing of it'],
  },
  {
    name: 'gives a body twice the time of a request',
    file: 'http/unreadable-requests.ts',
    find: ', headersTimeout: longestRequestMs }',
    replace: ' }',
    test: [
      'http/unreadable-requests.test.ts',
      'because it does not end is refused in time, whether its head or its body is missing',
    ],
  },
  {
    name: 'waits at its end for the rest of refused bodies',
    file: 'http/discard-rest.ts',
    find: 'for (const end of held) end();',
    replace: '',
    test: [
      'http/discard-rest.test.ts',
      'is in the log of requests while the rest still comes, and does not hold up the end of the server',
    ],
  },
];
