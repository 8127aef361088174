import { type Buffer, isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPlainText } from '../ground/database/plain-text.ts';
import { parseJson } from '../ground/json/json-text.ts';
import { ownTurn } from '../ground/turns/own-turn.ts';
import { type Refusal, refuse } from '../operation/operation.ts';
import { hasMoreValues } from './count-values.ts';

/** The largest request body, in bytes. */
export const largestBodyBytes = 1024 * 1024;
const deepestNesting = 32;
/** No request needs a tenth of them. While they are parsed and checked, the process answers nobody. */
const mostValues = 10_000;
/** A body of more bytes takes milliseconds to parse and check. Hardly any request is as large. */
const largeBodyBytes = 32 * 1024;
/** No tenant has this number. */
const nobody = 0;

const unsupportedType = refuse('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.');
export const notAForm = refuse(
  'UNSUPPORTED_MEDIA_TYPE',
  'Send the body as multipart/form-data, with the file as a part.',
);
const encoded = refuse(
  'UNSUPPORTED_MEDIA_TYPE',
  'The body has a Content-Encoding. Send it neither compressed nor encoded, without the header.',
);
const tooMany = refuse(
  'INVALID_REQUEST_FORMAT',
  `The body has more than ${mostValues} fields and array elements. Send less.`,
);
const notUtf8 = refuse('INVALID_REQUEST_FORMAT', 'The body is not UTF-8. Encode the text of the JSON as UTF-8.');

/** Carries the refusal of a body through Fastify. */
export class UnreadableBody extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** What an operation reads: a form, JSON, or nothing, whatever the caller sends. */
export type BodyKind = 'FORM' | 'JSON' | 'NONE';

/** Gives the routes of a scope their one parser of bodies. Zero bytes are no body, whatever their Content-Type. */
export function readBodies(scope: FastifyInstance, kind: BodyKind): void {
  const parseSafely = scope.getDefaultJsonParser('error', 'error');
  scope.removeAllContentTypeParsers();
  if (kind === 'NONE') {
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined);
    return;
  }
  if (kind === 'FORM') {
    // The operation parses its form once the caller is known, so here it stays a stream.
    scope.addContentTypeParser('multipart/form-data', async ({ headers }: FastifyRequest, stream: IncomingMessage) => {
      if (isEncoded(headers)) throw new UnreadableBody(encoded);
      return stream;
    });
  } else {
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
      if (body.length === 0) return done(null);
      if (isEncoded(request.headers)) return done(new UnreadableBody(encoded));
      const parse = () => {
        if (!isUtf8(body)) return done(new UnreadableBody(notUtf8));
        // Each value takes two bytes at least.
        if (body.length > 2 * mostValues && hasMoreValues(body, mostValues)) return done(new UnreadableBody(tooMany));
        const text = body.toString('utf8');
        parseSafely(request, text, (error, value) =>
          done(error === null ? null : (refusalOfJson(text) ?? error), value),
        );
      };
      if (body.length <= largeBodyBytes) return parse();
      void turnOf(request).then(parse);
    });
  }
  const refusal = new UnreadableBody(kind === 'FORM' ? notAForm : unsupportedType);
  scope.addContentTypeParser('*', async ({ headers }: FastifyRequest, stream: IncomingMessage) => {
    if (headers['content-length'] !== undefined || (await hasBytes(stream))) throw refusal;
  });
}

/** Many large bodies at once are parsed and checked one in a turn, so that the process answers others in between. */
function turnOf(request: FastifyRequest): Promise<void> {
  // The mock reads bodies too, but observes nothing.
  const caller = request.observation?.caller;
  return ownTurn(caller?.creator ?? caller?.tenant ?? nobody);
}

function isEncoded({ 'content-encoding': encoding = 'identity' }: IncomingHttpHeaders): boolean {
  return !/^\s*(?:identity)?\s*$/i.test(encoding);
}

/** Names the mistake in the JSON: its place, or a key that would change an object's prototype. */
function refusalOfJson(text: string): UnreadableBody | undefined {
  const refusal = (reason: string) => new UnreadableBody(refuse('INVALID_REQUEST_FORMAT', reason));
  try {
    const key = changingKey(parseJson(text));
    return key === undefined ? undefined : refusal(`The key ${key} is not accepted anywhere. Leave it out.`);
  } catch (error) {
    return error instanceof SyntaxError ? refusal(`The body is not valid JSON${mistakeOf(error)}.`) : undefined;
  }
}

/** V8's message without the quoted text, which may be secret or personal. */
function mistakeOf({ message }: SyntaxError): string {
  if (message.startsWith('Unexpected end')) return ': it ends too early';
  const [, character] = /^Unexpected token '([!-~])'/.exec(message) ?? [];
  if (character !== undefined) return `: ${character} is where a value, a name or a bracket must be`;
  const [, lineOfRest, columnOfRest] = / after JSON at .+\(line (\d+) column (\d+)\)$/.exec(message) ?? [];
  if (lineOfRest !== undefined) return `: it goes on after its end, in line ${lineOfRest}, column ${columnOfRest}`;
  const [, what = '', line, column] = /^(.+) in JSON at .+\(line (\d+) column (\d+)\)$/.exec(message) ?? [];
  return line === undefined
    ? ''
    : `: ${what.charAt(0).toLowerCase()}${what.slice(1)}, in line ${line}, column ${column}`;
}

function changingKey(whole: unknown): '__proto__' | 'constructor.prototype' | undefined {
  const waiting = [whole];
  for (const value of waiting) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      if (name === '__proto__') return name;
      if (name === 'constructor' && Object.hasOwn(Object(member), 'prototype')) return 'constructor.prototype';
      waiting.push(member);
    }
  }
  return undefined;
}

/** Whether a body of undeclared length has any bytes. The stream stays in flow, so that the answer can be read. */
function hasBytes(stream: IncomingMessage): Promise<boolean> {
  return new Promise((resolve, reject) => {
    stream.once('data', () => resolve(true));
    stream.once('end', () => resolve(false));
    stream.once('error', reject);
  });
}

/** Ignores the Content-Type of a missing body, which may even be invalid. */
export function ignoreTypeOfMissingBody({ headers }: FastifyRequest, kind: BodyKind): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  if (kind === 'NONE' || (encoding === undefined && (length === undefined || Number(length) === 0)))
    delete headers['content-type'];
}

/**
 * Finds what no schema can express: nesting that would exhaust the stack of recursive code, and text that cannot be
 * stored or sent unchanged.
 */
export function refuseUnusable(value: unknown, depth = 0): Refusal<'INVALID_REQUEST_FORMAT'> | undefined {
  if (typeof value === 'string') {
    if (isPlainText(value)) return undefined;
    return refuse('INVALID_REQUEST_FORMAT', 'Text must be well-formed Unicode without the character U+0000.');
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= deepestNesting)
    return refuse('INVALID_REQUEST_FORMAT', `Nest objects and arrays at most ${deepestNesting} deep.`);
  for (const [name, member] of Object.entries(value)) {
    const refusal = refuseUnusable(name, depth + 1) ?? refuseUnusable(member, depth + 1);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
