import type { Command } from 'commander';
import { findAccess } from '../connection/access.ts';
import { answerWords } from '../output/answer-words.ts';
import { isMembers } from '../output/cell.ts';
import { listTable } from '../output/list-table.ts';
import { styleFor } from '../output/style.ts';
import type { Surroundings } from '../surroundings.ts';
import { type Answer, callerOf } from './call-operation.ts';
import type { CommandFacts } from './command-facts.ts';
import { followOperation } from './follow-operation.ts';
import { csv } from './operation-command.ts';
import { requestOf, type Typed, type WireRequest } from './request-of-flags.ts';

/** The flags of every command. */
export interface CommonFlags {
  readonly baseUrl?: string;
  readonly profile?: string;
  readonly data?: string;
  readonly json?: boolean;
  readonly color: boolean;
}

export function commonFlags(command: Command): CommonFlags {
  return command.optsWithGlobals<CommonFlags>();
}

interface PageOf {
  readonly data: readonly unknown[];
  readonly nextCursor: string | null;
}

function pageOf({ text }: Answer): PageOf {
  const value: unknown = JSON.parse(text);
  if (!isMembers(value) || !Array.isArray(value['data'])) throw new Error('The platform returned a list without data.');
  return { data: value['data'], nextCursor: typeof value['nextCursor'] === 'string' ? value['nextCursor'] : null };
}

/** Prints each page as it arrives: with --json one item per line, otherwise rows under one header. */
async function printEveryPage(
  call: (request: WireRequest) => Promise<Answer>,
  request: WireRequest,
  show: (rows: readonly unknown[], isFirst: boolean) => void,
): Promise<void> {
  let cursor: string | null = null;
  let isFirst = true;
  do {
    const { params } = request;
    const query: Readonly<Record<string, unknown>> = {
      limit: 100,
      ...params.query,
      ...(cursor !== null && { cursor }),
    };
    const page = pageOf(await call({ ...request, params: { ...params, query } }));
    show(page.data, isFirst);
    isFirst = false;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

function accepting(request: WireRequest, mediaType: string): WireRequest {
  const { params } = request;
  return { ...request, params: { ...params, header: { ...params.header, Accept: mediaType } } };
}

/** Reports the fields that the platform ignored, once for all pages of a request. */
function tellingIgnored(
  call: (request: WireRequest) => Promise<Answer>,
  { tell }: Surroundings,
): (request: WireRequest) => Promise<Answer> {
  let told: string | null = null;
  return async (request) => {
    const answer = await call(request);
    if (answer.ignored !== null && answer.ignored !== told)
      tell(`The platform ignored unknown fields: ${answer.ignored}`);
    told = answer.ignored;
    return answer;
  };
}

/** Sends the request that was typed and prints the response. */
export async function performOperation(
  facts: CommandFacts,
  typed: Typed,
  command: Command,
  surroundings: Surroundings,
): Promise<void> {
  const { json = false, color, ...target } = commonFlags(command);
  const { print, columns } = surroundings;
  const style = styleFor(surroundings, color);
  const { all, csv: wantsCsv } = command.opts<{ readonly all?: boolean; readonly csv?: boolean }>();
  const plain = await requestOf(facts, typed, surroundings);
  const request = wantsCsv === true ? accepting(plain, csv) : plain;
  const access = findAccess(target, surroundings);
  if (facts.answers.includes('text/event-stream')) return followOperation(request, access, surroundings, json);
  const call = tellingIgnored(callerOf(facts, access, surroundings), surroundings);
  if (all === true && wantsCsv !== true) {
    await printEveryPage(call, request, (rows, isFirst) => {
      if (json) for (const row of rows) print(JSON.stringify(row));
      else if (isFirst || rows.length > 0) print(listTable(rows, columns, style, isFirst));
    });
    return;
  }
  const answer = await call(request);
  if (!json && wantsCsv !== true) print(answerWords(answer, columns, style));
  else if (answer.text !== '') print(answer.text.trimEnd());
}
