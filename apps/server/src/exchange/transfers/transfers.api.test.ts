import { Readable } from "node:stream";
import { createTakeout, deleteTakeout, getImport, getTakeout, listImports, listTakeouts } from "@stillreel/contract";
import { expectData, expectError, png } from "@stillreel/testing";
import { unzipSync, zipSync, type Zippable } from "fflate";
import { describe, expect, it, vi } from "vitest";
import { writeZip } from "../../platform/ports/archives/index.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";
import { unpackedMax } from "./imports.plan.ts";
import { DOCUMENT_NAME } from "./takeout.document.ts";
import { t, sha, folder, all, tree, exportData, sendZip, statusOf, importZip, furnished, setUpTransfers } from "./transfers.fixture.ts";

setUpTransfers();

interface Document {
  version: number;
  folders: { id: string; name: string; parentId: string | null }[];
  items: { id: string; title: string; file: string; trashed: boolean; favorite: boolean; sha256: string; folderId: string | null }[];
}
const blobsLeft = async () =>
  Number(
    (
      await t.ports.pool.query(
        "select count(*)::int as n from blobs where mime_type = 'application/octet-stream' or mime_type = 'application/zip'",
      )
    ).rows[0].n,
  );

describe("a takeout", () => {
  it("contains every file with its metadata", async () => {
    const { user, shots, root, deep, trashed, inner } = await furnished();
    const { takeout, zip } = await exportData(user);
    expect(takeout).toMatchObject({ status: "ready", items: 4, done: 4, size: zip?.length });
    if (!zip) throw new Error("no zip");
    const files = unzipSync(zip);
    expect(Object.keys(files).sort()).toEqual([
      "README.txt",
      "files/bin/shot.png",
      "files/images/Größe 日本/Inner/shot (2).png",
      "files/images/Größe 日本/Inner/shot.png",
      "files/images/shot.png",
      "stillreel.json",
    ]);
    const document = JSON.parse(Buffer.from(files[DOCUMENT_NAME] ?? []).toString()) as Document;
    expect(document.version).toBe(1);
    expect(document.folders.map(({ name }) => name).sort()).toEqual(["Empty", "Größe 日本", "Inner"]);
    const byId = new Map(document.items.map((item) => [item.id, item]));
    expect(byId.get(root.id)).toMatchObject({
      title: 'Shot 0: "ä/b"',
      file: "files/images/shot.png",
      folderId: null,
      trashed: false,
      favorite: false,
    });
    expect(byId.get(deep.id)).toMatchObject({ folderId: inner, favorite: true });
    expect(byId.get(trashed.id)).toMatchObject({ trashed: true, file: "files/bin/shot.png" });
    expect(document.items.map(({ file }) => sha(files[file] ?? new Uint8Array())).sort()).toEqual(shots.map(sha).sort());
    for (const item of document.items) expect(sha(files[item.file] ?? new Uint8Array())).toBe(item.sha256);
  });

  it("is resumable, private, limited to one at a time, and deleted after a week", async () => {
    const user = await t.user();
    const other = await t.user();
    await t.image(user);
    const waiting = (await t.call(createTakeout, {}, user)).data();
    expect(waiting).toMatchObject({ status: "waiting", downloadUrl: null });
    expectError(await t.call(createTakeout, {}, user), "takeout-running");
    (await t.call(createTakeout, {}, other)).data();
    const both = await Promise.all([0, 1].map(() => t.call(createTakeout, {}, user)));
    for (const answer of both) expectError(answer, "takeout-running");
    await t.runJobs();
    const path = { params: { takeoutId: waiting.id } };
    const ready = (await t.call(getTakeout, path, user)).data();
    expectError(await t.call(getTakeout, path, other), "not-found");
    expectError(await t.call(deleteTakeout, path, other), "not-found");
    expectError(await t.call(getTakeout, { params: { takeoutId: "x" } }, user), "not-found");
    const url = ready.downloadUrl ?? "";
    const whole = await t.app.inject({ url });
    expect(whole.headers["content-disposition"]).toMatch(/^attachment; filename="Stillreel \d{4}-\d\d-\d\d\.zip"/u);
    const rest = await t.app.inject({ url, headers: { range: "bytes=100-", "if-range": String(whole.headers.etag) } });
    expect(rest.statusCode).toBe(206);
    expect(rest.rawPayload.equals(whole.rawPayload.subarray(100))).toBe(true);
    const { rows } = await t.ports.pool.query(
      "select action from audit where user_id = (select id from users where email = $1) and action like 'takeout%'",
      [user.email],
    );
    expect(rows).toEqual([{ action: "takeout.requested" }]);
    expect(ready.expiresAt).toBe(new Date(Date.parse(ready.finishedAt ?? "") + 7 * 86_400_000).toISOString());

    t.clock.advance(7 * 86_400_000 + 1_000);
    const answer = await t.app.inject({
      method: "POST",
      url: "/api/v1/auth/login",
      payload: { email: user.email, password: user.password },
    });
    const { idToken, refreshToken } = expectData<{ idToken: string; refreshToken: string }>(answer);
    user.headers = { idtoken: idToken, refreshtoken: refreshToken };
    expectError(await t.call(getTakeout, path, user), "not-found");
    expect((await t.call(listTakeouts, {}, user)).data().items).toEqual([]);
    const blobs = await blobsLeft();
    await t.modules.transfers.sweep(new AbortController().signal);
    await t.runJobs();
    expect(await blobsLeft()).toBeLessThan(blobs);
  });

  it("is aborted when it is deleted, and leaves no blobs", async () => {
    const user = await t.user();
    await t.image(user);
    await t.runJobs();
    const before = await blobsLeft();
    const { id } = (await t.call(createTakeout, {}, user)).data();
    const get = vi.spyOn(t.ports.storage, "get").mockImplementationOnce(async () => {
      (await t.call(deleteTakeout, { params: { takeoutId: id } }, user)).data();
      return { stream: Readable.from([]), sizeBytes: 0, start: 0, end: 0, modifiedAt: new Date() };
    });
    expect((await t.runJobs()).skipped).toContain("transfers.make-takeout");
    get.mockRestore();
    expect(await blobsLeft()).toBe(before);
    expectError(await t.call(getTakeout, { params: { takeoutId: id } }, user), "not-found");
  });

  it("reports why it failed, and another one can be started", async () => {
    const user = await t.user();
    await t.image(user);
    await t.runJobs();
    for (const [cause, failure] of [
      [new StorageError("no-space", "the disk is full"), "storage-full"],
      [new Error("secret /var/lib/path"), "internal"],
    ] as const) {
      const { id } = (await t.call(createTakeout, {}, user)).data();
      const get = vi.spyOn(t.ports.storage, "get").mockRejectedValue(cause);
      await t.runJobs();
      get.mockRestore();
      const failed = (await t.call(getTakeout, { params: { takeoutId: id } }, user)).data();
      expect(failed).toMatchObject({ status: "failed", failure, downloadUrl: null });
    }
    const { id } = (await t.call(createTakeout, {}, user)).data();
    t.clock.advance(24 * 3_600_000 + 1_000);
    await t.modules.transfers.sweep(new AbortController().signal);
    const { rows } = await t.ports.pool.query("select status, failure from takeouts where id = $1", [id]);
    expect(rows).toEqual([{ status: "failed", failure: "unfinished" }]);
    t.clock.advance(-(24 * 3_600_000 + 1_000));
    const { takeout, zip } = await exportData(user);
    expect([takeout.status, takeout.failure, zip !== null]).toEqual(["ready", null, true]);
  });

  it("remains in the queue as failed with its reason, and an administrator's retry makes it", async () => {
    const user = await t.user();
    await t.image(user);
    await t.runJobs();
    const { id } = (await t.call(createTakeout, {}, user)).data();
    const get = vi.spyOn(t.ports.storage, "get").mockRejectedValue(new StorageError("no-space", "the disk is full"));
    const { failed } = await t.runJobs();
    expect(failed).toMatchObject([
      { name: "transfers.make-takeout", error: { name: "FinalFailure", cause: { message: "the disk is full" } } },
    ]);
    get.mockRestore();
    expect((await t.runJobs()).done).toContain("transfers.make-takeout");
    const made = (await t.call(getTakeout, { params: { takeoutId: id } }, user)).data();
    expect([made.status, made.failure, made.downloadUrl !== null]).toEqual(["ready", null, true]);
  });

  it("restarts from the beginning after a crash, and lists lost files", async () => {
    const { user, root } = await furnished();
    const { id } = (await t.call(createTakeout, {}, user)).data();
    // State after a crash: a row marked as running, and its job.
    await t.ports.pool.query("update takeouts set status = 'running', done_count = 3 where id = $1", [id]);
    const { rows } = await t.ports.pool.query("select storage_key from blobs b join items i on i.blob_id = b.id where i.id = $1", [
      root.id,
    ]);
    await t.ports.storage.delete(rows[0].storage_key as string);
    await t.runJobs();
    const { status, downloadUrl } = (await t.call(getTakeout, { params: { takeoutId: id } }, user)).data();
    expect(status).toBe("ready");
    const files = unzipSync((await t.app.inject({ url: downloadUrl ?? "" })).rawPayload);
    expect(Buffer.from(files["not-included.txt"] ?? []).toString()).toContain("files/images/shot.png");
    expect((JSON.parse(Buffer.from(files[DOCUMENT_NAME] ?? []).toString()) as Document).items).toHaveLength(3);
  });
});

