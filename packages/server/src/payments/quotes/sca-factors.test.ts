import { expect, it } from 'vitest';
import { eachEngine, oneEngine } from '../../../test/each-engine.ts';
import { balanceOf, quoteBody } from '../../../test/parties.ts';
import { refusedFields } from '../../../test/refused-fields.ts';
import {
  appCode,
  authorize,
  enrollApp,
  enrollPasskey,
  executedQuote,
  logIn,
  newEuropeanPayer,
  openPhone,
  passkeyOrigin,
  rightCode,
} from '../../../test/sca-customers.ts';
import { minuteMs } from '../../ground/clock/instant.ts';

oneEngine('the factor of a challenge', (start) => {
  it('is the passkey if there is one, else a text message, else the authenticator app', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    const factorsNow = async () => {
      const { factor, availableFactors } = (await executedQuote(server, payer, { amount: 1_000 })).scaChallenge;
      return [factor, availableFactors];
    };
    expect(await factorsNow()).toEqual(['SMS_OTP', ['SMS_OTP']]);
    await enrollApp(server, payer.customerId);
    expect(await factorsNow()).toEqual(['SMS_OTP', ['SMS_OTP', 'TOTP']]);
    await enrollPasskey(server, payer.customerId);
    expect(await factorsNow()).toEqual(['PASSKEY', ['SMS_OTP', 'TOTP', 'PASSKEY']]);
    await server.request('PATCH', `/customers/${payer.customerId}`, {
      customerType: 'INDIVIDUAL',
      phoneNumber: '+4915100000000',
    });
    expect(await factorsNow()).toEqual(['PASSKEY', ['TOTP', 'PASSKEY']]);
    const { body } = await server.request('GET', `/sca/factors?customerId=${payer.customerId}`);
    const { credentialId } = body.factors[1];
    await server.request('DELETE', `/sca/factors/${credentialId}?customerId=${payer.customerId}`);
    expect(await factorsNow()).toEqual(['TOTP', ['TOTP']]);
  });

  it('is the one that the request names, if the customer has it', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    const quoted = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: payer.accounts['USD'] ?? '', to: payer.payee }),
    );
    const execute = (scaFactor: string) => server.request('POST', `/quotes/${quoted.body.id}/execute`, { scaFactor });
    expect(refusedFields(await execute('PASSKEY'))).toEqual(['scaFactor']);
    expect(refusedFields(await execute('TOTP'))).toEqual(['scaFactor']);
    await enrollPasskey(server, payer.customerId);
    const held = await execute('SMS_OTP');
    expect(held.body.scaChallenge).toMatchObject({ factor: 'SMS_OTP', passkeyAllowedOrigins: [passkeyOrigin] });
  });

  it('must exist, or the payment is refused', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    await server.request('PATCH', `/customers/${payer.customerId}`, {
      customerType: 'INDIVIDUAL',
      phoneNumber: '+4915100000000',
    });
    const body = quoteBody({ from: payer.accounts['USD'] ?? '', to: payer.payee });
    const quoted = await server.request('POST', '/quotes', body);
    const executed = await server.request('POST', `/quotes/${quoted.body.id}/execute`);
    expect([executed.status, executed.body.code]).toEqual([409, 'CONFLICT']);
    expect((await server.request('GET', `/quotes/${quoted.body.id}`)).body.status).toBe('PENDING');
    const atOnce = await server.request('POST', '/quotes', { ...body, immediatelyExecute: true });
    expect([atOnce.status, atOnce.body.code]).toEqual([400, 'QUOTE_REQUEST_FAILED']);
  });
});

