import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pino from "pino";
import { buildApp } from "./app.ts";
import { buildModules } from "./composition.ts";
import { readConfig } from "./platform/config/config.ts";
import { createDatabase } from "./platform/db/client.ts";
import { createPool } from "./platform/db/pool.ts";
import type { PermissionName } from "./platform/http/permissions.ts";
import { createJobs } from "./platform/jobs/index.ts";
import { systemClock } from "./platform/ports/clock.port.ts";
import { randomIds } from "./platform/ports/ids.port.ts";
import { keysFromSecret } from "./platform/ports/keys.port.ts";
import { createMailTransport } from "./platform/ports/mail/smtp.mail.ts";
import { createSettings } from "./platform/settings/index.ts";
import { createStorage } from "./platform/ports/storage/index.ts";

/** Builds the server without a database connection, and returns the permission that each of its routes needs. */
export async function routePermissions(): Promise<ReadonlyMap<string, PermissionName>> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "stillreel-routes-"));
  const secret = "0".repeat(48);
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent", SECRET: secret });
  const log = pino({ level: "silent" });
  const pool = createPool({ host: "localhost", user: "none", database: "none" }, { max: 1, log });
  const db = createDatabase(pool);
  const keys = keysFromSecret(secret);
  const settings = createSettings({ config, pool, db, keys, log });
  const ports = {
    config,
    publicUrl: () => "http://localhost:8700",
    pool,
    db,
    settings,
    storage: await createStorage(config, dataDir),
    jobs: createJobs(),
    mail: createMailTransport(settings.current, config.SMTP_BOUNCE),
    clock: systemClock,
    ids: randomIds,
    keys,
    log,
  };
  const app = await buildApp(ports, buildModules(ports));
  try {
    return new Map(app.routePermissions);
  } finally {
    await app.close();
    await ports.mail.close();
    await pool.end();
    await rm(dataDir, { recursive: true, force: true });
  }
}
