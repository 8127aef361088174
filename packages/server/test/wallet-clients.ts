import { createRequire } from 'node:module';

interface Cryptography {
  decryptCredentialBundle(bundle: string, privateKey: string): string;
  decryptExportBundle(request: {
    readonly exportBundle: string;
    readonly embeddedKey: string;
    readonly organizationId: string;
    readonly dangerouslyOverrideSignerPublicKey: string;
    readonly returnMnemonic: boolean;
  }): Promise<string>;
  encryptOtpCodeToBundle(
    code: string,
    targetBundle: string,
    publicKey: string,
    signerPublicKey: string,
  ): Promise<string>;
  formatHpkeBuf(sealed: Uint8Array): string;
  generateP256KeyPair(): {
    readonly privateKey: string;
    readonly publicKey: string;
    readonly publicKeyUncompressed: string;
  };
  hpkeEncrypt(request: { readonly plainTextBuf: Uint8Array; readonly targetKeyBuf: Uint8Array }): Uint8Array;
  verifyOtpVerificationToken(token: string, signerPublicKey: string): Promise<Readonly<Record<string, string>>>;
}

interface Stamping {
  readonly ApiKeyStamper: new (key: {
    readonly apiPublicKey: string;
    readonly apiPrivateKey: string;
  }) => { stamp(payload: string): Promise<{ readonly stampHeaderValue: string }> };
}

const load = createRequire(import.meta.url);

// Their own types would add those of browsers to the whole repository.
export const cryptography: Cryptography = load('@turnkey/crypto');
export const stamping: Stamping = load('@turnkey/api-key-stamper');
