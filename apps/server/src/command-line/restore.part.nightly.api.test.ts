import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { DELETE_ACCOUNT_PHRASE } from "@stillreel/contract";
import { callAt, originalAt, png, registerAt, signInAt, startServerProcess, uploadImageAt } from "@stillreel/testing";
import { serverProgram } from "@stillreel/testing/server-program";
import { expect, it, onTestFinished } from "vitest";

const sha = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

it("restores a deleted account beside the running server, from the command line", async () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-restore-"));
  fs.chmodSync(home, 0o755);
  const [dataDir, target] = [path.join(home, "data"), path.join(home, "target")];
  const admin = (...args: string[]) =>
    spawnSync(process.execPath, [serverProgram("admin"), ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
      encoding: "utf8",
      timeout: 120_000,
    });
  const server = await startServerProcess({ dataDir });
  onTestFinished(async () => {
    await server.stop();
    fs.rmSync(home, { recursive: true, force: true });
  });
  const root = await registerAt(server, "root@example.test");
  const ada = await registerAt(server, "ada@example.test");
  const bytes = png(64, 48);
  const item = await uploadImageAt(server, ada, bytes, "Picture");
  expect(admin("backup", target).status).toBe(0);

  const restore = (...args: string[]) => admin("restore", target, ...args);
  expect(restore("--account", "ada@example.test")).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringContaining("The account still exists.\n"),
  });
  await callAt(server, ada, "DELETE", "/auth/user", { email: ada.email, password: ada.password, phrase: DELETE_ACCOUNT_PHRASE });
  // Jobs of the server remove the library after the answer. Until then the command says so.
  let dry = restore("--account", "ADA@example.test", "--dry-run");
  while (dry.stderr.includes("The deletion of the account has not ended.")) dry = restore("--account", "ADA@example.test", "--dry-run");
  expect(dry.stdout).toMatch(
    /^Can be restored, and nothing was changed: the account ada@example\.test \(\S+\) of \S+, \d+ rows, \d+ objects/u,
  );
  expect(dry.stdout).toContain("\n  items\t1\n");
  await expect(signInAt(server, ada)).rejects.toThrow();

  const done = restore("--account", ada.email);
  expect([done.status, done.stdout]).toEqual([0, dry.stdout.replace("Can be restored, and nothing was changed", "Restored")]);
  expect(sha(await originalAt(server, await signInAt(server, ada), item))).toBe(sha(bytes));
  const { items } = await callAt<{ items: { action: string }[] }>(server, root, "GET", "/admin/audit?limit=100");
  expect(items.map(({ action }) => action)).toContain("backup.part-restored");
  expect(admin("verify")).toMatchObject({ status: 0, stdout: expect.stringContaining("0 missing, 0 changed, 0 unreadable, 0 orphaned") });
}, 600_000);
