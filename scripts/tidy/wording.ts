import { posix } from 'node:path';
import { isTest, type WrittenFile } from './source-tree.ts';

/** Names of catch-all folders. Their content belongs to a noun, which gives the name. */
const drawers = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'lib', 'misc']);

/** Files and folders whose name says nothing about their content. */
export function catchAllNames(files: readonly WrittenFile[]): string[] {
  const paths = files.filter(({ path }) =>
    path.split('/').some((step) => drawers.has(step.split('.')[0]?.toLowerCase() ?? '')),
  );
  return paths.map(({ path }) => `${path}: name it after its content`);
}

/** Notes to finish something later; the third one only counts at the start of a comment. */
const leftover = /\b(?:FIXM[E]|TOD[O])\b|(?:\/\/|\/\*|#|<!--)\s*XX[X]\b/;

export function unfinishedNotes(files: readonly WrittenFile[]): string[] {
  return linesWith(files, leftover).map((place) => `${place}: finish it, or open an issue about it`);
}

const testName = /\b(?:it|test|describe|eachEngine|oneEngine)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])((?:(?!\1).)*)\1/g;

/** The title of a test is a statement in the present tense. */
export function titlesWithShould(files: readonly WrittenFile[]): string[] {
  return files.filter(isTest).flatMap(({ path, text }) => {
    const names = [...text.matchAll(testName)].map((match) => match[2] ?? '');
    return names
      .filter((name) => /\bshould\b/i.test(name))
      .map((name) => `${path}: "${name}" must state what is, not what should be`);
  });
}

