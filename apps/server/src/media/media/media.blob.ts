/** Bytes that are durable in the store, on their way into the database. */
export interface StoredBlob {
  id: string;
  storageKey: string;
  /** Hex. */
  sha256: string;
  sizeBytes: number;
  mimeType: string;
}
