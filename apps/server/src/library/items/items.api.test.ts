import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { getImage, getShare, type ClientResult, listItems, purgeImage, updateItem } from "@stillreel/contract";
import { createTestApp, expectData, expectError, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folders } from "../../platform/db/schema/index.ts";
import { StorageError } from "../../platform/ports/storage.port.ts";

type Item = ClientResult<typeof getImage>;
let test: TestApp;
let anna: TestUser;
let ben: TestUser;

beforeAll(async () => {
  test = await createTestApp({ config: { MAX_IMAGE_BYTES: String(3 * 1024 * 1024), MAX_PIXELS: "40000000" } });
  anna = await test.user();
  ben = await test.user();
});
afterAll(() => test.close());

const UPLOAD = "/api/v1/workspace/personal/files/image";
async function upload(
  user: TestUser,
  fields: Record<string, string>,
  file?: Parameters<typeof multipart>[1],
  headers: Record<string, string> = {},
) {
  const form = multipart(fields, file);
  return test.app.inject({ method: "POST", url: UPLOAD, headers: { ...user.headers, ...form.headers, ...headers }, payload: form.payload });
}
const shot = (bytes: Uint8Array = png(), fileName = "shot.png") => ({ fileName, type: "image/png", bytes });

/** Returns every file in the data folder, and the rows that an incomplete item would leave. */
async function traces(): Promise<{ files: string[]; items: number; blobs: number }> {
  const files = fs.readdirSync(test.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const { rows } = await test.ports.db.execute<{ items: number; blobs: number }>(
    sql`select (select count(*)::int from items) as items, (select count(*)::int from blobs) as blobs`,
  );
  return {
    files: files.map((entry) => path.join(entry.parentPath, entry.name)).sort(),
    items: rows[0]?.items ?? -1,
    blobs: rows[0]?.blobs ?? -1,
  };
}

const header = (width: number, height: number): Buffer => {
  const bomb = Buffer.from(png(1, 1));
  bomb.writeUInt32BE(width, 16);
  bomb.writeUInt32BE(height, 20);
  return bomb;
};

describe("uploading a picture", () => {
  it("returns the item as the contract defines it", async () => {
    const bytes = png(40, 30);
    const item = expectData<Item>(await upload(anna, { title: " Login page ", fullFileName: "login.png" }, shot(bytes)), 201);
    expect(item).toMatchObject({
      type: "image",
      title: "Login page",
      fullFileName: "login.png",
      parentId: null,
      trash: false,
      mimeType: "image/png",
      width: 40,
      height: 30,
      likes: 0,
      views: 0,
      shareUrl: null,
      permission: { read: true, write: true },
    });
    expect(["processing", "ready"]).toContain(item.stage);
    const media = await test.app.inject({ url: String(item.sourceUrl).replace(/^https?:\/\/[^/]+/u, "") });
    expect(media.statusCode).toBe(200);
    expect(createHash("sha256").update(media.rawPayload).digest("hex")).toBe(createHash("sha256").update(bytes).digest("hex"));
    await test.runJobs();
    const ready = (await test.call(getImage, { params: { workspaceId: "personal", itemId: item.id } }, anna)).data();
    expect(ready).toMatchObject({
      stage: "ready",
      placeholder: expect.any(String),
      thumbnailUrl: expect.stringContaining("/media/"),
      thumbnailLargeUrl: expect.stringContaining("/media/"),
    });
  });

  it.each<[string, Record<string, string>, string, string]>([
    ["the file's own name", {}, "shot.png", "shot"],
    ["an empty title", { title: "  " }, "My shot.v2.png", "My shot.v2"],
    ["a full file name", { fullFileName: "report.png" }, "x.png", "report"],
    ["a path for a name", {}, "../../secret.png", "secret"],
  ])("names it after %s", async (_name, fields, fileName, title) => {
    expect(expectData<Item>(await upload(anna, fields, shot(png(), fileName)), 201).title).toBe(title);
  });

  it("names a picture without a file name as a screenshot", async () => {
    const item = expectData<Item>(await upload(anna, {}, shot(png(), " ")), 201);
    expect(item.title).toMatch(/^Screenshot \d{4}-/u);
    expect(item.fullFileName).toMatch(/^Screenshot .+\.png$/u);
  });

  it("determines the type from the content, not from name or header", async () => {
    const jpeg = await sharp({ create: { width: 20, height: 10, channels: 3, background: "#123456" } })
      .jpeg()
      .toBuffer();
    const item = expectData<Item>(await upload(anna, {}, { fileName: "really.png", type: "image/png", bytes: jpeg }), 201);
    expect(item.mimeType).toBe("image/jpeg");
  });

  it.each<[string, Record<string, string>, (() => Parameters<typeof multipart>[1]) | null, Parameters<typeof expectError>[1], string?]>([
    ["no file", { title: "x" }, null, "validation-failed", "file"],
    ["a file under another name", {}, () => ({ ...shot(), name: "blob" }), "validation-failed", "blob"],
    ["an empty file", {}, () => shot(Buffer.alloc(0)), "unsupported-file-type"],
    ["HTML named .png", {}, () => shot(Buffer.from("<!doctype html><script>alert(1)</script>")), "unsupported-file-type"],
    ["SVG named .png", {}, () => shot(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')), "unsupported-file-type"],
    ["a program", {}, () => shot(Buffer.concat([Buffer.from("MZ"), randomBytes(500)])), "unsupported-file-type"],
    ["a PDF", {}, () => shot(Buffer.from("%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj")), "unsupported-file-type"],
    ["a truncated PNG", {}, () => shot(png(400, 400).subarray(0, 300)), "unreadable-file"],
    ["50,000 × 50,000 pixels", {}, () => shot(header(50_000, 50_000)), "image-too-large"],
    ["too many bytes", {}, () => shot(Buffer.concat([png(), Buffer.alloc(3 * 1024 * 1024)])), "file-too-large"],
    ["../ in fullFileName", { fullFileName: "../../etc/passwd" }, shot, "validation-failed", "fullFileName"],
    ["\\ in fullFileName", { fullFileName: "..\\x.png" }, shot, "validation-failed", "fullFileName"],
    ["control characters in fullFileName", { fullFileName: "a\u0007b.png" }, shot, "validation-failed", "fullFileName"],
    ["a right-to-left override in fullFileName", { fullFileName: "a\u202egnp.exe" }, shot, "validation-failed", "fullFileName"],
    ["a huge title", { title: "x".repeat(256) }, shot, "validation-failed", "title"],
    ["a title of many code points", { title: "👨‍👩‍👧‍👦".repeat(250) }, shot, "validation-failed", "title"],
    ["a megabyte of title", { title: "x".repeat(1024 * 1024) }, shot, "validation-failed", "title"],
    ["an invalid folder id", { folderId: "nowhere" }, shot, "validation-failed", "folderId"],
    ["a missing folder", { folderId: "018f0000-0000-7000-8000-000000000000" }, shot, "validation-failed", "folderId"],
  ])("refuses %s and stores nothing", async (_name, fields, file, code, field) => {
    const before = await traces();
    const details = expectError(await upload(anna, fields, file?.() as never), code);
    if (field) expect(details.map((detail) => detail.field)).toEqual([field]);
    expect(await traces()).toEqual(before);
  });

  it("refuses bodies other than valid forms", async () => {
    const before = await traces();
    const post = (payload: string | Buffer, headers: Record<string, string>) =>
      test.app.inject({ method: "POST", url: UPLOAD, headers: { ...anna.headers, ...headers }, payload });
    expectError(await post(randomBytes(5_000), { "content-type": "multipart/form-data; boundary=x" }), "bad-request");
    expectError(await post("--x", { "content-type": "multipart/form-data" }), "bad-request");
    expectError(await post("{}", { "content-type": "application/json" }), "unsupported-media-type");
    expectError(await post("x", { "content-type": "text/plain" }), "unsupported-media-type");
    expect(await traces()).toEqual(before);
  });

  it("needs a signed-in user and one of their spaces", async () => {
    const form = multipart({}, shot());
    expectError(await test.app.inject({ method: "POST", url: UPLOAD, headers: form.headers, payload: form.payload }), "unauthenticated");
    const { workspaceId } = await test.image<Item>(ben);
    for (const target of [workspaceId, "nowhere", "018f0000-0000-7000-8000-000000000000"]) {
      expectError(
        await test.app.inject({
          method: "POST",
          url: `/api/v1/workspace/${target}/files/image`,
          headers: { ...anna.headers, ...form.headers },
          payload: form.payload,
        }),
        "not-found",
      );
    }
  });

  it("leaves no data when the client disconnects during the upload", async () => {
    const address = new URL(await test.listen());
    const before = await traces();
    const form = multipart({ title: "half" }, shot(Buffer.concat([png(), randomBytes(1024 * 1024)])));
    const socket = net.connect(Number(address.port), "127.0.0.1");
    const head = Object.entries({ ...anna.headers, ...form.headers, "content-length": String(form.payload.length), host: "x" }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.on("error", () => {});
    socket.write(`POST ${UPLOAD} HTTP/1.1\r\n${head.join("")}\r\n`);
    socket.write(form.payload.subarray(0, form.payload.length / 2));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await traces()).files.length).toBe(before.files.length + 1);
    socket.destroy();
    await expect.poll(traces).toEqual(before);
    expectData(await upload(anna, {}, shot()), 201);
  });

  it("reports a full disk, and leaves no partial item", async () => {
    const before = await traces();
    const put = test.ports.storage.put.bind(test.ports.storage);
    test.ports.storage.put = async (key, source, options) =>
      put(
        key,
        (async function* full() {
          for await (const chunk of source) {
            yield chunk.subarray(0, 10);
            throw new StorageError("no-space", "The disk is full.");
          }
        })(),
        options,
      );
    try {
      expectError(await upload(anna, {}, shot(png(200, 200))), "storage-full");
    } finally {
      test.ports.storage.put = put;
    }
    expect(await traces()).toEqual(before);
    expectData(await upload(anna, {}, shot()), 201);
  });

  it("returns the first item for a repeated request with an Idempotency-Key (R12)", async () => {
    const key = { "idempotency-key": randomBytes(8).toString("hex") };
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(anna, {}, shot(), key)));
    const ids = new Set(answers.map((answer) => expectData<Item>(answer, 201).id));
    expect(ids.size).toBe(1);
    expect(expectData<Item>(await upload(ben, {}, shot(), key), 201).id).not.toBe([...ids][0]);
  });
});

