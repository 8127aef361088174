/**
 * The three digits that decide, at the end of the identifier or, where it has a domain, of its user part.
 * Wallet addresses in base 58 have no 0 and those in bech32 no 1; the letters o and l stand for them.
 */
export function sandboxSuffix(identifier: string): string {
  const [user = '', domain] = identifier.split('@', 2);
  const suffix = user.slice(-3);
  return domain === undefined ? suffix.replaceAll('o', '0').replaceAll('l', '1') : suffix;
}
