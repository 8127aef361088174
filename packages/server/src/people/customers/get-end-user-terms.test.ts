import { expect, it } from 'vitest';
import { consent, person } from '../../../test/customers.ts';
import { oneEngine } from '../../../test/each-engine.ts';

oneEngine('reading the end user terms', (start) => {
  it('returns a version that a consent can name, and the URL of its text', async () => {
    const server = await start();
    const terms = await server.request('GET', '/customers/end-user-terms');
    expect(terms).toMatchObject({
      status: 200,
      body: { version: expect.any(String), url: expect.stringContaining('/terms/V1') },
    });
    const page = await fetch(terms.body.url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('End user terms, version V1');
    expect((await fetch(terms.body.url.replace('V1', 'V0'))).status).toBe(404);
    const given = { ...person, endUserTermsConsent: { ...consent, termsVersion: terms.body.version } };
    expect((await server.request('POST', '/customers', given)).status).toBe(201);
  });
});
