import { posix } from 'node:path';
import { isTest, type WrittenFile } from './source-tree.ts';

/** Drawers into which everything fits. What would go there belongs to a noun, and the noun gets the name. */
const drawers = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'lib', 'misc']);

/** Files and folders whose name says nothing about what is in them. */
export function drawerNames(files: readonly WrittenFile[]): string[] {
  const paths = files.filter(({ path }) =>
    path.split('/').some((step) => drawers.has(step.split('.')[0]?.toLowerCase() ?? '')),
  );
  return paths.map(({ path }) => `${path}: name it after what it holds`);
}

/** Notes to finish something later; the third mark counts only where a comment starts with it. */
const leftover = /\b(?:FIXM[E]|TOD[O])\b|(?:\/\/|\/\*|#|<!--)\s*XX[X]\b/;

export function leftovers(files: readonly WrittenFile[]): string[] {
  return linesWith(files, leftover).map((place) => `${place}: finish it, or open an issue about it`);
}

const testName = /\b(?:it|test|describe|eachEngine|oneEngine)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])((?:(?!\1).)*)\1/g;

/** A test says what is so, in the present tense. */
export function wishfulTests(files: readonly WrittenFile[]): string[] {
  return files.filter(isTest).flatMap(({ path, text }) => {
    const names = [...text.matchAll(testName)].map((match) => match[2] ?? '');
    return names
      .filter((name) => /\bshould\b/i.test(name))
      .map((name) => `${path}: "${name}" says what should be, not what is`);
  });
}

