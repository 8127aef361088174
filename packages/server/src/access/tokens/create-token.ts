import type { Handler } from '../../operation/operation.ts';
import { issueToken } from './issue-token.ts';
import { viewToken } from './token-view.ts';

export const createToken: Handler<'createToken'> = async ({ input: { body }, ...context }) => {
  const { token, clientSecret } = issueToken(context, body);
  return { status: 201, body: { ...viewToken(token), clientSecret } };
};
