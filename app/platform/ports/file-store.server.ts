/** Private files, stored under keys that the portal makes. */
export interface FileStore {
  /** Resolves once the bytes are stored and the store has verified their SHA-256 (hex). */
  put(key: string, bytes: Uint8Array, contentType: string, sha256: string): Promise<void>;
  /** Like `put`, for a file that is never replaced: if a file exists under the key, it stays as it is. */
  add(key: string, bytes: Uint8Array, contentType: string, sha256: string): Promise<void>;
  get(key: string): Promise<ReadableStream | null>;
  /** All keys that begin with `prefix`, in order. */
  list(prefix: string): Promise<string[]>;
  has(key: string): Promise<boolean>;
  /** The facts about a file, without its content; `etag` is in quotes, as in a header. */
  describe(key: string): Promise<StoredFile | null>;
  /**
   * A part of the file, provided that it is still the file that was described; null if it has since been removed or
   * replaced.
   */
  getPart(file: StoredFile, from: number, length: number): Promise<ReadableStream | null>;
  remove(key: string): Promise<void>;
}

type StoredFile = { key: string; size: number; etag: string; contentType: string | null };

export function r2FileStore(bucket: R2Bucket): FileStore {
  return {
    async put(key, bytes, contentType, sha256) {
      await bucket.put(key, bytes, { httpMetadata: { contentType }, sha256 });
    },
    async add(key, bytes, contentType, sha256) {
      const onlyIf = new Headers({ "If-None-Match": "*" });
      await bucket.put(key, bytes, { httpMetadata: { contentType }, sha256, onlyIf });
    },
    async list(prefix) {
      const keys: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await bucket.list({ prefix, ...(cursor && { cursor }) });
        keys.push(...page.objects.map(({ key }) => key));
        cursor = page.truncated ? page.cursor : undefined;
      } while (cursor !== undefined);
      return keys;
    },
    async get(key) {
      const object = await bucket.get(key);
      return object?.body ?? null;
    },
    async has(key) {
      return (await bucket.head(key)) !== null;
    },
    async describe(key) {
      const object = await bucket.head(key);
      if (!object) return null;
      const { size, httpEtag, httpMetadata } = object;
      return { key, size, etag: httpEtag, contentType: httpMetadata?.contentType ?? null };
    },
    async getPart({ key, etag }, offset, length) {
      const onlyIf = { etagMatches: etag.slice(1, -1) };
      const object = await bucket.get(key, { range: { offset, length }, onlyIf });
      return object && "body" in object ? object.body : null;
    },
    async remove(key) {
      await bucket.delete(key);
    },
  };
}
