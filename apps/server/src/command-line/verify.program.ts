import { readConfig } from "../platform/config/config.ts";
import { createDatabase } from "../platform/db/client.ts";
import { describeError } from "../platform/http/logged-error.ts";
import { verifyStore, type Finding, type Verified } from "../web/verification/index.ts";
import { type Program, parsed, UsageError } from "./command.ts";
import { withOpened } from "./installed.ts";
import { progressOf } from "./terminal.ts";

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

const progressWriter = (): ((result: Readonly<Verified>) => void) =>
  progressOf((result) => `${result.objects} objects, ${result.bytes} bytes compared, ${sumOf(result)} findings`);

/** Compares the stored bytes with the database. Returns 0 without findings and 1 with findings. @throws Error, UsageError */
async function verify(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values } = parsed(args, { json: { type: "boolean" } }, 0);
  return withOpened(readConfig(env), async ({ pool, storage }) => {
    const writer = values.json ? jsonWriter() : TEXT;
    process.stderr.write("The stored bytes are compared with the database …\n");
    writer.start();
    const onFinding = (finding: Finding): void => writer.finding(finding);
    const result = await verifyStore({ db: createDatabase(pool), storage }, { onFinding, onProgress: progressWriter() });
    writer.end(result);
    return sumOf(result) > 0 ? 1 : 0;
  });
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
