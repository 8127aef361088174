import { orThrow, type Result } from './or-throw.ts';

/** One page of a list operation. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

/** The query members of a page. Spread them into the query of the list operation. */
export interface PageQuery {
  readonly cursor?: string;
}

function pageAfter<Item>(page: Page<Item>, query: PageQuery): PageQuery | undefined {
  if (!page.hasMore || page.nextCursor === null) return undefined;
  // A cursor repeats only because of a bug. Following it would list the same items forever.
  if (page.nextCursor === query.cursor)
    throw new Error(`The page for cursor ${query.cursor} has the same cursor as its next page.`);
  return { cursor: page.nextCursor };
}

/**
 * Iterates over every item of a list. Fetches a page only when the loop reaches it.
 *
 *     listAll((page) => client.GET('/transactions', { params: { query: { ...page, type: 'OUTGOING' } } }))
 *
 * A cursor is only valid with the filters of its first page, so the query of every page needs them. Throws a refused
 * page as `ApiError`.
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
