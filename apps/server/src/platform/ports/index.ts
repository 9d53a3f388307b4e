import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import type { Database } from "../db/client.ts";
import type { DatabasePool } from "../db/pool.ts";
import type { ErrorReports } from "./error-reports.port.ts";
import type { Clock } from "./clock.port.ts";
import type { Ids } from "./ids.port.ts";
import type { Jobs } from "./jobs.port.ts";
import type { Keys } from "./keys.port.ts";
import type { MailTransport } from "./mail.port.ts";
import type { SearchEngine } from "./search-engine.port.ts";
import type { Settings } from "./settings.port.ts";
import type { Storage } from "./storage.port.ts";

/** Interfaces to the outside world. Built once in `main.ts`, or by tests with fakes where appropriate. */
export interface Ports {
  config: Config;
  /** Public address without a trailing slash. Known after the port is known. */
  publicUrl: () => string;
  pool: DatabasePool;
  db: Database;
  storage: Storage;
  jobs: Jobs;
  settings: Settings;
  mail: MailTransport;
  clock: Clock;
  ids: Ids;
  keys: Keys;
  log: Logger;
  /** Searches instead of PostgreSQL, when that is configured. */
  searchEngine?: SearchEngine | undefined;
  /** Receives unexpected errors, when that is configured. */
  errorReports?: ErrorReports | undefined;
}
