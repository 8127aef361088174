import type { Message } from './message-proxy.ts';

const titles: readonly (readonly [RegExp, string])[] = [
  [/\/lnurlpubkey$/, 'With which keys do you sign, and to which do I seal?'],
  [/\/uma-configuration$/, 'Which versions do you speak?'],
  [/\/pay$/, 'My customer pays this. Do you take it?'],
  [/\/utxos\//, 'Over these channels the payment went.'],
  [/\/lightning$/, 'Here is the money for your invoice (in the place of the Lightning network).'],
  [/\/lnurlp\/[^/]+$/, 'Who is paid at this address, and in what?'],
];

const longest = 56;

/** A text that fits on a line; encrypted and signed values are shortened. */
function short(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}

/** One line per member, by its path. */
function lines(value: unknown, path: string): string[] {
  // For a list of currencies the codes are enough.
  if (Array.isArray(value) && value.length > 1) return [`${path.padEnd(42)} ${short(value.map(nameOf).join(', '))}`];
  if (typeof value !== 'object' || value === null) return [`${path.padEnd(42)} ${short(value)}`];
  return Object.entries(value).flatMap(([name, member]) => lines(member, path === '' ? name : `${path}.${name}`));
}

function nameOf(member: unknown): string {
  return typeof member === 'object' && member !== null && 'code' in member
    ? String(member.code)
    : JSON.stringify(member);
}

function linesOf(json: string): string[] {
  try {
    return lines(JSON.parse(json), '');
  } catch {
    return json === '' ? [] : [short(json)];
  }
}

/** A message and its response, formatted for people. */
export function writeMessage(message: Message, number: number): string {
  const title = titles.find(([form]) => form.test(message.path))?.[1] ?? 'A message';
  const asked = [...message.query].map(([name, value]) => `${name.padEnd(42)} ${short(value)}`);
  return [
    `${number}. ${title}`,
    `   ${message.method} https://${message.to}${message.path.replace(/[0-9a-f]{32}$/, '…')}`,
    ...[...asked, ...linesOf(message.body)].map((line) => `     ${line}`),
    `   answered with ${message.status}`,
    ...linesOf(message.answer).map((line) => `     ${line}`),
    '',
  ].join('\n');
}
