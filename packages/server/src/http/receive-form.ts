import { Buffer } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { recordUpload } from '../engines/files/orphan-files.ts';
import { headBytes, type UploadedFile } from '../engines/files/uploaded-file.ts';
import { isPlainText } from '../ground/database/plain-text.ts';
import type { FieldError } from '../ground/specification/field-error.ts';
import type { ServerDeps } from '../operation/deps.ts';
import { type Refusal, refuse, refuseFields } from '../operation/operation.ts';

/** A form as it was sent: its text parts by name, and its file if there was one. */
export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: UploadedFile | undefined;
}

const limits = { fieldNameSize: 100, headerPairs: 16, headerSize: 8 * 1024 };
const mostTexts = 32;
const mostFiles = 4;
const longestTextBytes = 8 * 1024;
const longestName = 255;
const nameless = 'Give every part of the form a name.';

type FormRefusal = Refusal<'REQUEST_TOO_LARGE' | 'INVALID_REQUEST_FORMAT' | 'INVALID_INPUT'>;

interface Sent {
  readonly headers: IncomingHttpHeaders;
  readonly stream: Readable;
  /** The limit of the whole request. */
  readonly maxBytes: number;
}

/**
 * Reads a form whose file is the part `file`. The file is sealed and streamed into the file store, never whole in
 * memory. Before its first byte is written, it is recorded as not kept.
 */
export async function receiveForm(deps: ServerDeps, tenant: number, sent: Sent): Promise<Form | FormRefusal> {
  const receiver = new FormReceiver(deps, tenant);
  const outcome = await receiver.receive(sent);
  if (outcome === undefined) return receiver.form();
  await discardUpload(deps, receiver.form().file);
  return outcome;
}

/** Removes the file of a refused request. Its record is deleted later. */
export async function discardUpload({ files }: ServerDeps, file: UploadedFile | undefined): Promise<void> {
  if (file !== undefined) await files.remove(file.key);
}

function tooLarge(maxBytes: number): FormRefusal {
  return refuse(
    'REQUEST_TOO_LARGE',
    `The limit of this request is ${maxBytes} bytes, for its file and its other parts together. Send less.`,
  );
}

const unreadable: FormRefusal = refuse(
  'INVALID_REQUEST_FORMAT',
  'The form cannot be read. Send complete multipart/form-data with a boundary, and one part for each member.',
);

const notUtf8: FormRefusal = refuse(
  'INVALID_REQUEST_FORMAT',
  'A text part of the form is not UTF-8. Encode it as UTF-8.',
);

/** The form parser decodes names itself and replaces bytes that are not UTF-8 with this character. */
function hasLostText(name: string): boolean {
  return name.includes('\ufffd');
}

