import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { startEmbeddedPostgres } from "@stillreel/server/platform/postgres/index.ts";
import pg from "pg";
import { type BenchServer, productCommand, ROOT, startServer } from "./server.ts";

/** The product with a separate database, to which the benchmark has its own connection. */
interface ProductWithDatabase {
  server: BenchServer;
  pool: pg.Pool;
  databaseUrl: string;
  dataDir: string;
  /** Stops server and database, and deletes their data. */
  stop(): Promise<void>;
}

/**
 * Starts the product on an empty database.
 * @param name names the folder of the data; a previous folder is deleted
 * @param env settings of the server in addition to its data folder and database
 */
export async function startProduct(name: string, port: number, env: Record<string, string> = {}): Promise<ProductWithDatabase> {
  const folder = path.join(ROOT, ".cache/bench", name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const postgres = await startEmbeddedPostgres({
    dir: path.join(folder, "postgres"),
    log: { warn: () => undefined, info: () => undefined },
  });
  const { host, user, database } = postgres.connection;
  const databaseUrl = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const dataDir = path.join(folder, "data");
  const server = await startServer({ command: productCommand(), port, env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env } });
  return {
    server,
    pool,
    databaseUrl,
    dataDir,
    async stop() {
      await server.stop();
      await pool.end();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