describe("changing a picture", () => {
  const change = (
    user: TestUser,
    itemId: string,
    body: Record<string, unknown>,
    type: "image" | "video" = "image",
    workspaceId = "personal",
  ) => test.call(updateItem, { params: { workspaceId, type, itemId }, body: body as never }, user);

  it("changes only the writable fields (S3)", async () => {
    const item = await test.image<Item>(anna);
    const hostile = {
      title: "New",
      likes: 99,
      views: 99,
      uniqueViews: 99,
      likedByMe: true,
      live: true,
      progress: 0.5,
      ownerId: "x",
      id: "y",
      workspaceId: "z",
      refName: "r",
      isAdmin: true,
      ["__proto__"]: { title: "p" },
    };
    const changed = (await change(anna, item.id, hostile)).data();
    expect(changed).toMatchObject({
      id: item.id,
      title: "New",
      likes: 0,
      views: 0,
      uniqueViews: 0,
      likedByMe: false,
      live: false,
      workspaceId: item.workspaceId,
      refName: item.refName,
      owner: item.owner,
    });
  });

  it("stores a description up to the maximum length", async () => {
    const item = await test.image<Item>(anna);
    expect(item.description).toBe("");
    expect((await change(anna, item.id, { description: "  What it shows\n\nand why  " })).data().description).toBe(
      "What it shows\n\nand why",
    );
    expect((await change(anna, item.id, { title: "Other" })).data()).toMatchObject({
      title: "Other",
      description: "What it shows\n\nand why",
    });
    const listed = (await test.call(listItems, { params: { workspaceId: "personal" }, query: { view: "all", limit: 200 } }, anna)).data()
      .items;
    expect(listed.find(({ id }) => id === item.id)?.description).toBe("What it shows\n\nand why");
    const { slug } = (await test.call(getShare, { params: { workspaceId: "personal", itemId: item.id } }, anna)).data();
    const shared = await test.app.inject({ method: "GET", url: `/api/v1/shared/${slug}` });
    expect(shared.json().data.item.description).toBe("What it shows\n\nand why");
    expect((await change(anna, item.id, { description: "x".repeat(5_000) })).statusCode).toBe(200);
    for (const description of ["x".repeat(5_001), 5, null, "\u0000"])
      expectError(await change(anna, item.id, { description }), "validation-failed");
    expect((await change(anna, item.id, { description: "" })).data().description).toBe("");
    expectError(await change(ben, item.id, { description: "x" }), "not-found");
  });

  it("moves it to the trash and restores it; its owner can read it there", async () => {
    const item = await test.image<Item>(anna);
    const trashed = (await change(anna, item.id, { trash: true })).data();
    expect(trashed).toMatchObject({ trash: true, trashedAt: expect.any(String) });
    expect((await change(anna, item.id, { trash: true })).data().trashedAt).toBe(trashed.trashedAt);
    expect((await test.call(getImage, { params: { workspaceId: "personal", itemId: item.id } }, anna)).data().trash).toBe(true);
    expect((await change(anna, item.id, { trash: false })).data()).toMatchObject({ trash: false, trashedAt: null });
  });

  it("moves into a folder of the same space and kind only", async () => {
    const item = await test.image<Item>(anna);
    const foreign = await test.image<Item>(ben);
    const folder = async (workspaceId: string, kind: "image" | "video" | "mixed"): Promise<string> => {
      const id = test.ports.ids.id();
      await test.ports.db.insert(folders).values({ id, workspaceId, kind, name: id, nameKey: id, color: "gray" });
      return id;
    };
    const [own, videos, theirs] = [
      await folder(item.workspaceId, "image"),
      await folder(item.workspaceId, "video"),
      await folder(foreign.workspaceId, "image"),
    ];
    expect((await change(anna, item.id, { parentId: own })).data().parentId).toBe(own);
    for (const parentId of [videos, theirs, "nonsense"])
      expect(expectError(await change(anna, item.id, { parentId }), "validation-failed")[0]?.field).toBe("parentId");
    const listed = (await test.call(listItems, { params: { workspaceId: "personal" }, query: { folderId: own } }, anna)).data();
    expect(listed.items.map((each) => each.id)).toEqual([item.id]);
    for (const parentId of [null, "", "root"]) {
      expect((await change(anna, item.id, { parentId })).data().parentId).toBeNull();
      expect((await change(anna, item.id, { parentId: own })).data().parentId).toBe(own);
    }
    expect((await change(anna, item.id, { parentId: null })).data().parentId).toBeNull();
    expectError(await test.call(listItems, { params: { workspaceId: "personal" }, query: { folderId: theirs } }, anna), "not-found");
  });

  it("accepts no false processing stage", async () => {
    const item = await test.image<Item>(anna);
    await test.runJobs();
    for (const stage of ["uploading", "failed", "nonsense"]) expectError(await change(anna, item.id, { stage }), "validation-failed");
    expect((await change(anna, item.id, { stage: "ready" })).data().stage).toBe("ready");
  });

  it.each<[string, Record<string, unknown>]>([
    ["an empty title", { title: "  " }],
    ["a title that is no text", { title: { $ne: null } }],
    ["a huge title", { title: "x".repeat(100_000) }],
    ["control characters", { title: "a\u0000b" }],
    ["trash that is no boolean", { trash: "yes" }],
    ["a path as file name", { fullFileName: "../x" }],
  ])("refuses %s", async (_name, body) => {
    const item = await test.image<Item>(anna);
    expectError(await change(anna, item.id, body), "validation-failed");
    expect((await test.call(getImage, { params: { workspaceId: "personal", itemId: item.id } }, anna)).data().title).toBe(item.title);
  });

  it("returns the same error for missing, foreign and malformed ids (S2)", async () => {
    const foreign = await test.image<Item>(ben);
    const ids = [foreign.id, "018f0000-0000-7000-8000-000000000000", "nonsense", "%00", "' or 1=1--"];
    const bodies = new Set<string>();
    for (const itemId of ids) {
      for (const answer of [
        await test.call(getImage, { params: { workspaceId: "personal", itemId } }, anna),
        await test.call(getImage, { params: { workspaceId: foreign.workspaceId, itemId } }, anna),
        await change(anna, itemId, { title: "x" }),
        await test.call(purgeImage, { params: { workspaceId: "personal" }, query: { imageId: itemId } }, anna),
      ]) {
        expectError(answer, "not-found");
        bodies.add(answer.body);
      }
    }
    expect(bodies.size).toBe(1);
    expectError(await change(anna, (await test.image<Item>(anna)).id, { title: "x" }, "video"), "not-found");
  });
});

describe("deleting a picture permanently", () => {
  it("deletes its row, link, bytes and renditions", async () => {
    await test.runJobs();
    const before = await traces();
    const item = await test.image<Item>(anna);
    await test.runJobs();
    const share = (await test.call(getShare, { params: { workspaceId: "personal", itemId: item.id } }, anna)).data();
    expect((await traces()).files.length).toBe(before.files.length + 3);
    const query = { imageId: item.id, refName: "not-its-name" };
    expectError(await test.call(purgeImage, { params: { workspaceId: "personal" }, query }, anna), "not-found");
    (
      await test.call(
        purgeImage,
        { params: { workspaceId: "personal" }, query: { imageId: item.id, refName: item.refName, folderId: "" } },
        anna,
      )
    ).data();
    expectError(await test.call(getImage, { params: { workspaceId: "personal", itemId: item.id } }, anna), "not-found");
    expectError(await test.app.inject({ url: `/api/v1/shared/${share.slug}` }), "not-found");
    await test.runJobs();
    expect(await traces()).toEqual(before);
  });
});
