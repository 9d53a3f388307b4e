import pino from "pino";
import { buildModules, type Modules } from "../composition.ts";
import { existingDataDir, openExistingDatabase } from "../existing-database.ts";
import { otherAddresses } from "../external-databases.ts";
import type { Config } from "../platform/config/config.ts";
import { installationSecret } from "../platform/config/data-dir.ts";
import { createDatabase } from "../platform/db/client.ts";
import { migrateDatabase } from "../platform/db/migrate.ts";
import { createPool } from "../platform/db/pool.ts";
import { createJobs } from "../platform/jobs/index.ts";
import { systemClock } from "../platform/ports/clock.port.ts";
import { randomIds } from "../platform/ports/ids.port.ts";
import type { Ports } from "../platform/ports/index.ts";
import { keysFromSecret } from "../platform/ports/keys.port.ts";
import { createMailTransport } from "../platform/ports/mail/smtp.mail.ts";
import { createSearchEngine } from "../platform/ports/search/index.ts";
import { createStorage } from "../platform/ports/storage/index.ts";
import { createSettings } from "../platform/settings/index.ts";

/** The services of an installation, for a program that runs beside its server or instead of it. */
export interface Installation {
  ports: Ports;
  modules: Modules;
  /** Whether the server is known to be stopped: its embedded database was started for this program. */
  isServerStopped: boolean;
  /** Sends the events of changes to the server, and closes everything. */
  close(): Promise<void>;
}

/**
 * Opens an existing installation. When its server is stopped, its embedded database is started and brought to this version.
 * @throws Error when there is no installation
 */
export async function openInstallation(given: Config): Promise<Installation> {
  const dataDir = existingDataDir(given);
  const config = { ...given, DATA_DIR: dataDir };
  const log = pino({ level: "silent" });
  const storage = await createStorage(config, dataDir);
  const database = await openExistingDatabase(config, dataDir);
  const pool = createPool(database.address, {
    max: 4,
    log,
    ...otherAddresses(config),
  });
  const db = createDatabase(pool);
  const keys = keysFromSecret(installationSecret(config.SECRET, dataDir), config.EARLIER_SECRETS);
  const settings = createSettings({ config, pool, db, keys, log });
  const mail = createMailTransport(settings.current, config.SMTP_BOUNCE);
  const closeAll = async (): Promise<void> => {
    await mail.close();
    await pool.end();
    await database.close();
  };
  try {
    if (database.isServerStopped) await migrateDatabase(pool);
    await settings.load();
    const ports: Ports = {
      config,
      publicUrl: () => settings.current().publicUrl ?? `http://localhost:${config.PORT}`,
      pool,
      db,
      settings,
      storage,
      jobs: createJobs(),
      mail,
      clock: systemClock,
      ids: randomIds,
      keys,
      log,
      searchEngine: createSearchEngine(config),
    };
    const modules = buildModules(ports);
    const close = async (): Promise<void> => {
      await modules.events.flush();
      await closeAll();
    };
    return { ports, modules, isServerStopped: database.isServerStopped, close };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
