import { existingDataDir, openExistingDatabase } from "../existing-database.ts";
import { readConfig } from "../platform/config/config.ts";
import { createDatabase } from "../platform/db/client.ts";
import { createPool } from "../platform/db/pool.ts";
import { describeError } from "../platform/http/logged-error.ts";
import { createLogger } from "../platform/http/logger.ts";
import { createStorage } from "../platform/ports/storage/index.ts";
import { verifyStore, type Finding, type Verified } from "../web/verification/index.ts";
import { type Program, parsed, UsageError } from "./command.ts";

const PROGRESS_EVERY_MS = 2_000;
const log = createLogger("silent");

const write = (text: string): void => void process.stdout.write(text);
const sumOf = ({ missing, changed, unreadable, orphaned }: Verified): number => missing + changed + unreadable + orphaned;

/** Writers of the result. Findings are written while the verification runs, so that memory stays flat. */
const TEXT = {
  start: (): void => {},
  finding: ({ kind, storageKey, detail }: Finding): void => write(`${kind}\t${storageKey}\t${detail}\n`),
  end: (result: Verified): void =>
    write(
      `${result.objects} objects, ${result.bytes} bytes compared: ${result.missing} missing, ${result.changed} changed, ` +
        `${result.unreadable} unreadable, ${result.orphaned} orphaned.\n`,
    ),
};

function jsonWriter(): typeof TEXT {
  let separator = "";
  return {
    start: () => write('{"findings":['),
    finding: (finding) => {
      write(`${separator}\n${JSON.stringify(finding)}`);
      separator = ",";
    },
    end: (result) => write(`\n],"summary":${JSON.stringify(result)}}\n`),
  };
}

/** Writes the progress to standard error, at most every two seconds. */
function progressWriter(): (result: Readonly<Verified>) => void {
  let next = performance.now() + PROGRESS_EVERY_MS;
  return (result) => {
    if (performance.now() < next) return;
    next = performance.now() + PROGRESS_EVERY_MS;
    process.stderr.write(`${result.objects} objects, ${result.bytes} bytes compared, ${sumOf(result)} findings\n`);
  };
}

/** Compares the stored bytes with the database. Returns 0 without findings and 1 with findings. @throws Error, UsageError */
async function verify(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values } = parsed(args, { json: { type: "boolean" } }, 0);
  const config = readConfig(env);
  const dataDir = existingDataDir(config);
  const storage = await createStorage(config, dataDir);
  const database = await openExistingDatabase(config, dataDir);
  const pool = createPool(database.address, { max: 4, log });
  try {
    const writer = values.json ? jsonWriter() : TEXT;
    process.stderr.write("The stored bytes are compared with the database …\n");
    writer.start();
    const onFinding = (finding: Finding): void => writer.finding(finding);
    const result = await verifyStore({ db: createDatabase(pool), storage }, { onFinding, onProgress: progressWriter() });
    writer.end(result);
    return sumOf(result) > 0 ? 1 : 0;
  } finally {
    await pool.end();
    await database.close();
  }
}

/** The comparison of all stored bytes with the database. */
export const VERIFY: Program = {
  args: "[--json]",
  summary: "compare the stored bytes with the database; exit codes: 0 no findings, 1 findings, 2 not completed",
  async run(args, _terminal, env) {
    try {
      return await verify(args, env);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      process.stderr.write(`The verification did not complete: ${describeError(error)}\n`);
      return 2;
    }
  },
};
