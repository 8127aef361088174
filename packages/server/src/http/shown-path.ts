import { operationTable } from '@payments-platform/types';

const id = /^[A-Z][A-Za-z]{0,40}:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A template with the ids of a request. Other parameters may be secret or personal, so only their names are shown. */
export function shownPath(template: string, parameters: Readonly<Record<string, unknown>>): string {
  if (!template.includes('{')) return template;
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = parameters[name];
    return typeof value === 'string' && id.test(value) ? value : placeholder;
  });
}

const words: ReadonlySet<string> = new Set(
  Object.values(operationTable).flatMap(({ path }) => path.split('/').filter((step) => !step.startsWith('{'))),
);
const longestShown = 200;

/**
 * An unserved path, reduced to what may be shown: words of the interface, ids, dates, and probable misspellings of
 * words. A secret sent to the wrong address is not shown.
 */
export function shownUnservedPath(path: string): string {
  const steps = path.slice(0, longestShown).split('/');
  return steps.map((step) => (mayBeShown(step) ? step : '*')).join('/');
}

function mayBeShown(step: string): boolean {
  return words.has(step) || id.test(step) || /^\d{4}-\d{2}-\d{2}$/.test(step) || /^[a-z-]{0,30}$/.test(step);
}
