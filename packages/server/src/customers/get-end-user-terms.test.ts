import { expect, it } from 'vitest';
import { consent, person } from '../../test/customers.ts';
import { eachEngine } from '../../test/each-engine.ts';

eachEngine('reading the end user terms', (start) => {
  it('answers with a version that a consent can name, and where its text is', async () => {
    const server = await start();
    const terms = await server.request('GET', '/customers/end-user-terms');
    expect(terms).toMatchObject({
      status: 200,
      body: { version: expect.any(String), url: expect.stringMatching(/^https:/) },
    });
    const given = { ...person, endUserTermsConsent: { ...consent, termsVersion: terms.body.version } };
    expect((await server.request('POST', '/customers', given)).status).toBe(201);
  });
});
