import type { Middleware } from 'openapi-fetch';
import { ApiError } from './api-error.ts';

/** What something between the client and the platform answers in its place. */
export const foreignAnswers: Middleware = {
  async onResponse({ request, response }) {
    const { ok, status, headers } = response;
    if (isRedirect(response)) return refusal(response, leadsElsewhere(request, response));
    if (ok) return status === 204 || isOurs(headers) ? undefined : throwUnknown(response);
    // Without a body there would be neither `data` nor `error`, and a refusal would look like a success.
    if (status === 304 || headers.get('Content-Length') !== '0') return undefined;
    return refusal(response, response.statusText === '' ? 'No reason given.' : response.statusText);
  },
};

/** Browsers tell nothing of a redirect that is not followed but that it is one. */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);
}

/** Following it would make a GET of a POST, which succeeds with nothing done. */
export function leadsElsewhere({ url }: Request, { headers }: Response): string {
  const location = headers.get('Location');
  const target = location !== null && URL.canParse(location, url) ? ` to ${new URL(location, url).href}` : '';
  return `The server redirects${target}, and requests are not sent on. Set baseUrl to the address that serves the interface itself.`;
}

/** What successes of the platform are. An answer without a type is left to whoever reads it. */
function isOurs(headers: Headers): boolean {
  const type = headers.get('Content-Type');
  return type === null || /^(application\/([\w.-]+\+)?json|text\/csv|text\/event-stream)\b/i.test(type);
}

async function throwUnknown(response: Response): Promise<never> {
  throw new ApiError(response, await response.clone().text());
}

function refusal({ status, statusText, headers }: Response, reason: string): Response {
  const kept = new Headers(headers);
  kept.delete('Content-Length');
  const shown = status === 0 ? 302 : status;
  return Response.json({ reason, status: shown, message: reason }, { status: shown, statusText, headers: kept });
}
