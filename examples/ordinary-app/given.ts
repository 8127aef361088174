import type { Received } from '@payments-platform/client';

// The prerequisites of the samples in the client's README: parts of the reader's own program, and third-party
// packages. This file is compiled and never run.

export declare const account: Received<'InternalAccount'>;
export declare const payee: Received<'ExternalAccount'>;
export declare const publicKey: string;
export declare const deviceCode: string;
export declare const totpUri: string;
export declare const credentialId: Received<'AuthMethodId'>;
export declare const targetBundle: string;
export declare const typedCode: string;
export declare function savePayment(payment: { readonly quoteId: string; readonly key: string }): Promise<void>;
export declare function saveAccessToken(accessToken: string): Promise<void>;
export declare function priceAgain(): Promise<void>;
export declare function showFields(fields: readonly { readonly field: string }[]): Promise<void>;
export declare function repeatLater(idempotencyKey: string | undefined): Promise<void>;
export declare function tooLate(reason: string): Promise<void>;
export declare function markAsPaid(transactionId: string, eventId: string): Promise<void>;
export declare function remember(messageId: string): Promise<void>;
export declare function store(event: object): Promise<void>;

interface ExpressRequest {
  readonly body: Uint8Array;
  get(name: string): string | undefined;
}

interface ExpressResponse {
  sendStatus(status: number): void;
  status(status: number): { send(text: string): void };
}

export declare const express: { raw(options: { readonly type: string }): object };
export declare const app: {
  post(
    path: string,
    parser: object,
    handle: (request: ExpressRequest, response: ExpressResponse, next: (error: unknown) => void) => Promise<void>,
  ): void;
};
