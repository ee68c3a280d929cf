/** Private files by keys of our making. */
export interface FileStore {
  /** Resolves once the bytes are stored and their SHA-256 (hex) was verified by the store. */
  put(key: string, bytes: Uint8Array, contentType: string, sha256: string): Promise<void>;
  get(key: string): Promise<ReadableStream | null>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
}

export function r2FileStore(bucket: R2Bucket): FileStore {
  return {
    async put(key, bytes, contentType, sha256) {
      await bucket.put(key, bytes, { httpMetadata: { contentType }, sha256 });
    },
    async get(key) {
      const object = await bucket.get(key);
      return object?.body ?? null;
    },
    async has(key) {
      return (await bucket.head(key)) !== null;
    },
    async remove(key) {
      await bucket.delete(key);
    },
  };
}
