import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, ofKind, pageInMemory, readPage } from '../../operation/pagination.ts';

/** A fixed list has no times: pages are ordered by name only. */
const listedAt = '2025-01-01T00:00:00.000Z';

export const listVasps: Handler<'listVasps'> = async ({ input, deps }) => {
  const page = readPage(input.query, ofKind('Vasp'));
  if (isRefusal(page)) return page;
  const rows = deps.directory.vasps.map((vasp) => ({ ...vasp, id: `Vasp:${vasp.vaspName}`, created_at: listedAt }));
  return {
    status: 200,
    body: listBody(pageInMemory(rows, { ...page, order: 'asc' }), page.limit, ({ vaspName, url }) => ({
      vaspName,
      ...(url === undefined ? {} : { url }),
    })),
  };
};
