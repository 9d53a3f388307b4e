import type { Installation } from "./installation.ts";

/** A command of `npm run admin`, such as `user list`. */
export interface Command {
  /** Arguments as the usage shows them. */
  args: string;
  summary: string;
  /** Runs the command. @throws UsageError, AppError */
  run(installation: Installation, args: readonly string[], terminal: Terminal): Promise<void>;
}

/** Where a command writes its result and reads a password. */
export interface Terminal {
  print(line: string): void;
  /** Returns what the caller passes on standard input, without the last line break. */
  readInput(): Promise<string>;
}

/** Commands of one noun by their verb. */
export type Commands = Readonly<Record<string, Command>>;

/** Arguments that a command does not accept. The program shows the usage. */
export class UsageError extends Error {}
