// `npm run admin -- user list`: administration from the command line, beside a running server or without it. Exit codes: 0 done, 1 refused or
// failed, 2 wrong usage.
import { text } from "node:stream/consumers";
import { type Commands, UsageError } from "./command-line/command.ts";
import { openInstallation } from "./command-line/installation.ts";
import { USER_COMMANDS } from "./command-line/user.commands.ts";
import { readConfig } from "./platform/config/config.ts";
import { AppError } from "./platform/http/app-error.ts";
import { describeError } from "./platform/http/logged-error.ts";

/** All commands by noun and verb. */
const NOUNS: Readonly<Record<string, Commands>> = { user: USER_COMMANDS };

const terminal = {
  print: (line: string): void => void process.stdout.write(`${line}\n`),
  readInput: async (): Promise<string> => (await text(process.stdin)).replace(/\r?\n$/u, ""),
};

function usage(): string {
  const lines = Object.entries(NOUNS).flatMap(([noun, commands]) =>
    Object.entries(commands).map(([verb, { args, summary }]) => `  npm run admin -- ${noun} ${verb} ${args}\n      ${summary}`),
  );
  return `Usage:\n${lines.join("\n")}\n`;
}

async function run([noun = "", verb = "", ...args]: readonly string[]): Promise<void> {
  const command = Object.hasOwn(NOUNS, noun) ? NOUNS[noun] : undefined;
  if (!command || !Object.hasOwn(command, verb)) throw new UsageError(noun === "" ? "" : `There is no command ${noun} ${verb}.`);
  const installation = await openInstallation(readConfig(process.env));
  try {
    await command[verb]?.run(installation, args, terminal);
  } finally {
    await installation.close();
  }
}

/** Returns what the caller may read about a failure. */
function describe(error: unknown): string {
  if (!(error instanceof AppError)) return describeError(error);
  return [error.message, ...(error.details ?? []).map(({ field, message }) => `${field}: ${message}`)].join("\n");
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof UsageError;
  process.stderr.write(isUsage ? `${error.message === "" ? "" : `${error.message}\n`}${usage()}` : `${describe(error)}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
