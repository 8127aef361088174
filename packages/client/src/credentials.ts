// `btoa` takes one character per byte, so the credentials become bytes first.
export function basicCredentials(tokenId: string, tokenSecret: string): string {
  const bytes = new TextEncoder().encode(`${tokenId}:${tokenSecret}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
