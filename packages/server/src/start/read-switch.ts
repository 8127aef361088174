import { UnusableOptions } from './read-flags.ts';

const words: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  yes: true,
  on: true,
  '0': false,
  false: false,
  no: false,
  off: false,
  '': false,
};

/** Whether a variable is on or off. Other text is refused: an operator may rely on a protection that is in fact off. */
export function readSwitch(name: string, text: string | undefined): boolean {
  const word = (text ?? '').trim().toLowerCase();
  const isOn = Object.hasOwn(words, word) ? words[word] : undefined;
  if (isOn !== undefined) return isOn;
  throw new UnusableOptions(`${name} takes 1, true, yes or on, or 0, false, no, off or nothing, not "${text}".`);
}