describe("an import of any zip", () => {
  it("creates its folders below the chosen one, and titles from file names", async () => {
    const user = await t.user();
    const base = await folder(user, "Here");
    const zip = zipSync({
      "A/B/Ünterwegs.png": png(),
      "A/top.png": png(),
      "root.png": png(),
      "__MACOSX/A/._top.png": Buffer.from("x"),
      "A/.DS_Store": Buffer.from("x"),
    });
    expect(await importZip(user, zip, base)).toMatchObject({ status: "ready", items: 3, done: 3, skippedCount: 0 });
    const { names, nameOf } = await tree(user);
    expect(names).toEqual(["/Here", "/Here/A", "/Here/A/B"]);
    expect((await all(user)).map((item) => [item.title, nameOf(item.parentId)]).sort()).toEqual([
      ["root", "/Here"],
      ["top", "/Here/A"],
      ["Ünterwegs", "/Here/A/B"],
    ]);
  });

  it("continues after a crash of its process, without duplicates", async () => {
    const user = await t.user();
    const zip = zipSync(Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`d/${at}.png`, png(5, 5 + at)])));
    const id = await sendZip(user, zip);
    const put = t.ports.storage.put;
    let puts = 0;
    t.ports.storage.put = (...args) => {
      puts += 1;
      return puts === 4 ? Promise.reject(new StorageError("unavailable", "away")) : put(...args);
    };
    const first = await t.runJobs();
    t.ports.storage.put = put;
    expect(first.failed.map(({ name }) => name)).toEqual(["transfers.run-import"]);
    expect(await statusOf(user, id)).toMatchObject({ status: "running" });
    expect(await all(user)).toHaveLength(3);
    await t.runJobs();
    expect(await statusOf(user, id)).toMatchObject({ status: "ready", done: 7, items: 7, skippedCount: 0 });
    const items = await all(user);
    expect(items.map(({ title }) => title)).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
    expect(new Set(items.map(({ parentId }) => parentId)).size).toBe(1);
  });

  it("skips unsupported, damaged, encrypted and unsafely named files, and reports the reason", async () => {
    const user = await t.user();
    const before = await blobsLeft();
    const good = png(9, 9);
    const files: Zippable = {
      "good.png": good,
      "notes.txt": Buffer.from("hello"),
      "fake.png": Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
      "cut.png": good.subarray(0, 40),
      "inner.zip": zipSync({ "x.png": good }),
      "../../escape.png": good,
      "/absolute.png": good,
      "empty.png": new Uint8Array(),
    };
    const done = await importZip(user, zipSync(files));
    expect(done).toMatchObject({ status: "ready", items: 8, done: 8, skippedCount: 7 });
    expect(Object.fromEntries(done.skipped.map(({ name, reason }) => [name, reason]))).toEqual({
      "notes.txt": "This file type is not supported.",
      "fake.png": "This file type is not supported.",
      "cut.png": "The file is damaged or incomplete.",
      "inner.zip": "This file type is not supported.",
      "../../escape.png": "Its name leads out of the zip.",
      "/absolute.png": "Its name leads out of the zip.",
      "empty.png": "This file type is not supported.",
    });
    expect((await all(user)).map(({ title }) => title)).toEqual(["good"]);
    // Neither the archive nor skipped files stay in the store.
    expect(await blobsLeft()).toBe(before);
  });

  it("fails with a reason when it is not a zip, and deletes its bytes", async () => {
    const user = await t.user();
    const before = await blobsLeft();
    const done = await importZip(user, Buffer.from("This is no archive at all, only some text that is long enough."));
    expect(done).toMatchObject({
      status: "failed",
      items: 0,
      skipped: [{ name: "", reason: "The archive is damaged, or no zip at all." }],
    });
    expect(await blobsLeft()).toBe(before);
    expect((await t.call(listImports, {}, user)).data().items.map(({ id }) => id)).toEqual([done.id]);
    expectError(await t.call(getImport, { params: { importId: done.id } }, await t.user()), "not-found");
  });

  it("does not unpack a zip bomb completely", async () => {
    const user = await t.user();
    // Starts like an image, so that it is inspected; unpacks to a hundred megabytes.
    const bomb = Buffer.concat([png().subarray(0, 41), Buffer.alloc(100 * 1024 * 1024)]);
    const done = await importZip(user, zipSync({ "0.png": [bomb, { level: 1 }] }));
    expect(done).toMatchObject({ status: "ready", skipped: [{ name: "0.png", reason: "The file is damaged or incomplete." }] });
    expect(await all(user)).toEqual([]);
    expect(unpackedMax(1_000)).toBeLessThan(1.1 * 1024 ** 3);
  });

  it("imports a README as a file when the zip is not a takeout", async () => {
    const user = await t.user();
    const done = await importZip(user, zipSync({ "README.txt": Buffer.from("hello"), [DOCUMENT_NAME]: Buffer.from("{}"), "x.png": png() }));
    expect(done).toMatchObject({ status: "ready", items: 3, done: 3, skippedCount: 2 });
  });

  it("replaces or shortens invalid values of a hostile document", async () => {
    const user = await t.user();
    const document = {
      version: 1,
      folders: [
        { id: "loop", name: "Loop", parentId: "loop", kind: "image" },
        { id: "long", name: "x".repeat(500), parentId: null, kind: "image", color: "url(javascript:1)" },
        { id: "bidi", name: "\u202e\u0000", parentId: "long", kind: "image" },
        "nonsense",
      ],
      items: [
        {
          id: "1",
          type: "image",
          title: "\u0000\u202e",
          file: "a.png",
          folderId: "bidi",
          pageUrl: "javascript:alert(1)",
          createdAt: "9999-01-01T00:00:00Z",
          chapters: [{ timestamp: -5, name: "" }],
        },
        { id: "2", type: "image", title: "t".repeat(10_000), file: "b.png", folderId: "loop" },
        { id: 3 },
      ],
    };
    const zip = zipSync({ "a.png": png(), "b.png": png(), [DOCUMENT_NAME]: Buffer.from(JSON.stringify(document)) });
    expect(await importZip(user, zip)).toMatchObject({ status: "ready", items: 2, skippedCount: 0 });
    expect((await tree(user)).names).toEqual(["/Loop", `/${"x".repeat(35)}`, `/${"x".repeat(35)}/Folder`]);
    const items = await all(user);
    expect(items.map(({ title }) => title)).toEqual(["a", "b"]);
    for (const item of items) expect(item.pageUrl).toBeNull();
    expect(Date.parse(items[0]?.createdAt ?? "")).toBeLessThanOrEqual(t.clock.now().getTime());
  });

  it("imports a zip with many folders from the product's zip writer", async () => {
    const user = await t.user();
    const entries = Array.from({ length: 110 }, (_, at) => ({
      name: `f${at % 25}/g${at % 5}/${at}.png`,
      modifiedAt: new Date(),
      sizeBytes: null,
      open: async () => Readable.from([png(4, 4)]),
    }));
    const chunks: Uint8Array[] = [];
    for await (const chunk of writeZip(entries)) chunks.push(chunk);
    expect(await importZip(user, Buffer.concat(chunks))).toMatchObject({ status: "ready", done: 110, skippedCount: 0 });
    expect((await all(user)).length).toBe(110);
  });
});
