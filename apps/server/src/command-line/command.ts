import { COMMAND_LINE_ORIGIN } from "@stillreel/contract";
import { parseArgs, type ParseArgsConfig } from "node:util";
import type { Installation } from "./installation.ts";

/** A command of `npm run admin`, such as `user list`. */
export interface Command {
  /** Arguments as the usage shows them. */
  args: string;
  summary: string;
  /** Runs the command. @throws UsageError, AppError */
  run(installation: Installation, args: readonly string[], terminal: Terminal): Promise<void>;
}

/** A command that opens what it needs itself, and that has its own exit codes, such as `doctor`. */
export interface Program extends Pick<Command, "args" | "summary"> {
  /** Runs the command with the environment of the server. Returns its exit code. @throws UsageError */
  run(args: readonly string[], terminal: Terminal, env: NodeJS.ProcessEnv): Promise<number>;
}

/** Where a command writes its result and reads a secret. */
export interface Terminal {
  print(line: string): void;
  /** Returns what the caller passes on standard input, without the last line break. */
  readInput(): Promise<string>;
}

/** Commands of one noun by their verb. */
export type Commands = Readonly<Record<string, Command>>;

/** Arguments that a command does not accept. The program shows the usage. */
export class UsageError extends Error {}

/** Origin of changes in the audit log. */
export const COMMAND_LINE = { id: null, ip: COMMAND_LINE_ORIGIN } as const;

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Parses arguments. @throws UsageError for unknown options, or another number of positional arguments */
export function parsed<O extends Options>(args: readonly string[], options: O, positionals: number | readonly number[]) {
  try {
    const result = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    if ([positionals].flat().includes(result.positionals.length)) return result;
  } catch (error) {
    // Node adds advice about arguments that begin with a hyphen.
    const [sentence] = (error as Error).message.split(". ", 1);
    throw new UsageError(`${sentence?.replace(/\.$/u, "") ?? ""}.`);
  }
  throw new UsageError(args.length === 0 ? "An argument is missing." : "The number of arguments is wrong.");
}
