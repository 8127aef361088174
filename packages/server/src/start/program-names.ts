import { isPublished } from './is-published.ts';

/** The commands that start the programs of this package: the published names, or the root commands of a clone. */
export const programNames = isPublished
  ? { server: 'payments-sandbox', operator: 'payments operator', verify: 'payments verify' }
  : { server: 'npm start --', operator: 'npm run operator --', verify: 'npm run verify --' };