function withoutFences(text: string): string {
  return text.replace(/^( *)(```+)[^\n]*\n[\s\S]*?^\1\2 *$/gm, '');
}

function isDocument({ path }: WrittenFile): boolean {
  // The other files in .changeset are entries for change logs, which bring their own headings.
  return path.endsWith('.md') && (!path.startsWith('.changeset/') || path.endsWith('/README.md'));
}

export function headings(files: readonly WrittenFile[]): string[] {
  return files.filter(isDocument).flatMap(({ path, text }) => {
    const count = withoutFences(text).match(/^# /gm)?.length ?? 0;
    return count === 1 ? [] : [`${path}: has ${count} headings of the first level; a document has one`];
  });
}

/** Links between documents that lead nowhere; `exists` is asked about files and folders. */
export function deadLinks(files: readonly WrittenFile[], exists: (path: string) => boolean): string[] {
  return files.filter(isDocument).flatMap(({ path, text }) => {
    const targets = [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
    const local = targets.filter((target) => !/^(?:[a-z]+:|#)/.test(target));
    const dead = local.filter((target) => !exists(posix.join(posix.dirname(path), target.split('#')[0] ?? '')));
    return dead.map((target) => `${path}: the link to ${target} leads nowhere`);
  });
}

/** Folders in which an amount or a rate may meet no floating-point number. */
const moneyPath = /^packages\/server\/src\/(?:ground\/money|engines\/(?:ledger|rates)|payments\/quotes)\//;
const floatingPoint = /\b(?:parseFloat|Number)\s*\(|\.toFixed\s*\(|\bMath\.round\s*\(/;

/** Conversions to floating point where money is. `reasons` names the files that may, and why. */
export function floatingMoney(files: readonly WrittenFile[], reasons: Readonly<Record<string, string>>): string[] {
  const inMoney = files.filter((file) => moneyPath.test(file.path) && !isTest(file));
  const places = linesWith(inMoney, floatingPoint);
  return notExcused(places, reasons, 'keep amounts bigint; money/ rounds, parses and writes them');
}

/** Folders in which amounts are computed. */
const amountPath = /^packages\/server\/src\/(?:engines\/(?:ledger|rates)|ground\/money|payments)\//;
const division = /^(?!\s*(?:\*|\/[/*])).*[\w)\]] \/ [\w(]/;

/** Divisions where amounts are: each loses a fraction. `reasons` names the files that may divide, and why. */
export function divisions(files: readonly WrittenFile[], reasons: Readonly<Record<string, string>>): string[] {
  const places = linesWith(
    files.filter((file) => amountPath.test(file.path) && !isTest(file)),
    division,
  );
  return notExcused(places, reasons, 'let ground/money/rounding.ts divide, under a name that says what is rounded');
}

/** What we publish, and runs where nobody checks types again. */
const published = /^packages\/(?:types|client|server|mcp|sandbox)\/src\/(?!generated\/)/;
const uncheckedType =
  /@ts-(?:ignore|expect-error|nocheck)|^(?!\s*(?:\*|\/[/*])).*(?:\bas (?:unknown as|any|never)\b|[:<] ?any\b)/;

/** Ways around the type-checker. `reasons` names the files that may take one, and why. */
export function uncheckedTypes(files: readonly WrittenFile[], reasons: Readonly<Record<string, string>>): string[] {
  const places = linesWith(
    files.filter((file) => published.test(file.path) && !isTest(file)),
    uncheckedType,
  );
  return notExcused(places, reasons, 'let the types be checked, or check the value here and say what it is');
}

/** JSON that is read or written without a type: `reasons` names the files that do it, and why. */
export function untypedJson(files: readonly WrittenFile[], reasons: Readonly<Record<string, string>>): string[] {
  const server = files.filter((file) => file.path.startsWith('packages/server/src/') && !isTest(file));
  const places = linesWith(server, /\bJSON\.parse\(/);
  return notExcused(places, reasons, 'read it with readJson, or with parseJson where nothing is known about it');
}

/** What a bundler takes to do nothing but give a value, although some of it throws. */
const valueCall =
  /(?<=[;{}]\n(?: *\/\/.*\n)*) *(?:void )?(?:(?:de|en)codeURI(?:Component)?|String|Number|Boolean|BigInt|Symbol|parseInt|parseFloat|structuredClone|atob|btoa|Reflect\.(?:get|has|ownKeys)|Object\.(?:keys|values|entries)|JSON\.\w+|new (?:URL|RegExp|Date|Intl\.\w+))\(.*\);$/gm;

/** Calls for what they throw alone: the bundle that is published may lose them, and a check with them. */
export function lostCalls(files: readonly WrittenFile[]): string[] {
  const programs = files.filter(({ path }) => /^packages\/\w+\/src\/.*\.ts$/.test(path));
  return programs
    .filter((file) => !isTest(file))
    .flatMap(({ path, text }) =>
      [...text.matchAll(valueCall)].map(
        ({ index }) => `${path}:${text.slice(0, index).split('\n').length}: use the value, or a bundler drops the call`,
      ),
    );
}

/** Folders that serve both environments. */
const ofBothEnvironments = /^packages\/server\/src\/(?:engines|operation|platform|people|access|accounts|payments)\//;
/** A comparison with an environment, a name of the sandbox's, or a reader of the endings that decide there. */
const sandboxDecision =
  /^(?!\s*(?:\*|\/[/*])).*(?:[=!]== '(?:SANDBOX|PRODUCTION)'|'(?:SANDBOX|PRODUCTION)' [=!]==|\b(?:nameSuffix|wished)\b|\b(?:create|read)?[sS]andbox[A-Z]\w*)/;

/** What the sandbox decides, outside of `sandbox/`: it belongs behind a port. */
export function sandboxDecisions(files: readonly WrittenFile[]): string[] {
  const places = linesWith(
    files.filter((file) => ofBothEnvironments.test(file.path) && !isTest(file)),
    sandboxDecision,
  );
  return places.map((place) => `${place}: put what the sandbox decides behind a port, with its adapter in sandbox/`);
}

/** The places that no reason covers, and the reasons that cover none. */
function notExcused(places: readonly string[], reasons: Readonly<Record<string, string>>, advice: string): string[] {
  const isExcused = (place: string): boolean => Object.hasOwn(reasons, place.split(':')[0] ?? '');
  const idle = Object.keys(reasons).filter((path) => !places.some((place) => place.startsWith(`${path}:`)));
  return [
    ...places.filter((place) => !isExcused(place)).map((place) => `${place}: ${advice}`),
    ...idle.map((path) => `${path}: needs no exception any more: take it off the list`),
  ];
}

function linesWith(files: readonly WrittenFile[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  );
}
