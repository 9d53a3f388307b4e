import { expect, it } from "vitest";
import type { RestoredPart } from "../web/backups/index.ts";
import { UsageError } from "./command.ts";
import { reportOf } from "./restore.part.ts";
import { RESTORE } from "./restore.program.ts";

it.each([
  ["--account a@b.c --workspace x", "--account: restore a workspace and an account one after the other."],
  ["--as a@b.c", "--as: only with --account."],
  ["--account x --as nonsense", "--as: an e-mail address such as name@company.com."],
  ["--owner a@b.c --account a@b.c", "--owner: only with --workspace."],
  ["--over-quota", "--over-quota: only with --workspace, --account or --folder."],
  ["--folder x --workspace y", "--workspace: restore a folder alone."],
  ["--account a@b.c --existing-store", "--existing-store: only for an empty installation."],
  ["--workspace x --other-secret", "--other-secret: only for an empty installation."],
  ["--workspace x --at yesterday", "--at: a time such as"],
])("refuses %s before it opens anything", async (args, complaint) => {
  const run = RESTORE.run(["target", ...args.split(" ")], { print: () => {}, readInput: () => Promise.resolve("") }, {});
  await expect(run).rejects.toThrow(UsageError);
  await expect(run).rejects.toThrow(complaint);
});

it("reports what returned, and what did not with the reason", () => {
  const restored = {
    manifest: { at: "2026-11-28T21:00:00.000Z" },
    root: { kind: "account", name: "ada@example.test", id: "1", others: new Map([["2", "Crew"]]) },
    rows: { users: 1, items: 2, likes: 0 },
    objects: 3,
    size: 40,
    shared: 1,
    references: 5,
    skipped: { present: { items: 6 }, orphaned: { likes: 7 }, unfinished: { items: 8 }, taken: { identities: 1 } },
    lostMembers: [],
    wasAdministrator: true,
    conflicts: [],
    missing: ["b/x"],
  } as unknown as RestoredPart;
  expect(reportOf(restored, false)).toEqual([
    "Restored: the account ada@example.test (1) of 2026-11-28T21:00:00.000Z, 3 rows, 3 objects with 40 bytes.",
    "Rows by table:",
    "  users\t1",
    "  items\t2",
    "Objects that are there, because others use them: 1",
    "Rows of others that name the account again, such as its comments: 5",
    "Not restored, because they are in another workspace or library now:",
    "  items\t6",
    "Not restored, because they refer to something that does not exist:",
    "  likes\t7",
    "Not restored, because their upload had not ended:",
    "  items\t8",
    "Not restored, because another row has their unique value:",
    "  identities\t1",
    "Was a member of Crew (2): an admin can add the account again.",
    "Was an administrator, and is a user now: npm run admin -- user promote EMAIL",
    "Not in the backup: b/x",
  ]);
  expect(reportOf(restored, true)[0]).toMatch(/^Can be restored, and nothing was changed: the account/u);
});
