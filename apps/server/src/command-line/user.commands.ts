import { parseArgs, type ParseArgsConfig } from "node:util";
import { COMMAND_LINE_ORIGIN, Email, Name, Password } from "@stillreel/contract";
import { z } from "zod";
import { AppError } from "../platform/http/app-error.ts";
import { issuesOf } from "../platform/http/implement.ts";
import type { Administrator } from "../people/administration/index.ts";
import { type Command, type Commands, UsageError } from "./command.ts";
import type { Installation } from "./installation.ts";

/** Origin of changes in the audit log. */
const BY: Administrator = { id: null, ip: COMMAND_LINE_ORIGIN };
const PAGE = 200;
/** Rules of a new account, as for a registration. */
const NewAccount = z.object({ email: Email, displayName: Name, password: Password });

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Parses arguments. @throws UsageError for unknown options, or another number of positional arguments */
function parsed<O extends Options>(args: readonly string[], options: O, positionals: number) {
  try {
    const result = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    if (result.positionals.length === positionals) return result;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  throw new UsageError("The number of arguments is wrong.");
}

const peopleOf = ({ modules }: Installation): Installation["modules"]["administration"]["people"] => modules.administration.people;

/** Creates a command that changes the account with an address. */
function change(summary: string, body: { role?: "user" | "admin"; suspended?: boolean }, done: string): Command {
  return {
    args: "EMAIL",
    summary,
    async run(installation, args, { print }) {
      const [email = ""] = parsed(args, {}, 1).positionals;
      const people = peopleOf(installation);
      await people.update(BY, await people.idOf(email), body);
      print(`${email}: ${done}`);
    },
  };
}

const list: Command = {
  args: "[--query TEXT] [--role user|admin] [--state active|suspended] [--json]",
  summary: "list accounts, newest first",
  async run(installation, args, { print }) {
    const options = { query: { type: "string" }, role: { type: "string" }, state: { type: "string" }, json: { type: "boolean" } } as const;
    const { values } = parsed(args, options, 0);
    const { query: q, role, state } = values;
    if (role !== undefined && role !== "user" && role !== "admin") throw new UsageError(`There is no role ${role}.`);
    if (state !== undefined && state !== "active" && state !== "suspended") throw new UsageError(`There is no state ${state}.`);
    for (let cursor: string | undefined | null; cursor !== null;) {
      const page = await peopleOf(installation).list({ q, role, state, limit: PAGE, cursor });
      for (const person of page.items) {
        const columns = [
          person.email,
          person.role,
          person.suspendedAt === null ? "active" : "suspended",
          String(person.storageBytes),
          person.displayName,
        ];
        print(values.json ? JSON.stringify(person) : columns.join("\t"));
      }
      cursor = page.nextCursor;
    }
  },
};

const create: Command = {
  args: "EMAIL NAME [--admin] [--password-stdin]",
  summary: "create an account; without --password-stdin it prints a new password",
  async run(installation, args, { print, readInput }) {
    const { values, positionals } = parsed(args, { admin: { type: "boolean" }, "password-stdin": { type: "boolean" } }, 2);
    const [email, displayName] = positionals;
    const isGiven = values["password-stdin"] === true;
    // A digit, because passwords need one.
    const password = isGiven ? await readInput() : `${installation.ports.ids.secret(12)}7`;
    const account = NewAccount.safeParse({ email, displayName, password });
    if (!account.success) throw new AppError("validation-failed", { details: issuesOf(account.error) });
    await peopleOf(installation).create(BY, { ...account.data, role: values.admin ? "admin" : "user" });
    print(`${account.data.email}: created`);
    if (!isGiven) print(`Password: ${password}`);
  },
};

const resetPassword: Command = {
  args: "EMAIL",
  summary: "send a link for a new password, and print it",
  async run(installation, args, { print }) {
    const [email = ""] = parsed(args, {}, 1).positionals;
    const people = peopleOf(installation);
    print(await people.resetPassword(BY, await people.idOf(email)));
  },
};

/** Commands for accounts. They have the same rules as the portal, and are in the audit log. */
export const USER_COMMANDS: Commands = {
  list,
  create,
  promote: change("make an account an administrator", { role: "admin" }, "is an administrator"),
  demote: change("make an administrator a user", { role: "user" }, "is a user"),
  suspend: change("suspend an account and end its sessions", { suspended: true }, "suspended"),
  restore: change("restore a suspended account", { suspended: false }, "restored"),
  "reset-password": resetPassword,
};
