/**
 * Whether text can be stored and sent unchanged: it has no half of a surrogate pair, and no U+0000, which PostgreSQL
 * cannot store.
 */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
