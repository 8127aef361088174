/** The next step of a run. Numbers select from the existing resources, so that every number is valid. */
export type Command =
  | { readonly kind: 'FUND'; readonly account: number; readonly amount: number }
  | {
      readonly kind: 'QUOTE';
      readonly source: number;
      readonly destination: number;
      readonly side: 'SENDING' | 'RECEIVING';
      readonly amount: number;
      readonly isImmediate: boolean;
    }
  | {
      readonly kind: 'FUNDED_QUOTE' | 'PULL';
      readonly source: number;
      readonly destination: number;
      readonly side: 'SENDING' | 'RECEIVING';
      readonly amount: number;
    }
  | { readonly kind: 'PAY_IN'; readonly payment: number; readonly difference: number }
  | { readonly kind: 'EXECUTE'; readonly payment: number; readonly isRepeated: boolean }
  | { readonly kind: 'WAIT'; readonly durationMs: number }
  | CardCommand;

/** The same for cards. The amount is a share of the authorized amount. */
export type CardCommand =
  | { readonly kind: 'BUY'; readonly amount: number }
  | {
      readonly kind: 'CLEAR' | 'ADVISE' | 'GIVE_BACK' | 'CALL_OFF';
      readonly purchase: number;
      readonly percent: number;
    };
