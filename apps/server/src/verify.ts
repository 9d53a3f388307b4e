// `npm run verify [-- --json]`: compares the stored bytes with the database. Exit codes: 0 no findings, 1 findings, 2 not completed.
import { UsageError } from "./command-line/command.ts";
import { VERIFY } from "./command-line/verify.program.ts";
import { terminal } from "./command-line/terminal.ts";

try {
  process.exitCode = await VERIFY.run(process.argv.slice(2), terminal, process.env);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\nUsage: npm run verify [-- --json]\n`);
  process.exitCode = 2;
}
