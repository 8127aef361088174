import { describe, expect, it } from 'vitest';
import { type SignatureHeaders, signedRetry } from './signed-retry.ts';

const signer = { stamp: async (payload: string) => `signed ${payload}` };
const wanted = (payloadToSign: string) => ({
  data: { payloadToSign, requestId: `Request:${payloadToSign}` as const, expiresAt: '2030-01-01T00:00:00.000Z' },
  response: { status: 202 },
});
const done = { data: { id: 'done' }, response: { status: 200 } };

function answering(...answers: readonly (typeof done | ReturnType<typeof wanted>)[]) {
  const sent: SignatureHeaders[] = [];
  const call = async (headers: SignatureHeaders) => {
    sent.push(headers);
    return answers[sent.length - 1] ?? done;
  };
  return { sent, call };
}

describe('a signed retry', () => {
  it('sends the request again with its Request-Id and the signature of payloadToSign', async () => {
    const { sent, call } = answering(wanted('one'), done);
    expect((await signedRetry(call, signer)).data.id).toBe('done');
    expect(sent).toEqual([{}, { 'Service-Wallet-Signature': 'signed one', 'Request-Id': 'Request:one' }]);
  });

  it('signs a second payload and rejects a third', async () => {
    const twice = answering(wanted('one'), wanted('two'), done);
    expect((await signedRetry(twice.call, signer)).data.id).toBe('done');
    expect(twice.sent.map((headers) => headers['Request-Id'])).toEqual([undefined, 'Request:one', 'Request:two']);
    const endless = answering(wanted('one'), wanted('two'), wanted('three'), wanted('four'));
    await expect(signedRetry(endless.call, signer)).rejects.toThrow('signed twice');
    expect(endless.sent).toHaveLength(3);
  });

  it('signs nothing after a refusal, a 200 or a 202 without payloadToSign', async () => {
    const refusal = { error: { code: 'ACCOUNT_NOT_FOUND' }, response: { status: 404 } };
    expect(await signedRetry(async () => refusal, signer)).toBe(refusal);
    const direct = answering(done);
    expect(await signedRetry(direct.call, signer)).toBe(done);
    expect(direct.sent).toEqual([{}]);
    const accepted = { data: { id: 'later' }, response: { status: 202 } };
    expect(await signedRetry(async () => accepted, signer)).toBe(accepted);
  });

  it('returns the refusal of the signed request', async () => {
    const refusal = { error: { code: 'WALLET_SIGNATURE_INVALID' }, response: { status: 401 } };
    const call = async (headers: SignatureHeaders) => ('Request-Id' in headers ? refusal : wanted('one'));
    expect(await signedRetry(call, signer)).toBe(refusal);
  });
});
