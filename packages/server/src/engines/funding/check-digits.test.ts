import { describe, expect, it } from 'vitest';
import { clabeOf, crc16, ibanOf } from './check-digits.ts';

describe('check digits', () => {
  it('complete an IBAN as in the examples of ISO 13616', () => {
    expect(ibanOf('DE', '370400440532013000')).toBe('DE89370400440532013000');
    expect(ibanOf('GB', 'WEST12345698765432')).toBe('GB82WEST12345698765432');
    expect(ibanOf('NO', '86011117947')).toBe('NO9386011117947');
  });

  it('complete a CLABE', () => {
    expect(clabeOf('03218000011835971')).toBe('032180000118359719');
    expect(clabeOf('64618015700000000')).toBe('646180157000000004');
  });

  it('match the published check value of CRC-16/CCITT-FALSE', () => {
    expect(crc16('123456789')).toBe('29B1');
    expect(crc16('')).toBe('FFFF');
  });
});
