import type { OpenPaths, OperationTable } from '@payments-platform/types';
import type { FetchResponse } from 'openapi-fetch';
import type { At, Options, PaymentsClient } from './payments-client.ts';

/** The paths that are also served as CSV. */
export type CsvPath = {
  [Id in keyof OperationTable]: OperationTable[Id]['hasCsv'] extends true ? OperationTable[Id]['path'] : never;
}[keyof OperationTable] &
  keyof OpenPaths;

type CsvOutcome<Operation> =
  Operation extends Readonly<Record<string | number, unknown>>
    ? FetchResponse<Operation, { readonly parseAs: 'text' }, 'text/csv'>
    : never;

/**
 * A list as CSV, as one text. A refusal is JSON, like all refusals.
 *
 *     const csv = await orThrow(getCsv(client, '/internal-accounts/{id}/entries', { params: { path: { id } } }))
 */
export async function getCsv<Path extends CsvPath>(
  client: PaymentsClient,
  path: Path,
  options: Omit<Options<At<Path, 'get'>>, 'headers'>,
): Promise<CsvOutcome<At<Path, 'get'>>> {
  const asked = { ...options, headers: { accept: 'text/csv' }, parseAs: 'text' };
  // The path determines the type of the response; the calls of the client are typed for JSON.
  const outcome: unknown = await Reflect.apply(client.GET, undefined, [path, asked]);
  return outcome as CsvOutcome<At<Path, 'get'>>;
}
