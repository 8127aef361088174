/**
 * Whether text can be stored and sent unchanged: no half of a surrogate pair, and no U+0000, which PostgreSQL lacks.
 */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
