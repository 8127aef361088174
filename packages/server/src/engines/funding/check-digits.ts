/** An IBAN of the country with its check digits by ISO 7064 MOD 97-10 (ISO 13616). */
export function ibanOf(country: string, basicAccountNumber: string): string {
  const check = 98n - (BigInt(`${lettersAsDigits(basicAccountNumber + country)}00`) % 97n);
  return `${country}${check.toString().padStart(2, '0')}${basicAccountNumber}`;
}

/** Each letter stands for two digits, A = 10 to Z = 35. */
function lettersAsDigits(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
}

const clabeWeights = [3, 7, 1] as const;

/** A CLABE: seventeen digits (bank, plaza, account) and their check digit. */
export function clabeOf(seventeenDigits: string): string {
  let sum = 0;
  for (const [index, digit] of [...seventeenDigits].entries()) {
    sum += (Number(digit) * (clabeWeights[index % 3] ?? 0)) % 10;
  }
  return `${seventeenDigits}${(10 - (sum % 10)) % 10}`;
}

/** CRC-16/CCITT-FALSE as four upper-case hexadecimal digits, the check of a PIX code (EMV QR code, tag 63). */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
    crc &= 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