/** The text of these bytes, or `undefined` if they are not UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

class FormReceiver {
  readonly #deps: ServerDeps;
  readonly #tenant: number;
  readonly #fields = new Map<string, string>();
  readonly #errors: FieldError[] = [];
  #file: UploadedFile | undefined;
  #hasLostText = false;
  #texts = 0;
  #files = 0;
  #storing: Promise<void> | undefined;
  #content: BusboyFileStream | undefined;

  constructor(deps: ServerDeps, tenant: number) {
    this.#deps = deps;
    this.#tenant = tenant;
  }

  form(): Form {
    return { fields: Object.fromEntries(this.#fields), file: this.#file };
  }

  /** Reads the whole form, then returns what is wrong with it. */
  async receive({ headers, stream, maxBytes }: Sent): Promise<FormRefusal | undefined> {
    if (Number(headers['content-length'] ?? 0) > maxBytes) return tooLarge(maxBytes);
    const parser = this.#parser(headers);
    if (parser === undefined) return unreadable;
    let received = 0;
    const finished = new Promise<FormRefusal | undefined>((resolve) => {
      parser.on('finish', () => resolve(undefined));
      parser.on('error', () => resolve(unreadable));
      stream.on('error', () => resolve(unreadable));
      stream.on('close', () => stream.readableEnded || resolve(unreadable));
      stream.on('data', (bytes: Uint8Array) => {
        received += bytes.length;
        if (received > maxBytes) resolve(tooLarge(maxBytes));
      });
    });
    stream.pipe(parser);
    const refusal = await finished;
    if (refusal !== undefined) {
      stream.unpipe(parser);
      stream.resume();
      parser.destroy();
      this.#content?.destroy(new Error('the form was refused'));
    }
    await this.#storing?.catch((error: unknown) => {
      if (refusal === undefined) throw error;
    });
    if (this.#hasLostText) return notUtf8;
    return refusal ?? (this.#errors.length === 0 ? undefined : refuseFields(this.#errors));
  }

  #parser(headers: IncomingHttpHeaders): BusboyInstance | undefined {
    try {
      // As files, text parts arrive as bytes: the parser would replace those that are not UTF-8.
      const parser = new Busboy({ headers: headers as BusboyHeaders, limits, isPartAFile: () => true });
      parser.on('file', (name, content, fileName, _encoding, type) => {
        // If the form ends too soon, the parser reports that as well.
        content.on('error', () => undefined);
        if (fileName !== undefined || type === 'application/octet-stream') this.#takeFile(name, content, fileName);
        else this.#takeText(name, content);
      });
      return parser;
    } catch {
      return undefined;
    }
  }

  #refuse(message: string): void {
    this.#errors.push({ field: 'body', message });
  }

  /** Returns whether there are too many parts of this kind. They are dropped, and would be reported as missing. */
  #isBeyond(most: number, count: number, kind: string): boolean {
    if (count === most + 1) this.#refuse(`Send at most ${most} ${kind}.`);
    return count > most;
  }

  /** The parser's types promise a name, but a part may have none. */
  #takeText(name: string | undefined, content: BusboyFileStream): void {
    this.#texts += 1;
    if (name === undefined) this.#refuse(nameless);
    // A part called `file` without a file name is not a file. The missing file is reported instead.
    if (this.#isBeyond(mostTexts, this.#texts, 'text parts') || name === undefined || name === 'file') {
      content.resume();
      return;
    }
    const pieces: Uint8Array[] = [];
    let length = 0;
    content.on('data', (piece: Uint8Array) => {
      length += piece.length;
      if (length <= longestTextBytes) pieces.push(piece);
    });
    content.on('end', () => this.#keepText(name, Buffer.concat(pieces), length > longestTextBytes));
  }

  #keepText(name: string, bytes: Uint8Array, isCut: boolean): void {
    const text = textOf(bytes);
    if (hasLostText(name) || (text === undefined && !isCut)) this.#hasLostText = true;
    if (isCut) this.#errors.push({ field: name, message: `Send at most ${longestTextBytes} bytes.` });
    if (this.#fields.has(name)) this.#errors.push({ field: name, message: 'Send this part once.' });
    this.#fields.set(name, text ?? '');
  }

  #takeFile(name: string | undefined, content: BusboyFileStream, fileName: string | undefined): void {
    this.#files += 1;
    if (name === undefined) this.#refuse(nameless);
    if (this.#isBeyond(mostFiles, this.#files, 'files')) {
      content.resume();
      return;
    }
    if (name !== 'file') {
      content.resume();
      return;
    }
    if (this.#storing !== undefined) {
      this.#errors.push({ field: 'file', message: 'Send one file.' });
      content.resume();
      return;
    }
    if (fileName !== undefined && (!isPlainText(fileName) || hasLostText(fileName))) {
      this.#errors.push({ field: 'file', message: 'Name the file in UTF-8 without the character U+0000.' });
      content.resume();
      return;
    }
    this.#content = content;
    this.#storing = this.#store(content, fileName ?? 'file');
    // Awaited once the whole form has been read; this handler prevents an unhandled rejection until then. The rest of
    // the file is read and dropped.
    this.#storing.catch(() => {
      content.unpipe();
      content.resume();
    });
  }

  async #store(content: BusboyFileStream, fileName: string): Promise<void> {
    const { database, clock, ids, files } = this.#deps;
    const source = content.pipe(new PassThrough());
    content.on('error', (error) => source.destroy(error));
    // The reader of the source gets its error. Until there is a reader, the error must not end the process.
    source.on('error', () => undefined);
    const key = `${this.#tenant}/${ids.next('File').slice('File:'.length)}`;
    await database.transaction(async (unit) => recordUpload(unit, { fileKey: key, now: clock.now() }));
    const measured = { sizeBytes: 0, head: new Uint8Array(0) };
    const describe = (): UploadedFile => ({ key, name: plainName(fileName), ...measured });
    this.#file = describe();
    await files.put(key, measure(source, measured));
    this.#file = describe();
  }
}

/** Old browsers sent whole paths. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = [...last].slice(0, longestName).join('');
  return plain === '' ? 'file' : plain;
}

async function* measure(
  content: AsyncIterable<Uint8Array>,
  measured: { sizeBytes: number; head: Uint8Array },
): AsyncGenerator<Uint8Array> {
  for await (const bytes of content) {
    if (measured.head.length < headBytes) {
      measured.head = Uint8Array.from([...measured.head, ...bytes.subarray(0, headBytes - measured.head.length)]);
    }
    measured.sizeBytes += bytes.length;
    yield bytes;
  }
}
