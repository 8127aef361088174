import { leastPart } from './marks.ts';
import { phrases } from './phrases.ts';

const end = '#'.charCodeAt(0);
const none = -1;
const slots = 4096;

function slotOf(text: string, at: number): number {
  let sum = 0;
  for (let next = at; next < at + leastPart; next += 1) sum = Math.imul(sum, 31) + text.charCodeAt(next);
  return sum & (slots - 1);
}

/** The end of the run that contains a position. */
const ends = new Int16Array(phrases.length);
/** The first position of each slot, and for each position the next one in its slot. */
const firsts = new Int16Array(slots).fill(none);
const others = new Int16Array(phrases.length).fill(none);

for (let at = phrases.length - 1, last = phrases.length; at >= 0; at -= 1) {
  if (phrases.charCodeAt(at) === end) last = at;
  ends[at] = last;
  if (last - at < leastPart) continue;
  const slot = slotOf(phrases, at);
  others[at] = firsts[slot] ?? none;
  firsts[slot] = at;
}

/** The end of a position's run; `undefined` for a position outside the phrases. */
export function endOfRun(at: number): number | undefined {
  return ends[at];
}

const runs = new Map<number, string>();
for (let at = 1; at < phrases.length; at += 1)
  if (phrases.charCodeAt(at - 1) === end && ends[at] !== at) runs.set(at, phrases.slice(at, ends[at]));

/** The whole run that begins at a position; `undefined` if none does. */
export function runAt(at: number): string | undefined {
  return runs.get(at);
}

function commonLength(text: string, at: number, place: number, most: number): number {
  let length = 0;
  while (length < most && text.charCodeAt(at + length) === phrases.charCodeAt(place + length)) length += 1;
  return length;
}

/** Position and length of the longest part of a run that matches the text from here, as one number; 0 if none does. */
export function longestPart(text: string, at: number): number {
  let longest = leastPart - 1;
  let found = 0;
  for (let place = firsts[slotOf(text, at)] ?? none; place !== none; place = others[place] ?? none) {
    const most = (ends[place] ?? 0) - place;
    if (most <= longest || text.charCodeAt(at + longest) !== phrases.charCodeAt(place + longest)) continue;
    const length = commonLength(text, at, place, most);
    if (length <= longest) continue;
    longest = length;
    found = length * slots + place;
  }
  return found;
}

export function placeOf(found: number): number {
  return found % slots;
}

export function lengthOf(found: number): number {
  return Math.floor(found / slots);
}
