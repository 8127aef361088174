/** A file of a request. It is already stored, and is removed again unless the operation adopts it. */
export interface UploadedFile {
  readonly key: string;
  /** The sender's name for it, without folders. */
  readonly name: string;
  readonly sizeBytes: number;
  /** The first bytes, which identify the type of the file. */
  readonly head: Uint8Array;
}

export const headBytes = 16;
