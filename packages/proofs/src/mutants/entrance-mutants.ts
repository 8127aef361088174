import type { Mutant } from './mutant.ts';

const entrance = 'http/entrance.long.test.ts';
const lanes = 'http/entry-lanes.test.ts';
const shares = 'http/unit-shares.test.ts';
const known = 'http/serve-known.test.ts';

/** Mistakes in how callers share a server. */
export const entranceMutants: readonly Mutant[] = [
  {
    name: 'lets all requests of a platform enter before those of others',
    file: 'http/entrance.ts',
    find: 'const party = known?.party ?? networkOf(identification.address);',
    replace: "const party = known !== null && networkOf('') !== null ? 'everybody' : '';",
    test: [entrance, 'do not delay that of a known caller until they are refused'],
  },
  {
    name: 'lets any number of requests enter in one turn of the event loop',
    file: 'http/entry-lanes.ts',
    find: 'if (this.#entered < mostEntries) {',
    replace: 'if (this.waiting === 0) {',
    test: [lanes, 'enters in a later turn of the event loop when eight have entered in this one'],
  },
  {
    name: 'lets a thousand strangers enter before a tenant',
    file: 'http/entry-lanes.ts',
    find: "typeof party === 'number' ? this.#tenants : this.#strangers",
    replace: "typeof party === 'number' ? this.#strangers : this.#strangers",
    test: [lanes, 'of a tenant enters with the next eight, although a thousand strangers wait'],
  },
  {
    name: 'runs any number of units of one platform',
    file: 'http/unit-shares.ts',
    find: 'share.running >= this.#mostOfEach()',
    replace: 'share.running < 0',
    test: [entrance, 'does not delay those of another platform until its own are answered'],
  },
  {
    name: 'runs any number of units of pages for one network',
    file: 'http/hosted-routes.ts',
    find: 'await shown(entrance.depsOf(request, deps), {',
    replace: 'await shown((entrance, deps), {',
    test: [entrance, 'have one share of the store'],
  },
  {
    name: 'reports an outage when a platform sends too much',
    file: 'http/unrouted-errors.ts',
    find: 'if (!(error instanceof ShareExhausted)) onBug',
    replace: 'onBug',
    test: [entrance, 'are answered with 503, and count as no outage'],
  },
  {
    name: 'lets a unit wait for its turn for ever',
    file: 'http/unit-shares.ts',
    find: '        reject(new ShareExhausted());\n',
    replace: '',
    test: [shares, 'are rejected when they have waited too long, and the others still run'],
  },
  {
    name: 'forgets the share of a unit that fails',
    file: 'http/unit-shares.ts',
    find: '    try {\n      return await run();\n    } finally {',
    replace: '    const result = await run();\n    try {\n      return result;\n    } finally {',
    test: [shares, 'make room when they fail'],
  },
  {
    name: 'gives the free units to the first platform that waits',
    file: 'http/unit-shares.ts',
    find: 'Math.floor(this.#most / this.#shares.size)',
    replace: 'this.#most',
    test: [shares, 'take their half, as units of the other end'],
  },
  {
    name: 'gives each world of a platform turns of its own',
    file: 'http/entrance.ts',
    find: 'return creator ?? tenant;',
    replace: 'return tenant ?? creator;',
    test: [entrance, 'is refused a further one with 429 and Retry-After, until one of them ends; others are served'],
  },
  {
    name: 'opens any number of requests of a platform',
    file: 'http/open-requests.ts',
    find: 'open >= mostOpenRequests',
    replace: 'open < 0',
    test: [entrance, 'is refused a further one with 429 and Retry-After, until one of them ends; others are served'],
  },
  {
    name: 'counts requests as open that have ended',
    file: 'http/open-requests.ts',
    find: "    response.once('close', () => {",
    replace: "    response.once('never', () => {",
    test: [entrance, 'is refused a further one with 429 and Retry-After, until one of them ends; others are served'],
  },
  {
    name: 'lets requests enter in every turn of the event loop, although connections wait',
    file: 'http/entry-lanes.ts',
    find: 'turns < turnsApart',
    replace: 'turns < 0',
    test: [entrance, 'are accepted before a thousand of them have been answered'],
  },
  {
    name: 'runs the requests of callers who have gone',
    file: 'http/entrance.ts',
    find: '() => response.closed || done()',
    replace: 'done',
    test: [entrance, 'are not run when their turn comes'],
  },
  {
    name: 'reads any number of requests of one connection',
    file: 'http/pipelines.ts',
    find: 'unanswered >= mostUnanswered',
    replace: 'unanswered < 0',
    test: [entrance, 'is closed when it sends more requests than that without waiting for answers'],
  },
  {
    name: 'closes connections with few requests without an answer',
    file: 'http/pipelines.ts',
    find: 'unanswered >= mostUnanswered',
    replace: 'unanswered >= 50',
    test: [entrance, 'gets the answers to a hundred requests that it sends at once'],
  },
  {
    name: 'answers for its health when no request waits',
    file: 'http/entrance.ts',
    find: '      if (unguarded.has(request.routeOptions.url)) return done();\n',
    replace: '',
    test: [entrance, 'is answered before them'],
  },
  {
    name: 'commits for a remembered caller before the lookup of the token',
    file: 'http/unconfirmed-caller.ts',
    find: "    if (lookUp.status === 'rejected') throw lookUp.reason;\n",
    replace: '',
    test: [known, 'is refused with 401 and changes nothing once another process has deleted the token'],
  },
  {
    name: 'answers a remembered caller whose token nothing has looked up',
    file: 'http/serve-known.ts',
    find: '    await entrance.confirm(request);\n    return answer;\n',
    replace: '    return answer;\n',
    test: [known, 'is refused with 401 whether or not its body %s once the token is deleted'],
  },
  {
    name: 'reports an unreadable body to a caller whose token nothing has looked up',
    file: 'http/serve-known.ts',
    find: '    try {\n      await entrance.confirm(request);\n    } catch (reason) {',
    replace: '    try {\n      await undefined;\n    } catch (reason) {',
    test: [known, 'is refused with 401 whether or not its body %s once the token is deleted'],
  },
  {
    name: 'lets a remembered caller keep the permissions and the clock of before',
    file: 'access/tokens/find-caller.ts',
    find: "return Object.values(row).map(String).join('\\n');",
    replace: 'return row.id;',
    test: [known, 'has the permissions that the token has now'],
  },
  {
    name: 'asks an external system for a caller whose token nothing has looked up',
    file: 'http/run-operation.ts',
    find: '    await run.confirmCaller?.();\n',
    replace: '',
    test: [known, 'confirms its caller first'],
  },
];
