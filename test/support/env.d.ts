declare namespace Cloudflare {
  interface Env {
    DB: D1Database;
    SIMULATOR: D1Database;
    FILES: R2Bucket;
    ASSETS: Fetcher;
    ID_TOKEN_KEYS: string;
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
  interface GlobalProps {
    mainModule: typeof import("../../app/entry.worker.ts");
  }
}
