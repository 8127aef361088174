import type { Middleware } from 'openapi-fetch';
import { ApiError } from './api-error.ts';

/** Handles responses of intermediaries between the client and the platform. */
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

/** Browsers hide the status and headers of a redirect that is not followed. */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);
}

/** Following a redirect would turn a POST into a GET, which succeeds without doing anything. */
export function leadsElsewhere({ url }: Request, { headers }: Response): string {
  const location = headers.get('Location');
  const target = location !== null && URL.canParse(location, url) ? ` to ${new URL(location, url).href}` : '';
  return `The server redirects${target}, and redirects are not followed. Set baseUrl to the address that serves the interface itself.`;
}

/** The media types of the platform's successful responses. A response without a type is accepted here. */
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
