import { ConfigError, readConfig } from "./platform/config/config.ts";
import { productVersion } from "./platform/config/product-version.ts";
import { parseDsn } from "./platform/config/sentry-dsn.ts";
import { UnusableDatabase } from "./platform/db/database-errors.ts";
import { createErrorReports } from "./platform/error-reports/error-reports.ts";
import { describeError } from "./platform/http/logged-error.ts";
import { createLogger } from "./platform/http/logger.ts";
import { collectWhenIdle } from "./platform/memory/idle-collection.ts";
import { startTracing } from "./platform/tracing/index.ts";
import { startServer, type RunningServer } from "./start.ts";

/** Timeout after which the process exits, even when something hangs. */
const EXIT_TIMEOUT_MS = 9_500;
/** Timeout for the last traces after everything else has stopped. */
const FLUSH_MS = 1_000;

function configOrExit(): ReturnType<typeof readConfig> {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

const config = configOrExit();
const log = createLogger(config.LOG_LEVEL);
const project = config.SENTRY_DSN ? parseDsn(config.SENTRY_DSN) : null;
const errorReports = project ? createErrorReports({ project, version: productVersion(), log }) : undefined;
const tracing = await startTracing(config, log);
let running: Promise<RunningServer> | undefined;
let isStopping = false;

function stopOnce(signal: string): void {
  if (isStopping) process.exit(1);
  isStopping = true;
  log.info({ signal }, "stopping");
  setTimeout(() => process.exit(1), EXIT_TIMEOUT_MS + config.SHUTDOWN_DELAY * 1_000).unref();
  // What was recorded before is sent while requests and jobs end, so that few spans remain for the end.
  void tracing?.flush(EXIT_TIMEOUT_MS);
  void (running ?? Promise.resolve(undefined))
    .then((server) => server?.stop())
    .then(() => tracing?.flush(FLUSH_MS))
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
}
process.on("SIGTERM", stopOnce);
process.on("SIGINT", stopOnce);

// An unhandled rejection is a bug. It is logged, and it fails one operation instead of the process.
process.on("unhandledRejection", (error) => {
  log.error({ err: error }, "unhandled rejection");
  errorReports?.report(error);
});
// Node would print the error with all of its properties, which can be private.
process.on("uncaughtException", (error) => {
  log.fatal({ err: error }, "uncaught exception");
  errorReports?.report(error, { isCrash: true });
  // Reports have a time limit.
  void Promise.all([errorReports?.flush(), tracing?.flush(FLUSH_MS)]).finally(() => process.exit(1));
});

running = startServer(config, log, errorReports);
try {
  const { url, problems } = await running;
  process.stdout.write(`Stillreel is ready at ${url}\n`);
  collectWhenIdle();
  for (const problem of problems) {
    log.warn({ problem }, "a problem of this installation");
    process.stderr.write(`Problem: ${problem}\n`);
  }
} catch (error) {
  // The calls that led to a wrong setting are of no use.
  const isSetting = error instanceof ConfigError || error instanceof UnusableDatabase;
  log.fatal(isSetting ? { reason: error.message } : { err: error }, "the server could not start");
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
}
