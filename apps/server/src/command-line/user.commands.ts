import { Email, Name, Password } from "@stillreel/contract";
import { z } from "zod";
import { parseInput } from "../platform/http/issues.ts";
import type { Administrator } from "../people/administration/index.ts";
import { type Command, COMMAND_LINE, type Commands, parsed, UsageError } from "./command.ts";
import type { Installation } from "./installation.ts";

const BY: Administrator = COMMAND_LINE;
const PAGE = 200;
/** Rules of a new account, as for a registration. */
const NewAccount = z.object({ email: Email, displayName: Name, password: Password });

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
    const account = parseInput(NewAccount, { email, displayName, password });
    await peopleOf(installation).create(BY, { ...account, role: values.admin ? "admin" : "user" });
    print(`${account.email}: created`);
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

const disableTwoFactor: Command = {
  args: "EMAIL",
  summary: "switch the authenticator app of a user off who has lost it",
  async run(installation, args, { print }) {
    const [email = ""] = parsed(args, {}, 1).positionals;
    const people = peopleOf(installation);
    await people.disableTwoFactor(BY, await people.idOf(email));
    print(`${email}: signs in without a code`);
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
  "disable-two-factor": disableTwoFactor,
};
