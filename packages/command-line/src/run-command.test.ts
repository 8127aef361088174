import { expect, it } from 'vitest';
import { sayUnwritable } from './run-command.ts';

it('names the file that cannot be written and the fix', () => {
  const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: '/docs/site' });
  expect(sayUnwritable(denied)).toBe(
    '/docs/site cannot be written (EACCES). Make it and /docs writable, or name another folder where a flag takes one.',
  );
});

it('returns undefined for every other error', () => {
  expect(sayUnwritable(new Error('EACCES'))).toBeUndefined();
});
