import { Buffer } from 'node:buffer';
import type { Json } from '../../../types/src/spec.ts';

export interface MatrixRequest {
  readonly method: string;
  readonly path: string;
  readonly mediaType?: string;
  readonly body?: Json;
  readonly key?: string;
}

export interface MatrixAnswer {
  readonly status: number;
  readonly text: string;
  readonly isReplay: boolean;
}

/** The smallest file that looks like a PDF. */
const samplePdf = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n';

/** Sends a request with an Authorization header of any kind, or with none. */
export async function send(
  baseUrl: string,
  authorization: string | undefined,
  { method, path, mediaType, body, key }: MatrixRequest,
): Promise<MatrixAnswer> {
  const isForm = mediaType === 'multipart/form-data';
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: isForm ? formOf(body) : JSON.stringify(body) }),
  });
  const isReplay = response.headers.has('idempotent-replayed');
  return { status: response.status, text: await response.text(), isReplay };
}

export function formOf(body: Json): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(typeof body === 'object' && body !== null ? body : {})) {
    if (name === 'file') form.append(name, new Blob([samplePdf], { type: 'application/pdf' }), 'document.pdf');
    else form.append(name, String(value));
  }
  return form;
}

export function basic(tokenId: string, secret: string): string {
  return `Basic ${Buffer.from(`${tokenId}:${secret}`).toString('base64')}`;
}