oneEngine('authorizing a payment', (start) => {
  it('refuses a recovery code', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    const { recoveryCodes } = await enrollApp(server, payer.customerId);
    await logIn(server, payer.customerId);
    const held = await executedQuote(server, payer);
    expect(refusedFields(await authorize(server, held.id, { code: recoveryCodes[0] }))).toEqual(['code']);
  });

  it('sends a code with amount and payee in a text message, at most five times', async () => {
    const phone = openPhone();
    const server = await start({ deps: phone.deps });
    const payer = await newEuropeanPayer(server, 1_000_000, { phoneNumber: phone.phoneNumber });
    await logIn(server, payer.customerId);
    const held = await executedQuote(server, payer);
    await server.advance(0);
    const { body: account } = await server.request('GET', `/customers/external-accounts/${payer.payee}`);
    const ending = account.accountInfo.accountNumber.slice(-4);
    // The code of the login may still be in transit when this one is sent, so either may arrive first.
    expect(phone.texts()).toContain(
      `Payments: 123456 authorizes a payment of 100.00 USD to the account ending in ${ending}. Never share this code with anyone.`,
    );
    const resend = () => server.request('POST', `/quotes/${held.id}/authorize/resend`);
    const before = phone.texts().length;
    for (let codes = 1; codes < 5; codes += 1) expect((await resend()).status).toBe(204);
    await server.advance(2 * minuteMs);
    expect(phone.texts()).toHaveLength(before + 4);
    const tooMany = await resend();
    expect([tooMany.status, tooMany.body.code, tooMany.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '180']);
    const { scaChallenge } = (await server.request('GET', `/quotes/${held.id}`)).body;
    expect(scaChallenge).toEqual(held.scaChallenge);
    expect((await authorize(server, held.id, rightCode)).body.status).toBe('PROCESSING');
    expect((await resend()).body.code).toBe('CONFLICT');
  });

  it('refuses to resend for a passkey, an expired challenge or a quote that does not wait', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    const resend = (id: string) => server.request('POST', `/quotes/${id}/authorize/resend`);
    const quoted = await server.request(
      'POST',
      '/quotes',
      quoteBody({ from: payer.accounts['USD'] ?? '', to: payer.payee }),
    );
    expect((await resend(quoted.body.id)).body.code).toBe('CONFLICT');
    const late = await executedQuote(server, payer);
    await enrollPasskey(server, payer.customerId);
    const held = await executedQuote(server, payer);
    expect((await resend(held.id)).body.code).toBe('CONFLICT');
    await server.advance(5 * minuteMs);
    expect((await resend(late.id)).body.code).toBe('CONFLICT');
    const unknown = await resend('Quote:0198c0de-0000-7000-8000-000000000000');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'QUOTE_NOT_FOUND']);
  });
});

eachEngine('authorizing a payment', (start) => {
  it('accepts a passkey assertion once, for the payment it was made for', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    const passkey = await enrollPasskey(server, payer.customerId);
    await logIn(server, payer.customerId);
    const [first, second] = [await executedQuote(server, payer), await executedQuote(server, payer)];
    const { passkeyAssertionOptions, passkeyAllowedOrigins } = first.scaChallenge;
    expect(passkeyAllowedOrigins).toEqual([passkeyOrigin]);
    const proof = { passkeyAssertion: passkey.get(passkeyAssertionOptions, passkeyOrigin), origin: passkeyOrigin };
    expect(refusedFields(await authorize(server, second.id, proof))).toEqual(['passkeyAssertion']);
    const answers = await Promise.all(Array.from({ length: 9 }, () => authorize(server, first.id, proof)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(8);
    expect(refusedFields(await authorize(server, second.id, proof))).toEqual(['passkeyAssertion']);
    const elsewhere = { ...proof, origin: 'http://localhost:3001' };
    await server.advance(minuteMs);
    expect(refusedFields(await authorize(server, second.id, elsewhere))).toEqual(['origin']);
    expect(await balanceOf(server, payer.accounts['USD'] ?? '')).toBe(990_000);
  });

  it('accepts each code of the authenticator app for one payment', async () => {
    const server = await start();
    const payer = await newEuropeanPayer(server);
    const { secret } = await enrollApp(server, payer.customerId);
    await logIn(server, payer.customerId);
    await server.advance(minuteMs);
    const [first, second] = [await executedQuote(server, payer), await executedQuote(server, payer)];
    const proof = { code: appCode(server, secret) };
    const answers = await Promise.all([first, second].map(({ id }) => authorize(server, id, proof)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await balanceOf(server, payer.accounts['USD'] ?? '')).toBe(990_000);
  });
});
