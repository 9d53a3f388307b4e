import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { API_BASE, type ClientResult, createTakeout, getImage, getImport, getTakeout, listItems, revertItem } from "@stillreel/contract";
import { createTestApp, expectData, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
import { unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DOCUMENT_NAME } from "./takeout.document.ts";

type Item = ClientResult<typeof getImage>;
interface TakeoutEntry {
  file: string;
  original: { file: string; sha256: string } | null;
  markers: string | null;
  capture: unknown;
}

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const FIRST = png(60, 40, [200, 10, 10]);
const DRAWN = png(50, 30, [10, 10, 10]);
const markers = {
  version: 1,
  crop: { x: 0, y: 0, width: 50, height: 30 },
  shapes: [
    { id: "r", type: "redact", x: 1, y: 2, width: 30, height: 20, color: "#17161C", opacity: 1, rotation: 0, hidden: false },
    {
      id: "t",
      type: "text",
      x: 4,
      y: 5,
      width: null,
      text: '<script>"ä"',
      color: "#FFFFFF",
      fill: null,
      fontSize: 20,
      bold: true,
      align: "start",
      opacity: 1,
      rotation: 0,
      hidden: false,
    },
  ],
};
const capture = {
  kind: "full-page",
  pageTitle: "Totals",
  capturedAt: "2026-02-03T04:05:06.000Z",
  browser: "Chrome 156",
  pixelRatio: 1.25,
  screen: { width: 1440, height: 900 },
  sensitive: [{ kind: "card", x: 1.5, y: 2, width: 30, height: 20 }],
};
const sha = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const local = async (url: string | null | undefined): Promise<Buffer> => (await t.app.inject({ url: url ?? "" })).rawPayload;
const one = async (user: TestUser): Promise<Item> => {
  const { items } = (await t.call(listItems, { params: { workspaceId: "personal" }, query: { view: "all" } }, user)).data();
  expect(items).toHaveLength(1);
  return (await t.call(getImage, { params: { workspaceId: "personal", itemId: items[0]?.id ?? "" } }, user)).data();
};

async function drawn(user: TestUser): Promise<Item> {
  const send = async (method: "POST" | "PUT", fields: Record<string, string>, name: string, bytes: Buffer) => {
    const form = multipart(fields, { name, fileName: "shot.png", type: "image/png", bytes });
    const url = `${API_BASE}/workspace/personal/files/image`;
    return expectData<Item>(await t.app.inject({ method, url, headers: { ...user.headers, ...form.headers }, payload: form.payload }));
  };
  const pageUrl = "https://example.test/totals";
  const { refName } = await send("POST", { fullFileName: "shot.png", pageUrl, capture: JSON.stringify(capture) }, "file", FIRST);
  await send("PUT", { refName, keepOriginal: "true", markers: JSON.stringify(markers) }, "blob", DRAWN);
  await t.runJobs();
  return one(user);
}

/** Returns the files of a takeout and the data of its only item. */
async function exportData(user: TestUser): Promise<{ files: Record<string, Uint8Array>; entry: TakeoutEntry }> {
  const { id } = (await t.call(createTakeout, {}, user)).data();
  await t.runJobs();
  const { downloadUrl } = (await t.call(getTakeout, { params: { takeoutId: id } }, user)).data();
  const files = unzipSync(await local(downloadUrl));
  const document = JSON.parse(Buffer.from(files[DOCUMENT_NAME] ?? []).toString()) as { items: TakeoutEntry[] };
  return { files, entry: document.items[0] as TakeoutEntry };
}

async function importZip(user: TestUser, zip: Uint8Array) {
  const { rows } = await t.ports.pool.query<{ space: string; person: string }>(
    "select w.id as space, u.id as person from workspaces w join users u on u.id = w.personal_owner_id where u.email = $1",
    [user.email],
  );
  const { space = "", person = "" } = rows[0] ?? {};
  const rest = { sessionId: "", authenticatedAt: t.clock.now(), personalWorkspaceId: space } as const;
  const stored = await t.modules.media.storeStream(Readable.from([zip]), { maxBytes: 1e9, contentType: "application/zip" });
  const importId = await t.ports.db.transaction(async (tx) => {
    const workspace = { id: space, kind: "personal", role: "owner", rightsVersion: 0 } as const;
    const given = { workspace, folderId: null, fileName: "things.zip" };
    const id = await t.modules.transfers.createImport(tx, { kind: "user", id: person, role: "user", ...rest }, given);
    await t.modules.transfers.startImport(tx, id, stored);
    return id;
  });
  await t.runJobs();
  return (await t.call(getImport, { params: { importId } }, user)).data();
}

describe("a takeout", () => {
  it("contains the original picture, the annotations and the capture metadata", async () => {
    const user = await t.user();
    await drawn(user);
    const { files, entry } = await exportData(user);
    expect(Object.keys(files).sort()).toEqual([
      "README.txt",
      "files/images/shot.png",
      "originals/images/shot.png",
      "originals/images/shot.png.json",
      DOCUMENT_NAME,
    ]);
    expect(Buffer.from(files[entry.file] ?? []).equals(DRAWN)).toBe(true);
    expect(entry.original).toMatchObject({ file: "originals/images/shot.png", sha256: sha(FIRST) });
    expect(Buffer.from(files[entry.original?.file ?? ""] ?? []).equals(FIRST)).toBe(true);
    expect(JSON.parse(Buffer.from(files[entry.markers ?? ""] ?? []).toString())).toEqual(markers);
    expect(entry.capture).toEqual(capture);
  });

  it("contains the current picture when it is annotated during the takeout", async () => {
    const user = await t.user();
    const { refName } = await drawn(user);
    const again = png(44, 33, [1, 2, 3]);
    const get = vi.spyOn(t.ports.storage, "get").mockImplementationOnce(async (...given) => {
      get.mockRestore();
      const form = multipart({ refName }, { name: "blob", fileName: "shot.png", type: "image/png", bytes: again });
      const headers = { ...user.headers, ...form.headers };
      expectData(await t.app.inject({ method: "PUT", url: `${API_BASE}/workspace/personal/files/image`, headers, payload: form.payload }));
      return t.ports.storage.get(...given);
    });
    const { files, entry } = await exportData(user);
    expect(Buffer.from(files[entry.file] ?? []).equals(again)).toBe(true);
    expect(entry.original).toMatchObject({ sha256: sha(FIRST) });
    expect(files).not.toHaveProperty(["not-included.txt"]);
  });

  it("is imported completely, with its files in any order", async () => {
    const user = await t.user();
    const before = await drawn(user);
    const { files } = await exportData(user);
    for (const names of [Object.keys(files), Object.keys(files).toReversed()]) {
      const other = await t.user();
      const zip = zipSync(Object.fromEntries(names.map((name) => [name, files[name] as Uint8Array])));
      expect(await importZip(other, zip)).toMatchObject({ status: "ready", items: 1, done: 1, skippedCount: 0 });
      const after = await one(other);
      for (const name of ["title", "fullFileName", "annotated", "markers", "capture", "pageUrl", "width", "height", "createdAt"] as const)
        expect(after[name], name).toEqual(before[name]);
      expect(after.markers).toEqual(markers);
      expect(sha(await local(after.sourceUrl))).toBe(sha(DRAWN));
      expect(sha(await local(after.originalImage))).toBe(sha(FIRST));
      const reverted = (await t.call(revertItem, { params: { itemId: after.id } }, other)).data();
      expect(sha(await local(reverted.sourceUrl))).toBe(sha(FIRST));
    }
  });
});

describe("an import of a takeout that was modified", () => {
  const LOST = "The original of a picture cannot be found; the picture came without it.";
  const UNREADABLE = "The annotations of a picture cannot be read; the picture came without them.";
  const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
  const shape = markers.shapes[0];

  it.each<[string, (files: Record<string, Uint8Array>) => void, { reason: string; original: boolean; markers: boolean }]>([
    [
      "annotations that are not JSON",
      (files) => (files["originals/images/shot.png.json"] = Buffer.from("{")),
      { reason: UNREADABLE, original: true, markers: false },
    ],
    [
      "annotations of a newer version",
      (files) => (files["originals/images/shot.png.json"] = json({ ...markers, version: 99 })),
      { reason: UNREADABLE, original: true, markers: false },
    ],
    [
      "too many annotations",
      (files) => (files["originals/images/shot.png.json"] = json({ ...markers, shapes: Array.from({ length: 60_000 }, () => shape) })),
      { reason: UNREADABLE, original: true, markers: false },
    ],
    ["a missing original", (files) => delete files["originals/images/shot.png"], { reason: LOST, original: false, markers: false }],
    [
      "a truncated original",
      (files) => (files["originals/images/shot.png"] = FIRST.subarray(0, 60)),
      { reason: "The file is damaged or incomplete.", original: false, markers: false },
    ],
    [
      "an original that is not an image",
      (files) => (files["originals/images/shot.png"] = Buffer.from("<script>alert(1)</script>")),
      { reason: "This file type is not supported.", original: false, markers: false },
    ],
  ])("imports the picture, and reports %s", async (_name, change, expected) => {
    const user = await t.user();
    await drawn(user);
    const { files } = await exportData(user);
    change(files);
    const other = await t.user();
    const done = await importZip(other, zipSync(files));
    expect(done).toMatchObject({ status: "ready", items: 1, done: 1, skippedCount: 1 });
    expect(done.skipped[0]?.reason).toBe(expected.reason);
    const after = await one(other);
    expect(sha(await local(after.sourceUrl))).toBe(sha(DRAWN));
    expect([after.originalImage !== null, after.markers !== null, after.annotated]).toEqual([
      expected.original,
      expected.markers,
      expected.original,
    ]);
  });

  it("ignores invalid capture metadata, and uses no file for two purposes", async () => {
    const user = await t.user();
    await drawn(user);
    const { files } = await exportData(user);
    const document = JSON.parse(Buffer.from(files[DOCUMENT_NAME] ?? []).toString()) as { items: TakeoutEntry[] };
    Object.assign(document.items[0] ?? {}, { capture: { browser: 7 }, original: { file: "files/images/shot.png" }, markers: 5 });
    files[DOCUMENT_NAME] = json(document);
    const other = await t.user();
    // The picture is its own original, so no additional file exists. Files without a reference are ordinary files.
    const done = await importZip(other, zipSync(files));
    expect(done).toMatchObject({ status: "ready", items: 3, skippedCount: 2 });
    const { items } = (await t.call(listItems, { params: { workspaceId: "personal" }, query: { view: "all" } }, other)).data();
    expect(items).toHaveLength(2);
    for (const { id } of items)
      expect((await t.call(getImage, { params: { workspaceId: "personal", itemId: id } }, other)).data()).toMatchObject({
        annotated: false,
        originalImage: null,
        markers: null,
        capture: null,
      });
  });
});
