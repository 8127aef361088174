import { type Handler, isRefusal } from '../../operation/operation.ts';
import { listBody, readPage } from '../../operation/pagination.ts';

/** A fixed list has no times: pages are ordered by name only. */
const listedAt = '2025-01-01T00:00:00.000Z';

const isOfResource = /^[A-Za-z]+:[\da-f-]{36}$/;

export const listVasps: Handler<'listVasps'> = async ({ input, deps }) => {
  const page = readPage(input.query, (id) => !isOfResource.test(id));
  if (isRefusal(page)) return page;
  const rows = deps.directory.vasps.map((vasp) => ({ ...vasp, id: vasp.vaspName, created_at: listedAt }));
  const { after } = page;
  const rest = after === undefined ? rows : rows.filter(({ id }) => id > after.id);
  return {
    status: 200,
    body: listBody(rest.slice(0, page.limit + 1), page.limit, ({ vaspName, url }) => ({
      vaspName,
      ...(url === undefined ? {} : { url }),
    })),
  };
};
