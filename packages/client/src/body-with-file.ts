import { defaultBodySerializer } from 'openapi-fetch';

function hasFile(body: unknown): body is object {
  return typeof body === 'object' && body !== null && Object.values(body).some((value) => value instanceof Blob);
}

/** Sends a body with a file as a form (`multipart/form-data`), with a part for each member, and any other body as JSON. */
export function serializeBody(body: unknown): string | FormData {
  // Its declared return type is `any`: a form as it is, and anything else as JSON.
  if (!hasFile(body)) return defaultBodySerializer(body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined) form.set(name, value instanceof Blob ? value : String(value));
  }
  return form;
}
