import { readFileSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { isMembers, type Members } from '../output/cell.ts';
import { UnusableCommand } from '../refusals.ts';
import type { Surroundings } from '../surroundings.ts';
import type { CommandFacts, FlagFacts } from './command-facts.ts';

/** A request, divided as in the specification. */
export interface WireRequest {
  readonly params: Readonly<Record<'path' | 'query' | 'header', Readonly<Record<string, unknown>>>>;
  readonly body?: unknown;
}

/** The input: positional arguments in order, flags by name, and the text after `-d`. */
export interface Typed {
  readonly operands: readonly string[];
  readonly flags: ReadonlyMap<string, unknown>;
  readonly body: string | undefined;
}

function parsed(what: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnusableCommand(`${what} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function fileBytes(place: string, { folder }: Surroundings): Buffer<ArrayBuffer> {
  try {
    return readFileSync(resolve(folder, place));
  } catch (error) {
    throw new UnusableCommand(`${place} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** `{json}`, `@file`, or `-` for standard input. */
async function bodyText(given: string, surroundings: Surroundings): Promise<string> {
  if (given === '-') return surroundings.readInput();
  return given.startsWith('@') ? fileBytes(given.slice(1), surroundings).toString('utf8') : given;
}

function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value))
    throw new UnusableCommand(`--${name} must be a number, not "${text}".`);
  return value;
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
};

function fileOf(place: string, surroundings: Surroundings): File {
  const type = mediaTypes[extname(place).toLowerCase()] ?? 'application/octet-stream';
  return new File([fileBytes(place, surroundings)], basename(place), { type });
}

function flagValue({ name, kind }: FlagFacts, given: unknown, surroundings: Surroundings): unknown {
  switch (kind) {
    case 'NUMBER':
      return numberOf(name, String(given));
    case 'NUMBERS':
      return [given].flat().map((each) => numberOf(name, String(each)));
    case 'JSON':
      return parsed(`--${name}`, String(given));
    case 'FILE':
      return fileOf(String(given), surroundings);
    default:
      return given;
  }
}

/** The members with a value set at a path; creates the objects on the way. */
function withValue(members: Members, [first = '', ...rest]: readonly string[], value: unknown): Members {
  if (rest.length === 0) return { ...members, [first]: value };
  const inner = members[first];
  return { ...members, [first]: withValue(isMembers(inner) ? inner : {}, rest, value) };
}

function formOf(members: Members): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(members)) {
    if (value instanceof File) form.append(name, value);
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}

async function bodyOf(facts: CommandFacts, typed: Typed, surroundings: Surroundings): Promise<unknown> {
  const given = facts.flags.filter(({ name, place }) => place === 'body' && typed.flags.has(name));
  if (typed.body === undefined && given.length === 0) return facts.isBodyRequired ? {} : undefined;
  const base = typed.body === undefined ? {} : parsed('The body', await bodyText(typed.body, surroundings));
  if (given.length === 0 && facts.body !== 'FORM') return base;
  if (!isMembers(base)) throw new UnusableCommand('Flags can only be added to a body that is a JSON object.');
  const whole = given.reduce(
    (members, flag) => withValue(members, flag.at, flagValue(flag, typed.flags.get(flag.name), surroundings)),
    base,
  );
  return facts.body === 'FORM' ? formOf(whole) : whole;
}

/** Builds the request from the input. */
export async function requestOf(facts: CommandFacts, typed: Typed, surroundings: Surroundings): Promise<WireRequest> {
  const params: Record<'path' | 'query' | 'header', Record<string, unknown>> = { path: {}, query: {}, header: {} };
  for (const [index, { at }] of facts.operands.entries()) params.path[at] = typed.operands[index];
  for (const flag of facts.flags) {
    if (flag.place === 'body' || !typed.flags.has(flag.name)) continue;
    params[flag.place][flag.at[0] ?? ''] = flagValue(flag, typed.flags.get(flag.name), surroundings);
  }
  const body = await bodyOf(facts, typed, surroundings);
  return { params, ...(body !== undefined && { body }) };
}
