import { expect, it } from 'vitest';
import { pixKey } from './pix-key.ts';

it.each([
  ['CPF', '11144477735'],
  ['CPF', '52998224725'],
  ['CNPJ', '11222333000181'],
  ['EMAIL', 'ana.souza@example.com'],
  ['PHONE', '+5511987654321'],
  ['PHONE', '+551132654321'],
  ['RANDOM', '123e4567-e12b-42d1-a456-426655440000'],
])('accepts a %s key of the right form', (pixKeyType, key) => {
  expect(pixKey.refuse(key, { pixKeyType })).toBeUndefined();
});

it.each([
  ['CPF', '11144477734', 'cpf'],
  ['CPF', '11144477725', 'cpf'],
  ['CPF', '11111111111', 'cpf'],
  ['CPF', '111444777', 'cpf'],
  ['CNPJ', '11222333000182', 'cnpj'],
  ['CNPJ', '11222333000171', 'cnpj'],
  ['CNPJ', '00000000000000', 'cnpj'],
  ['EMAIL', 'ana.souza', 'email'],
  ['EMAIL', 'ana@example', 'email'],
  ['EMAIL', `${'a'.repeat(70)}@example.com`, 'email'],
  ['PHONE', '+14155550100', 'e.164'],
  ['PHONE', '11987654321', 'e.164'],
  ['RANDOM', '123e4567e12b42d1a456426655440000', 'uuid'],
])('refuses the %s key %s and names the expected format', (pixKeyType, key, format) => {
  expect(pixKey.refuse(key, { pixKeyType })?.format).toBe(format);
});

it('refuses a CPF as a CNPJ key and a CNPJ as a CPF key', () => {
  expect(pixKey.refuse('11144477735', { pixKeyType: 'CNPJ' })?.format).toBe('cnpj');
  expect(pixKey.refuse('11222333000181', { pixKeyType: 'CPF' })?.format).toBe('cpf');
});
