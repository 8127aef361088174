// `btoa` accepts one byte per character, so the credentials are encoded as bytes first.
export function basicCredentials(tokenId: string, tokenSecret: string): string {
  const bytes = new TextEncoder().encode(`${tokenId}:${tokenSecret}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
