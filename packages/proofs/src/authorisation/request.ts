import { type Answer, createCaller } from '../../../server/test/caller.ts';
import { wordsOf } from '../../../server/test/words-of.ts';
import type { Json } from '../../../types/src/spec.ts';

export interface MatrixRequest {
  readonly method: string;
  readonly path: string;
  readonly mediaType?: string;
  readonly body?: Json;
  readonly key?: string;
}

/** The smallest file that is recognized as a PDF. */
const samplePdf = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n';

/** Sends a request with any Authorization header, or none. The request's own id is removed from the response. */
export async function send(
  baseUrl: string,
  authorization: string | undefined,
  { method, path, mediaType, body, key }: MatrixRequest,
): Promise<Answer> {
  const headers = { authorization, 'idempotency-key': key };
  const answer = await createCaller({ baseUrl }).request(method, path, wireBody(mediaType, body), headers);
  return { ...answer, text: wordsOf(answer) };
}

/** The encoded body of a request: JSON, or a form. */
export function wireBody(mediaType: string | undefined, body: Json | undefined): FormData | string | undefined {
  if (body === undefined) return undefined;
  return mediaType === 'multipart/form-data' ? formOf(body) : JSON.stringify(body);
}

function formOf(body: Json): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(typeof body === 'object' && body !== null ? body : {})) {
    if (name === 'file') form.append(name, new Blob([samplePdf], { type: 'application/pdf' }), 'document.pdf');
    else form.append(name, String(value));
  }
  return form;
}
