// `npm run admin -- user list`: administration from the command line, beside a running server or without it. Exit codes: 0 done, 1 refused,
// failed, or a problem that was found, 2 wrong usage.
import { BACKUP } from "./command-line/backup.program.ts";
import { type Commands, type Program, UsageError } from "./command-line/command.ts";
import { DOCTOR } from "./command-line/doctor.program.ts";
import { openInstallation } from "./command-line/installation.ts";
import { MIGRATE } from "./command-line/migrate.program.ts";
import { RESTORE } from "./command-line/restore.program.ts";
import { SEARCH_COMMANDS } from "./command-line/search.commands.ts";
import { SETTING_COMMANDS } from "./command-line/setting.commands.ts";
import { terminal } from "./command-line/terminal.ts";
import { USER_COMMANDS } from "./command-line/user.commands.ts";
import { VERIFY } from "./command-line/verify.program.ts";
import { readConfig } from "./platform/config/config.ts";
import { AppError } from "./platform/http/app-error.ts";
import { describeError } from "./platform/http/logged-error.ts";

/** All commands by noun and verb. */
const NOUNS: Readonly<Record<string, Commands>> = { user: USER_COMMANDS, setting: SETTING_COMMANDS, search: SEARCH_COMMANDS };
/** Commands without a noun. */
const PROGRAMS: Readonly<Record<string, Program>> = { doctor: DOCTOR, migrate: MIGRATE, verify: VERIFY, backup: BACKUP, restore: RESTORE };
const HELP = new Set(["help", "--help", "-h"]);

/** All commands with their names. */
const ALL: readonly (readonly [name: string, command: Pick<Program, "args" | "summary">])[] = [
  ...Object.entries(NOUNS).flatMap(([noun, commands]) =>
    Object.entries(commands).map(([verb, command]) => [`${noun} ${verb}`, command] as const),
  ),
  ...Object.entries(PROGRAMS),
];

/** Returns the usage of the command that the arguments name, or of those of its noun, or of all. */
function usageOf([noun = "", verb = ""]: readonly string[]): string {
  const named = ALL.filter(([name]) => name === noun || name === `${noun} ${verb}`);
  const ofNoun = ALL.filter(([name]) => name.startsWith(`${noun} `));
  const shown = [named, ofNoun, ALL].find(({ length }) => length > 0) ?? ALL;
  const lines = shown.map(([name, { args, summary }]) => `  npm run admin -- ${`${name} ${args}`.trim()}\n      ${summary}`);
  return `Usage:\n${lines.join("\n")}\n`;
}

/** Runs a command. Returns the exit code. */
async function run([noun = "", ...rest]: readonly string[]): Promise<number> {
  if (HELP.has(noun)) {
    process.stdout.write(usageOf([]));
    return 0;
  }
  if (noun === "") throw new UsageError("Name a command.");
  const program = Object.hasOwn(PROGRAMS, noun) ? PROGRAMS[noun] : undefined;
  if (program) return program.run(rest, terminal, process.env);
  const [verb = "", ...args] = rest;
  const commands = Object.hasOwn(NOUNS, noun) ? NOUNS[noun] : undefined;
  const command = commands && Object.hasOwn(commands, verb) ? commands[verb] : undefined;
  if (commands && verb === "") throw new UsageError(`Name what to do: ${Object.keys(commands).join(", ")}.`);
  if (!command) throw new UsageError(`There is no command ${`${noun} ${verb}`.trim()}.`);
  const installation = await openInstallation(readConfig(process.env));
  try {
    await command.run(installation, args, terminal);
  } finally {
    await installation.close();
  }
  return 0;
}

/** Returns what the caller may read about a failure. */
function describe(error: unknown): string {
  if (!(error instanceof AppError)) return describeError(error);
  return [error.message, ...(error.details ?? []).map(({ field, message }) => `${field}: ${message}`)].join("\n");
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const isUsage = error instanceof UsageError;
  process.stderr.write(isUsage ? `${error.message}\n${usageOf(process.argv.slice(2))}` : `${describe(error)}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
