import { expect, it } from 'vitest';
import { sayUnwritable } from './run-command.ts';

it('says which file may not be written, and what to do', () => {
  const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: '/docs/site' });
  expect(sayUnwritable(denied)).toBe(
    '/docs/site cannot be written (EACCES). Make it and /docs writable, or name another folder where a flag takes one.',
  );
});

it('leaves every other error as it is', () => {
  expect(sayUnwritable(new Error('EACCES'))).toBeUndefined();
});
