import { NoAnswerError } from '@payments-platform/client';
import { describe, expect, it } from 'vitest';
import { noAnswerWords } from './refusal-words.ts';

function missing(url: string, cause: string): NoAnswerError {
  return new NoAnswerError(new Request(url), 3, new Error(cause));
}

describe('a missing answer behind a proxy', () => {
  const far = missing('https://payments.example.com/2025-10-13/config', 'getaddrinfo ENOTFOUND payments.example.com');

  it.each(['HTTPS_PROXY', 'https_proxy'])('has the variable that makes Node.js use %s', (name) => {
    const environment = { [name]: 'http://proxy.example.com:3128' };
    expect(noAnswerWords(far, environment)).toContain('NODE_USE_ENV_PROXY=1');
    expect(noAnswerWords(far, { ...environment, NODE_USE_ENV_PROXY: '1' })).not.toContain('NODE_USE_ENV_PROXY');
    expect(noAnswerWords(far, { [name]: '' })).not.toContain('NODE_USE_ENV_PROXY');
  });

  it('has the way around the proxy for an address of this machine', () => {
    const near = 'http://[::1]:4020/2025-10-13/config';
    const words = noAnswerWords(missing(near, 'Proxy response (502) !== 200 when HTTP Tunneling'));
    expect(words).toContain('add ::1 to NO_PROXY');
    expect(noAnswerWords(missing(near, 'connect ECONNREFUSED ::1:4020'))).not.toContain('NO_PROXY');
  });
});
