/** Blocks clients while there is no server. */
export interface Gate {
  open(): void;
  close(): void;
  /** Resolves at once if the gate is open, otherwise when it opens. */
  passed(): Promise<void>;
}

export function createGate(): Gate {
  let opening: PromiseWithResolvers<void> | undefined = Promise.withResolvers<void>();
  return {
    open: () => {
      opening?.resolve();
      opening = undefined;
    },
    close: () => {
      opening ??= Promise.withResolvers<void>();
    },
    passed: async () => opening?.promise,
  };
}
