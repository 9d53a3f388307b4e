import { Readable } from "node:stream";
import { getImport, listFolders, listItems, listNotifications } from "@stillreel/contract";
import { createTestApp, png, runDueJobs, type TestApp, type TestUser } from "@stillreel/testing";
import { zipSync, type Zippable } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccountStates } from "../../access/account-states/index.ts";
import { createMemberships } from "../../access/memberships/index.ts";
import { createRateLimits } from "../../platform/http/rate-limit.ts";
import { createNotifier } from "../../platform/notifier/index.ts";
import type { Module } from "../../platform/module.ts";
import type { RegisteredJob } from "../../platform/ports/jobs.port.ts";
import { runImport } from "./imports.jobs.ts";
import { createTransfers } from "./index.ts";

let t: TestApp;
/** All jobs of the server, with imports that end their slice after each file. */
let jobs: RegisteredJob[];
beforeAll(async () => {
  t = await createTestApp();
  const { modules, ports } = t;
  const limits = createRateLimits({ pool: ports.pool, clock: ports.clock, factor: 1 });
  const deps = {
    ...modules,
    search: modules.searchIndex,
    quota: modules.items.quota,
    memberships: createMemberships(ports),
    limits,
    boardFiles: modules.boards.files,
    notifier: createNotifier(ports, modules.events),
  };
  const transfers: Module = createTransfers(ports, { ...deps, states: createAccountStates(ports), sliceMs: 0 });
  jobs = Object.values<Module>({ ...modules, transfers }).flatMap((module) => module.jobs ?? []);
});
afterAll(() => t.close());

/** Stores a zip as the archive of a new import. */
async function begin(user: TestUser, zip: Uint8Array): Promise<string> {
  const { rows } = await t.ports.pool.query<{ id: string }>("select id from workspaces where personal_owner_id = $1", [user.id]);
  const personalWorkspaceId = rows[0]?.id ?? "";
  const session = { sessionId: "", authenticatedAt: t.clock.now(), personalWorkspaceId };
  const actor = { kind: "user", id: user.id, role: "user", ...session } as const;
  const stored = await t.modules.media.storeStream(Readable.from([zip]), { maxBytes: 1e9, contentType: "application/zip" });
  return t.ports.db.transaction(async (tx) => {
    const workspace = { id: personalWorkspaceId, kind: "personal", role: "owner", rightsVersion: 0 } as const;
    const id = await t.modules.transfers.createImport(tx, actor, { workspace, folderId: null, fileName: "things.zip" });
    await t.modules.transfers.startImport(tx, id, stored);
    return id;
  });
}
const stateOf = async (user: TestUser, importId: string) => (await t.call(getImport, { params: { importId } }, user)).data();
const itemsOf = async (user: TestUser) =>
  (await t.call(listItems, { params: { workspaceId: "personal" }, query: { view: "all", sort: "name", limit: 200 } }, user)).data().items;
const run = () => runDueJobs(t.ports.pool, jobs, t.clock.now());
const pictures = (count: number, folder = ""): Zippable =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}${at}.png`, png(4, 4, [at, 0, 0])]));

describe("an import in slices", () => {
  it("imports each file once, and reports every skipped one", async () => {
    const user = await t.user();
    const zip = zipSync({ ...pictures(3, "One/"), "a.txt": Buffer.from("text"), ...pictures(2, "Two/"), "b.txt": Buffer.from("text") });
    const importId = await begin(user, zip);
    const report = await run();
    expect(report.failed).toEqual([]);
    expect(report.done.filter((name) => name === runImport.name).length).toBeGreaterThan(6);
    const reason = "This file type is not supported.";
    expect(await stateOf(user, importId)).toMatchObject({
      status: "ready",
      items: 7,
      done: 7,
      skippedCount: 2,
      skipped: [
        { name: "a.txt", reason },
        { name: "b.txt", reason },
      ],
    });
    expect((await itemsOf(user)).map(({ title }) => title)).toEqual(["0", "0", "1", "1", "2"]);
    const { items: folders } = (await t.call(listFolders, { params: { workspaceId: "personal" } }, user)).data();
    expect(folders.map(({ name }) => name).sort()).toEqual(["One", "Two"]);
  });

  it("notifies its user once at its end, whether it succeeded or failed", async () => {
    const user = await t.user();
    await begin(user, zipSync(pictures(3)));
    await run();
    await begin(user, Buffer.from("no zip"));
    await run();
    const { items } = (await t.call(listNotifications, {}, user)).data();
    expect(items.map(({ text, job, url, itemTitle, count }) => [text, job, url, itemTitle, count])).toEqual([
      ["Your import failed", "import", "/account/data", "things.zip", 1],
      ["Your import is finished", "import", "/account/data", "things.zip", 1],
    ]);
  });

  it("repeats a slice without counting its files twice", async () => {
    const user = await t.user();
    const importId = await begin(user, zipSync({ "a.txt": Buffer.from("text"), "b.txt": Buffer.from("text"), ...pictures(2) }));
    const slice = jobs.find(({ definition }) => definition.name === runImport.name);
    const payload = { importId, from: 0, done: 0, skippedNamed: 0, skippedCount: 0 };
    for (let attempt = 0; attempt < 2; attempt += 1) await slice?.handle(payload as never, new AbortController().signal);
    await run();
    expect(await stateOf(user, importId)).toMatchObject({ status: "ready", items: 4, done: 4, skippedCount: 2 });
    expect(await itemsOf(user)).toHaveLength(2);
  });

  it("does not make the small import of another user wait for a large one", async () => {
    const [large, small] = [await t.user(), await t.user()];
    const importIds = [await begin(large, zipSync(pictures(30))), await begin(small, zipSync(pictures(2)))] as const;
    expect((await run()).failed).toEqual([]);
    expect((await stateOf(large, importIds[0])).status).toBe("ready");
    expect((await stateOf(small, importIds[1])).status).toBe("ready");
    // Ids are sorted by creation time.
    const lastOfSmall =
      (await itemsOf(small))
        .map(({ id }) => id)
        .sort()
        .at(-1) ?? "";
    const earlier = (await itemsOf(large)).filter(({ id }) => id < lastOfSmall);
    expect(earlier.length).toBeLessThan(6);
  });
});

it("refuses a zip whose entries share their bytes, before any item is created", async () => {
  const user = await t.user();
  const stored = { level: 0 } as const;
  const zip = Buffer.from(zipSync({ "0.png": [png(), stored], "1.png": [png(), stored], "2.png": [png(), stored] }));
  let record = zip.readUInt32LE(zip.length - 6);
  for (let at = 0; at < 3; at += 1) {
    zip.writeUInt32LE(0, record + 42);
    record += 46 + zip.readUInt16LE(record + 28) + zip.readUInt16LE(record + 30);
  }
  const importId = await begin(user, zip);
  await run();
  const reason = "Several files of the archive share the same bytes, so nothing was imported.";
  expect(await stateOf(user, importId)).toMatchObject({ status: "failed", items: 0, done: 0, skipped: [{ name: "", reason }] });
  expect(await itemsOf(user)).toEqual([]);
  const { rows } = await t.ports.pool.query("select 1 from blobs b join imports i on i.blob_id = b.id where i.id = $1", [importId]);
  expect(rows).toEqual([]);
});
