import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { createPublishedKeys } from './published-keys.ts';

const places = { google: 'https://keys.example.com/google', apple: 'https://keys.example.com/apple' };

/** Simulates providers that publish these keys, and records the requests to them. */
function publishing(keys: Readonly<Record<string, readonly JWK[]>>) {
  const asked: string[] = [];
  const issuers = createPublishedKeys(async (address) => {
    asked.push(String(address));
    const published = keys[String(address)];
    return published === undefined ? new Response('', { status: 503 }) : Response.json({ keys: published });
  }, places);
  return { issuers, asked };
}

async function signer(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  return {
    published: { ...(await exportJWK(publicKey)), kid, alg: 'RS256' },
    sign: (alg = 'RS256') => new SignJWT({ sub: '4711' }).setProtectedHeader({ alg, kid }).sign(privateKey),
  };
}

it('accepts a token signed with a key that the provider publishes, and fetches the keys once', async () => {
  const one = await signer('1');
  const { issuers, asked } = publishing({ [places.google]: [one.published] });
  expect(await issuers.isSignedBy('google', await one.sign())).toBe(true);
  expect(await issuers.isSignedBy('google', await one.sign())).toBe(true);
  expect(asked).toEqual([places.google]);
});

it('refuses a token of another signer or provider, and one that was changed or not signed', async () => {
  const [one, other] = [await signer('1'), await signer('1')];
  const { issuers } = publishing({ [places.google]: [one.published], [places.apple]: [] });
  const token = await one.sign();
  const [header, payload, signature] = token.split('.');
  const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  for (const [issuer, wrong] of [
    ['google', await other.sign()],
    ['apple', token],
    ['google', `${header}.${Buffer.from('{"sub":"4712"}').toString('base64url')}.${signature}`],
    ['google', `${unsigned}.${payload}.`],
    ['google', `${header}.${payload}.c2FuZGJveA`],
  ] as const)
    expect([wrong, await issuers.isSignedBy(issuer, wrong)]).toEqual([wrong, false]);
});

it('throws while the published keys cannot be fetched', async () => {
  const one = await signer('1');
  const { issuers } = publishing({});
  await expect(issuers.isSignedBy('google', await one.sign())).rejects.toThrow();
});
