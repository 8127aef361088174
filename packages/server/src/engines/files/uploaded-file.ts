/** A file that came with a request. It is stored already, and is removed again unless the operation adopts it. */
export interface UploadedFile {
  readonly key: string;
  /** As the sender called it, without folders. */
  readonly name: string;
  readonly sizeBytes: number;
  /** The first bytes, by which the kind of file is recognised. */
  readonly head: Uint8Array;
}

export const headBytes = 16;
