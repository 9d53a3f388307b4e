/** A blob that is durable in the store but has no database row yet. */
export interface StoredBlob {
  id: string;
  storageKey: string;
  /** Hex. */
  sha256: string;
  sizeBytes: number;
  mimeType: string;
}
