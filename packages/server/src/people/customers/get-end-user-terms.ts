import type { Handler } from '../../operation/operation.ts';
import { currentTerms } from './end-user-terms.ts';

/** This server serves the text of every published version. */
export const getEndUserTerms: Handler<'getEndUserTerms'> = async ({ deps }) => {
  const { version } = currentTerms();
  return { status: 200, body: { version, url: `${deps.publicUrl()}/terms/${version}` } };
};
