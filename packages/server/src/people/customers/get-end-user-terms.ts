import type { Handler } from '../../operation/operation.ts';
import { currentTerms } from './end-user-terms.ts';

/** The text is served by this server, with every version that was published. */
export const getEndUserTerms: Handler<'getEndUserTerms'> = async ({ deps }) => {
  const { version } = currentTerms();
  return { status: 200, body: { version, url: `${deps.publicUrl()}/terms/${version}` } };
};
