import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { replaced } from './reference-page.ts';

const sheet = readFileSync(new URL('./styles/colours.css', import.meta.url), 'utf8');

/** The colours of a block of the sheet, by name. */
function coloursOf(block: string): Map<string, string> {
  return new Map([...block.matchAll(/--(\w+):\s*(#[0-9a-f]{6})/g)].map((match) => [match[1] ?? '', match[2] ?? '']));
}

const [light = '', dark = ''] = sheet.split('@media (prefers-color-scheme: dark)');
const schemes = { light: coloursOf(light), dark: coloursOf(dark) };

/** Relative luminance, as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The grounds on which a text of this colour is hard to read. */
function hardGrounds(colours: ReadonlyMap<string, string>, name: string): string[] {
  const grounds = ['ground', 'raised', 'tint'];
  return grounds.filter((ground) => !(contrast(colours.get(name) ?? '', colours.get(ground) ?? '') >= 4.5));
}

describe.each(Object.entries(schemes))('the %s colours', (_scheme, colours) => {
  const texts = ['ink', 'quiet', 'accent', 'good', 'bad', 'warn', 'comment', 'string', 'keyword', 'number', 'property'];

  test.each(texts)('%s has a contrast of at least 4.5 on every background', (name) => {
    expect(hardGrounds(colours, name)).toEqual([]);
  });
});

test('the colours of Redoc itself have enough contrast in samples', () => {
  const script = readFileSync(new URL('./site/reference.js', import.meta.url), 'utf8');
  const [, onDark = '', onLight = ''] = /codeBlock: \{ backgroundColor: dark \? '(.*?)' : '(.*?)'/.exec(script) ?? [];
  const ours = replaced.flatMap(([, colour]) => (colour.startsWith('#') ? [colour] : []));
  expect(ours).toHaveLength(1);
  for (const colour of ours)
    for (const ground of [onDark, onLight]) expect(contrast(colour, ground)).toBeGreaterThanOrEqual(4.5);
});

test('a colour that cannot be read is found', () => {
  const pale = coloursOf('--ink: #9aa4b2; --ground: #ffffff; --raised: #000000;');
  expect(hardGrounds(pale, 'ink')).toEqual(['ground', 'tint']);
  expect(hardGrounds(pale, 'missing')).toEqual(['ground', 'raised', 'tint']);
  expect(contrast('#9aa4b2', '#ffffff')).toBeLessThan(4.5);
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
});
