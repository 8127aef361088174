import type { Middleware } from 'openapi-fetch';

/**
 * A proxy that answers without a body would give neither `data` nor `error`, and whoever looks at `error` alone would
 * take its refusal for a success. Such an answer gets what its status says for a body.
 */
export const bodilessRefusals: Middleware = {
  onResponse({ response }) {
    const { ok, status, statusText, headers } = response;
    if (ok || status === 304 || headers.get('Content-Length') !== '0') return undefined;
    const reason = statusText === '' ? 'No reason given.' : statusText;
    const kept = new Headers(headers);
    kept.delete('Content-Length');
    return Response.json({ reason, status, message: reason }, { status, statusText, headers: kept });
  },
};
