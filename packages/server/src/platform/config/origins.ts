/** Whether a text is an origin where passkeys work, in the form that browsers use. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.origin !== text) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && url.hostname === 'localhost');
}

/** Whether the host of an origin is the domain or a subdomain of it. */
export function belongsTo(origin: string, domain: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === domain || hostname.endsWith(`.${domain}`);
}