function withoutFences(text: string): string {
  return text.replace(/^( *)(```+)[^\n]*\n[\s\S]*?^\1\2 *$/gm, '');
}

function isDocument({ path }: WrittenFile): boolean {
  // The other files in .changeset are change log entries, which have their own headings.
  return path.endsWith('.md') && (!path.startsWith('.changeset/') || path.endsWith('/README.md'));
}

export function headings(files: readonly WrittenFile[]): string[] {
  return files.filter(isDocument).flatMap(({ path, text }) => {
    const count = withoutFences(text).match(/^# /gm)?.length ?? 0;
    return count === 1 ? [] : [`${path}: has ${count} headings of the first level; a document has one`];
  });
}

/** Broken links between documents; `exists` checks files and folders. */
export function deadLinks(files: readonly WrittenFile[], exists: (path: string) => boolean): string[] {
  return files.filter(isDocument).flatMap(({ path, text }) => {
    const targets = [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
    const local = targets.filter((target) => !/^(?:[a-z]+:|#)/.test(target));
    const dead = local.filter((target) => !exists(posix.join(posix.dirname(path), target.split('#')[0] ?? '')));
    return dead.map((target) => `${path}: the link to ${target} leads nowhere`);
  });
}

/** Folders in which amounts and rates must not use floating-point numbers. */
const moneyPath = /^packages\/server\/src\/(?:ground\/money|engines\/(?:ledger|rates)|payments\/quotes)\//;
const floatingPoint = /\b(?:parseFloat|Number)\s*\(|\.toFixed\s*\(|\bMath\.round\s*\(/;

/** Conversions to floating point in code about money. `reasons` has the files that may do it, and why. */
export function floatingMoney(files: readonly WrittenFile[], reasons: Readonly<Record<string, string>>): string[] {
  const inMoney = files.filter((file) => moneyPath.test(file.path) && !isTest(file));
  const places = linesWith(inMoney, floatingPoint);
  return notExcused(places, reasons, 'keep amounts bigint; money/ rounds, parses and writes them');
}

/** Folders in which amounts are computed. */
const amountPath = /^packages\/server\/src\/(?:engines\/(?:ledger|rates)|ground\/money|payments)\//;
const division = /^(?!\s*(?:\*|\/[/*])).*[\w)\]] \/ [\w(]/;

/** Divisions in code about amounts: each loses a fraction. `reasons` has the files that may divide, and why. */
export function divisions(files: readonly WrittenFile[], reasons: Readonly<Record<string, string>>): string[] {
  const places = linesWith(
    files.filter((file) => amountPath.test(file.path) && !isTest(file)),
    division,
  );
  return notExcused(places, reasons, 'let ground/money/rounding.ts divide, under a name that says what is rounded');
}

/** Published code that runs in places where types are not checked again. */
const published = /^packages\/(?:types|client|server|mcp|sandbox)\/src\/(?!generated\/)/;
const uncheckedType =
  /@ts-(?:ignore|expect-error|nocheck)|^(?!\s*(?:\*|\/[/*])).*(?:\bas (?:unknown as|any|never)\b|[:<] ?any\b)/;

/** Ways around the type checker. `reasons` has the files that may use one, and why. */
export function uncheckedTypes(files: readonly WrittenFile[], reasons: Readonly<Record<string, string>>): string[] {
  const places = linesWith(
    files.filter((file) => published.test(file.path) && !isTest(file)),
    uncheckedType,
  );
  return notExcused(places, reasons, 'use checked types, or check the value here and narrow its type');
}

/** JSON that is read or written without a type. `reasons` has the files that do it, and why. */
export function untypedJson(files: readonly WrittenFile[], reasons: Readonly<Record<string, string>>): string[] {
  const server = files.filter((file) => file.path.startsWith('packages/server/src/') && !isTest(file));
  const places = linesWith(server, /\bJSON\.parse\(/);
  return notExcused(places, reasons, 'read it with readJson, or with parseJson if its type is unknown');
}

/** Calls that a bundler considers free of side effects, although some of them throw. */
const valueCall =
  /(?<=[;{}]\n(?: *\/\/.*\n)*) *(?:void )?(?:(?:de|en)codeURI(?:Component)?|String|Number|Boolean|BigInt|Symbol|parseInt|parseFloat|structuredClone|atob|btoa|Reflect\.(?:get|has|ownKeys)|Object\.(?:keys|values|entries)|JSON\.\w+|new (?:URL|RegExp|Date|Intl\.\w+))\(.*\);$/gm;

/** Calls whose only purpose is to throw: the published bundle may drop them, and the check with them. */
export function droppableCalls(files: readonly WrittenFile[]): string[] {
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
/** A comparison with an environment, a name of the sandbox, or a reader of the endings that decide outcomes there. */
const sandboxDecision =
  /^(?!\s*(?:\*|\/[/*])).*(?:[=!]== '(?:SANDBOX|PRODUCTION)'|'(?:SANDBOX|PRODUCTION)' [=!]==|\b(?:nameSuffix|wished)\b|\b(?:create|read)?[sS]andbox[A-Z]\w*)/;

/** Decisions of the sandbox outside of `sandbox/`: they belong behind a port. */
export function sandboxDecisions(files: readonly WrittenFile[]): string[] {
  const places = linesWith(
    files.filter((file) => ofBothEnvironments.test(file.path) && !isTest(file)),
    sandboxDecision,
  );
  return places.map(
    (place) => `${place}: put this decision of the sandbox behind a port, with its adapter in sandbox/`,
  );
}

/** The places without a reason, and the reasons without a place. */
function notExcused(places: readonly string[], reasons: Readonly<Record<string, string>>, advice: string): string[] {
  const isExcused = (place: string): boolean => Object.hasOwn(reasons, place.split(':')[0] ?? '');
  const idle = Object.keys(reasons).filter((path) => !places.some((place) => place.startsWith(`${path}:`)));
  return [
    ...places.filter((place) => !isExcused(place)).map((place) => `${place}: ${advice}`),
    ...idle.map((path) => `${path}: no longer needs an exception: remove it from the list`),
  ];
}

function linesWith(files: readonly WrittenFile[], pattern: RegExp): string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  );
}
