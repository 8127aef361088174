import { orThrow, type Result } from './or-throw.ts';

/** One page of a list operation. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

/** The query members that select a page. Spread them into the query of the list operation. */
export interface PageQuery {
  readonly cursor?: string;
}

function pageAfter<Item>(page: Page<Item>, query: PageQuery): PageQuery | undefined {
  if (!page.hasMore || page.nextCursor === null) return undefined;
  // Only a defect repeats a cursor, and following it would list the same items for ever.
  if (page.nextCursor === query.cursor) throw new Error(`The page after cursor ${query.cursor} is that page itself.`);
  return { cursor: page.nextCursor };
}

/**
 * Every item of a list, fetched one page at a time and only as far as the loop goes.
 *
 *     listAll((page) => client.GET('/transactions', { params: { query: { ...page, type: 'OUTGOING' } } }))
 *
 * A cursor belongs to the filters it was given with, so they go into the query of every page. A refused page is
 * thrown as `ApiError`.
 */
export async function* listAll<Item>(
  fetchPage: (page: PageQuery) => Promise<Result<Page<Item>>>,
): AsyncGenerator<Item, void, undefined> {
  let query: PageQuery | undefined = {};
  while (query !== undefined) {
    const page: Page<Item> = await orThrow(fetchPage(query));
    yield* page.data;
    query = pageAfter(page, query);
  }
}
