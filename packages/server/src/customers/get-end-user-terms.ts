import type { Handler } from '../http/operation.ts';
import { currentTerms } from './end-user-terms.ts';

export const getEndUserTerms: Handler<'getEndUserTerms'> = async () => ({ status: 200, body: currentTerms() });
