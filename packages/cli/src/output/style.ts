import { styleText } from 'node:util';
import type { Surroundings } from '../surroundings.ts';

/** Whether to print colours: on a terminal, unless the flag or NO_COLOR disables them. */
export interface Style {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warning: (text: string) => string;
}

function plain(text: string): string {
  return text;
}

const noColours: Style = { strong: plain, faint: plain, good: plain, bad: plain, warning: plain };

function painted(format: Parameters<typeof styleText>[0]): (text: string) => string {
  return (text) => styleText(format, text, { validateStream: false });
}

const colours: Style = {
  strong: painted('bold'),
  faint: painted('dim'),
  good: painted('green'),
  bad: painted('red'),
  warning: painted('yellow'),
};

export function styleFor({ isTerminal, environment }: Surroundings, wantsColour: boolean): Style {
  const isForbidden = (environment['NO_COLOR'] ?? '') !== '' || environment['TERM'] === 'dumb';
  return isTerminal && wantsColour && !isForbidden ? colours : noColours;
}
