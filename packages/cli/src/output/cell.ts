export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Currency {
  readonly code: string;
  readonly decimals: number;
}

function currencyOf(value: unknown): Currency | undefined {
  if (!isMembers(value)) return undefined;
  const { code, decimals } = value;
  return typeof code === 'string' && typeof decimals === 'number' ? { code, decimals } : undefined;
}

/** An amount in the smallest unit with its currency, formatted for people. */
function money({ amount, currency: given }: Members): string | undefined {
  const currency = currencyOf(given);
  if (!Number.isSafeInteger(amount) || currency === undefined) return undefined;
  const { code, decimals } = currency;
  const digits = String(Math.abs(Number(amount))).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = decimals === 0 ? '' : `.${digits.slice(-decimals)}`;
  return `${Number(amount) < 0 ? '-' : ''}${whole}${part} ${code}`;
}

// Stored text may contain control characters that a terminal would execute.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Text on one line, without control characters. */
export function printable(text: string): string {
  return text.replaceAll(unprintable, (character) => (/\s/.test(character) ? ' ' : '\u{fffd}'));
}

/** A value in a few characters; `undefined` if it has members of its own. */
export function cellOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return '–';
  if (isMembers(value)) return money(value) ?? currencyOf(value)?.code;
  if (!Array.isArray(value)) return printable(String(value));
  const cells = value.map((item: unknown) => (isMembers(item) || Array.isArray(item) ? undefined : cellOf(item)));
  return cells.every((cell) => cell !== undefined) ? cells.join(', ') || '–' : undefined;
}
