import { findInternalAccount } from '../../accounts/internal/find-internal-account.ts';
import type { InternalAccountRow } from '../../accounts/internal/tables.ts';
import type { Instant } from '../../ground/clock/instant.ts';
import { readOptionalInstant } from '../../ground/clock/read-instant.ts';
import type { Unit } from '../../ground/database/unit.ts';
import { uuidOf } from '../../ground/ids/ids.ts';
import type { FieldError } from '../../ground/specification/field-error.ts';
import {
  type Call,
  type Csv,
  type Handler,
  isRefusal,
  mergeRefusals,
  type Refusal,
  refuse,
  refuseFieldErrors,
} from '../../operation/operation.ts';
import { listBody, type Page, readPage } from '../../operation/pagination.ts';
import { cardTransactionsOf } from '../card-transactions/card-transactions-of-steps.ts';
import { csvEntry, csvHeader } from './entries-csv.ts';
import {
  type EntryPlace,
  type EntryRange,
  type EntryRow,
  findLastEntryBefore,
  findLastEntryUntil,
  listEntryRows,
} from './entries-repository.ts';
import { type ShownEntry, viewBalances, viewEntry } from './entry-view.ts';

type Asked = Call<'listInternalAccountEntries'>;

export const listInternalAccountEntries: Handler<'listInternalAccountEntries'> = async (call) => {
  const { input, unit, tenant } = call;
  const asked = readQuery(call);
  if (isRefusal(asked)) return asked;
  const account = await findInternalAccount(unit, tenant, input.path.id);
  if (account === undefined) return unknownAccount(input.path.id);
  const key = { tenant, accountId: account.id };
  const { page, from, to } = asked;
  const last = await findLastEntryUntil(unit, key, to);
  const range = last && { ...key, from, last, kind: input.query.kind, order: page.order };
  if (call.wantsCsv) return { status: 200, body: undefined, csv: csvOf(call, account, range) };
  const rows = range ? await listEntryRows(unit, range, { limit: page.limit + 1, after: placeOf(page) }) : [];
  const shown = await withCardTransactions(unit, tenant, rows);
  const opening = from === undefined ? undefined : await findLastEntryBefore(unit, key, from);
  const body = listBody(shown.map(listed), page.limit, (row) => viewEntry(row, account));
  return {
    status: 200,
    body: { ...body, opening: viewBalances(opening, account), closing: viewBalances(last, account) },
  };
};

interface Query {
  readonly page: Page;
  readonly from: Instant | undefined;
  readonly to: Instant | undefined;
}

function readQuery({ input: { query }, wantsCsv }: Asked): Query | Refusal<'INVALID_INPUT'> {
  const { createdAfter, createdBefore, limit, cursor, sortOrder } = query;
  const [from, to] = [readOptionalInstant(createdAfter), readOptionalInstant(createdBefore)];
  const errors: FieldError[] = [];
  if (from !== undefined && to !== undefined && to < from)
    errors.push({ field: 'createdBefore', message: 'must not be before createdAfter' });
  const paging = Object.entries({ limit, cursor }).filter(([, value]) => value !== undefined);
  if (wantsCsv)
    errors.push(
      ...paging.map(([field]) => ({ field, message: 'Omit this field: the CSV always contains the whole range.' })),
    );
  const asked = {
    ...(limit !== undefined && { limit }),
    ...(cursor !== undefined && { cursor }),
    ...(sortOrder && { sortOrder }),
  };
  // The cursor of a statement contains the sequence of an entry instead of an id.
  const page = readPage(asked, (id) => /^[1-9]\d{0,14}$/.test(id));
  // A CSV request has to omit the cursor, so its errors do not matter.
  if (isRefusal(page)) return mergeRefusals([refuseFieldErrors(errors), wantsCsv ? undefined : page]) ?? page;
  return refuseFieldErrors(errors) ?? { page, from, to };
}

function placeOf({ after }: Page): EntryPlace | undefined {
  return after && { created_at: after.createdAt, sequence: Number(after.id) };
}

function listed(row: ShownEntry): ShownEntry & { readonly id: string } {
  return { ...row, id: String(row.sequence) };
}

async function withCardTransactions(unit: Unit, tenant: number, rows: readonly EntryRow[]): Promise<ShownEntry[]> {
  const steps = rows.filter(({ kind }) => kind.startsWith('CARD_')).map(({ subject_id: id }) => id);
  const transactions = await cardTransactionsOf(unit, tenant, steps);
  return rows.map((row) => ({ ...row, card_transaction_id: transactions.get(row.subject_id) }));
}

function csvOf({ deps, tenant, now }: Asked, account: InternalAccountRow, range: EntryRange | undefined): Csv {
  return { fileName: `entries-${uuidOf(account.id)}-${now.slice(0, 10)}.csv`, lines: linesOf() };

  async function* linesOf(): AsyncGenerator<string, void, undefined> {
    yield csvHeader;
    for (let after: EntryPlace | undefined, isMore = range !== undefined; range !== undefined && isMore; ) {
      const page = { limit: linesAtOnce, after };
      const rows = await deps.database.read(async (unit) =>
        withCardTransactions(unit, tenant, await listEntryRows(unit, range, page)),
      );
      if (rows.length > 0) yield rows.map((row) => csvEntry(row, account)).join('');
      after = rows.at(-1);
      isMore = rows.length === linesAtOnce;
    }
  }
}

/** The CSV is read in pages of this size, so that no statement is held in memory and none blocks other requests. */
const linesAtOnce = 500;

function unknownAccount(id: string): Refusal<'ACCOUNT_NOT_FOUND'> {
  return refuse('ACCOUNT_NOT_FOUND', `There is no account ${id}. Check the id and the environment of your token.`);
}
