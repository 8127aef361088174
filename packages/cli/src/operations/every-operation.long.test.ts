import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OperationId, operationTable } from '@payments-platform/types';
import {
  type Example,
  type Json,
  loadSpecification,
  type Method,
  type Operation,
  type Parameter,
  type Specification,
} from '@payments-platform/types/spec';
import { expect, it } from 'vitest';
import { validators } from '../../../server/src/ground/specification/specification-validators.ts';
import { oneEngine } from '../../../server/test/each-engine.ts';
import type { TestServer } from '../../../server/test/test-server.ts';
import { credentialsIn, openTerminal, type Terminal } from '../../test/terminal.ts';
import { operationCommands } from '../generated/commands.ts';
import type { CommandFacts } from './command-facts.ts';

// Calls each operation from the command line with every example request of the specification, against the sandbox.

const specification = loadSpecification();

function found<Value extends { readonly $ref?: string }>({ components }: Specification, value: Value): Value {
  const [, , kind = '', name = ''] = value.$ref?.split('/') ?? [];
  const all = components as Readonly<Record<string, Readonly<Record<string, Value>>>> | undefined;
  return value.$ref === undefined ? value : (all?.[kind]?.[name] as Value);
}

interface Shown {
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
  /** The bodies of its request examples, in order; one undefined entry if it has no body. */
  readonly bodies: readonly (Json | undefined)[];
}

/** The examples of an operation, read independently of the generator of commands. */
function shownBy({ path, method }: CommandFacts): Shown {
  const item = specification.paths[path];
  const operation = item?.[method.toLowerCase() as Method];
  if (item === undefined || operation === undefined) throw new Error(`there is no ${method} ${path}`);
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((each) =>
    found(specification, each),
  );
  const [content] = Object.values(operation.requestBody?.content ?? {});
  const examples: readonly Example[] = Object.values(content?.examples ?? {});
  const bodies = content === undefined ? [undefined] : examples.map((each) => found(specification, each).value);
  return { operation, parameters, bodies };
}

function exampled({ parameters }: Shown, place: Parameter['in']): Record<string, Json> {
  const there = parameters.filter(({ in: where, example }) => where === place && example !== undefined);
  return Object.fromEntries(there.map(({ name, example = null }) => [name, example]));
}

/** A request and its response. */
interface Exchange {
  readonly request: Request;
  readonly body: string;
  readonly form: FormData | undefined;
  readonly response: Response;
}

/** Forwards to the sandbox and records each exchange. */
function tapped(exchanges: Exchange[]) {
  return async (request: Request): Promise<Response> => {
    const isForm = request.headers.get('content-type')?.startsWith('multipart/') ?? false;
    const [form, body] = [isForm ? await request.clone().formData() : undefined, await request.clone().text()];
    const response = await fetch(request.clone());
    exchanges.push({ request, body, form, response: response.clone() });
    return response;
  };
}

async function membersOf(form: FormData): Promise<Record<string, unknown>> {
  const members = [...form].map(async ([name, value]) => [
    name,
    typeof value === 'string' ? value : await value.text(),
  ]);
  return Object.fromEntries(await Promise.all(members)) as Record<string, unknown>;
}

/** The files that an example names, with their content. */
function writeFiles(facts: CommandFacts, words: readonly string[], body: Json | undefined, { folder }: Terminal): void {
  for (const { name, at, kind } of facts.flags) {
    if (kind !== 'FILE') continue;
    const file = words[words.indexOf(`--${name}`) + 1] ?? '';
    writeFileSync(join(folder, file), String((body as Readonly<Record<string, Json>>)[at[0] ?? '']));
  }
}

function pathWith(facts: CommandFacts, shown: Shown): string {
  const values = exampled(shown, 'path');
  return facts.path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => String(values[name]));
}

/** The request equals the one in the specification: method, address, headers and body. */
async function expectShown(facts: CommandFacts, body: Json | undefined, exchange: Exchange): Promise<void> {
  const shown = shownBy(facts);
  const { request, form } = exchange;
  const url = new URL(request.url);
  const asked = Object.entries(exampled(shown, 'query'));
  const query = Object.fromEntries(asked.map(([name]) => [name, url.searchParams.getAll(name)]));
  expect([request.method, decodeURIComponent(url.pathname)]).toEqual([
    facts.method,
    `/2025-10-13${pathWith(facts, shown)}`,
  ]);
  expect([...new Set(url.searchParams.keys())].toSorted()).toEqual(asked.map(([name]) => name).toSorted());
  expect(query).toEqual(Object.fromEntries(asked.map(([name, value]) => [name, [value].flat().map(String)])));
  for (const [name, value] of Object.entries(exampled(shown, 'header')))
    expect(request.headers.get(name)).toBe(String(value));
  const sent =
    form === undefined ? (exchange.body === '' ? undefined : JSON.parse(exchange.body)) : await membersOf(form);
  expect(sent).toEqual(body);
  const faults = validators(facts.operationId as OperationId).request({
    path: exampled(shown, 'path'),
    query,
    body: sent,
  });
  expect(faults).toEqual([]);
}

/** A success is printed byte for byte on standard output, a refusal with its code on standard error; checks exit codes. */
async function expectAnswer(exchange: Exchange, printed: Awaited<ReturnType<Terminal['type']>>): Promise<void> {
  const { response } = exchange;
  const text = await response.text();
  if (response.ok) {
    expect(printed).toEqual({ code: 0, output: text.trimEnd(), complaints: '' });
    return;
  }
  expect([printed.code, printed.output]).toEqual([1, '']);
  expect(JSON.parse(printed.complaints)).toMatchObject(JSON.parse(text) as object);
}

oneEngine('an operation on the command line', (start) => {
  it('has exactly one command', () => {
    expect(operationCommands.map(({ operationId }) => operationId).toSorted()).toEqual(
      Object.keys(operationTable).toSorted(),
    );
    const lines = operationCommands.map(({ words }) => words.join(' '));
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('sends exactly the example requests of the specification and prints the response', async () => {
    const server: TestServer = await start();
    const exchanges: Exchange[] = [];
    const environment = { ...credentialsIn(server), PAYMENTS_ACCESS_TOKEN: 'none-of-these' };
    const terminal = openTerminal({ environment, send: tapped(exchanges) });
    try {
      let successes = 0;
      for (const facts of operationCommands) {
        // Streaming operations have their own tests.
        if (facts.answers.includes('text/event-stream')) continue;
        const { bodies } = shownBy(facts);
        expect([facts.operationId, facts.examples.length]).toEqual([facts.operationId, Math.max(1, bodies.length)]);
        for (const [index, { words }] of facts.examples.entries()) {
          writeFiles(facts, words, bodies[index], terminal);
          const printed = await terminal.type([...facts.words, ...words, '--json']);
          const exchange = exchanges.shift();
          if (exchange === undefined) throw new Error(`${facts.words.join(' ')} sent nothing: ${printed.complaints}`);
          await expectShown(facts, bodies[index], exchange);
          if (exchange.response.ok) successes += 1;
          await expectAnswer(exchange, printed);
          exchanges.length = 0;
        }
      }
      // Most resources of the examples do not exist on this platform; operations that need none succeed.
      expect(successes).toBeGreaterThan(20);
    } finally {
      terminal.remove();
    }
  });
});
