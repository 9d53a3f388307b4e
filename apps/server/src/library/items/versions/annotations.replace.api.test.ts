import { copyItem, getShare, purgeImage, revertItem, trashItems } from "@stillreel/contract";
import { expectData, expectError, multipart, png } from "@stillreel/testing";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { folders } from "../../../platform/db/schema/index.ts";
import {
  type Item,
  test,
  anna,
  vera,
  ben,
  team,
  WIDE,
  SECRET,
  COVERED,
  MARKERS,
  CAPTURE,
  shot,
  send,
  put,
  filed,
  get,
  fetched,
  bytesOf,
  traces,
  setUpAnnotations,
} from "./annotations.fixture.ts";

setUpAnnotations();

describe("replacing a picture", () => {
  it("preserves item and link, shows the new picture, and invalidates old URLs immediately", async () => {
    const item = await filed({ fullFileName: "bill.jpg", capture: JSON.stringify(CAPTURE) });
    await test.runJobs();
    const link = (await test.call(getShare, { params: { workspaceId: team, itemId: item.id } }, anna)).data();
    const old = await get(item.id, vera);
    const page = await test.app.inject({ url: `/s/${link.slug}` });
    const onPage = [...page.body.matchAll(/\/media\/[\w.-]+/gu)].map(([url]) => url);
    const dead = [old.sourceUrl, old.thumbnailUrl, old.thumbnailLargeUrl, item.sourceUrl, ...onPage];
    expect(onPage.length).toBeGreaterThan(0);
    for (const url of dead) expect((await fetched(url)).statusCode).toBe(200);

    const drawn = expectData<Item>(
      await put({ refName: item.refName, location: "root", baseVersion: "1", keepOriginal: "true", markers: JSON.stringify(MARKERS) }),
    );
    for (const url of dead) expectError(await fetched(url), "not-found");
    expect(drawn).toMatchObject({
      id: item.id,
      refName: item.refName,
      fullFileName: "bill.png",
      pictureVersion: 2,
      annotated: true,
      stage: "processing",
      thumbnailUrl: null,
      placeholder: null,
      capture: CAPTURE,
      shareUrl: expect.stringContaining(link.slug),
      markers: { version: 1, shapes: [{ id: "a" }] },
    });
    expect(await bytesOf(drawn.originalImage)).toEqual(png(WIDE.width, WIDE.height, SECRET));
    expect(await bytesOf(drawn.sourceUrl)).toEqual(png(WIDE.width, WIDE.height, COVERED));
    expect(await get(item.id, vera)).toMatchObject({ originalImage: null, markers: null, pictureVersion: 2 });

    await test.runJobs();
    const ready = await get(item.id, vera);
    expect(ready).toMatchObject({ stage: "ready", placeholder: expect.any(String) });
    const pixel = await sharp(await bytesOf(ready.thumbnailUrl))
      .extract({ left: 9, top: 9, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer();
    expect(Math.max(...pixel)).toBeLessThan(30);
    const { rows } = await test.ports.pool.query(
      "select action, details from audit where details->>'itemId' = $1 and action like 'item.%'",
      [item.id],
    );
    expect(rows).toEqual([{ action: "item.annotated", details: { itemId: item.id, pictureVersion: 2, originalKept: true } }]);
  });

  it("retains the first original through later changes, and releases it on request", async () => {
    const item = await filed();
    const one = expectData<Item>(await put({ refName: item.refName, keepOriginal: "true", markers: JSON.stringify(MARKERS) }));
    const two = expectData<Item>(await put({ refName: item.refName, keepOriginal: "true" }, png(50, 50)));
    expect(await bytesOf(two.originalImage)).toEqual(png(WIDE.width, WIDE.height, SECRET));
    expect(two).toMatchObject({ pictureVersion: 3, width: 50, markers: one.markers });
    const three = expectData<Item>(
      await put({ refName: item.refName, keepOriginal: "false", markers: JSON.stringify(MARKERS) }, png(60, 60)),
    );
    expect(three).toMatchObject({ pictureVersion: 4, annotated: false, originalImage: null, markers: null });
    expectError(await fetched(two.originalImage), "not-found");
    expectError(await fetched(two.sourceUrl), "not-found");
  });

  it("deletes the old picture, annotations and private capture data when no original is requested", async () => {
    const item = await filed({ markers: JSON.stringify(MARKERS), capture: JSON.stringify(CAPTURE) });
    const replaced = expectData<Item>(await put({ refName: item.refName }));
    const { sensitive: _, ...facts } = CAPTURE;
    expect(replaced).toMatchObject({ pictureVersion: 2, annotated: false, originalImage: null, markers: null });
    expect(replaced.capture).toEqual(facts);
    expectError(await fetched(item.sourceUrl), "not-found");
    const { rows } = await test.ports.pool.query("select count(*)::int as left from blobs where refs <= 0");
    expect(rows).toEqual([{ left: 0 }]);
  });

  it("does not change copies of the item", async () => {
    const item = await filed();
    await test.runJobs();
    const copy = (await test.call(copyItem, { params: { itemId: item.id }, body: {} }, anna)).data();
    const drawn = expectData<Item>(await put({ refName: item.refName, keepOriginal: "true" }));
    expect(await bytesOf((await get(copy.id)).sourceUrl)).toEqual(png(WIDE.width, WIDE.height, SECRET));
    expect((await fetched((await get(copy.id)).thumbnailUrl)).statusCode).toBe(200);
    (await test.call(purgeImage, { params: { workspaceId: team }, query: { imageId: copy.id } }, anna)).data();
    await test.runJobs();
    expect(await bytesOf(drawn.originalImage)).toEqual(png(WIDE.width, WIDE.height, SECRET));
  });

  it.each<[string, (item: Item) => Record<string, string>, Parameters<typeof expectError>[1], string?]>([
    ["no name", () => ({}), "validation-failed", "refName"],
    ["an empty name", () => ({ refName: "" }), "validation-failed", "refName"],
    ["an unknown name", () => ({ refName: "../../etc/passwd" }), "not-found"],
    ["a storage key for a name", () => ({ refName: "b/ab/cd/ef" }), "not-found"],
    ["a folder that it is not in", ({ refName }) => ({ refName, location: "nowhere" }), "validation-failed", "location"],
    ["an older version", ({ refName }) => ({ refName, baseVersion: "0" }), "edit-conflict"],
    ["an invalid version", ({ refName }) => ({ refName, baseVersion: "1e3" }), "validation-failed", "baseVersion"],
    ["an invalid option", ({ refName }) => ({ refName, keepOriginal: "maybe" }), "validation-failed", "keepOriginal"],
    ["markers of a future version", ({ refName }) => ({ refName, markers: '{"version":9}' }), "validation-failed", "markers"],
    ["invalid markers", ({ refName }) => ({ refName, markers: "<script>" }), "validation-failed", "markers"],
  ])("refuses %s, in fields before or after the picture, and changes nothing", async (_name, fieldsOf, code, field) => {
    const item = await filed();
    await test.runJobs();
    const before = await traces();
    const early = await put(fieldsOf(item));
    const form = multipart({}, shot(png(5, 5), "blob"));
    const [, boundary = ""] = /boundary=(.+)$/u.exec(form.headers["content-type"] ?? "") ?? [];
    const texts = Object.entries(fieldsOf(item)).map(
      ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const payload = Buffer.concat([
      form.payload.subarray(0, form.payload.length - boundary.length - 6),
      Buffer.from(`${texts.join("")}--${boundary}--\r\n`),
    ]);
    const late = await test.app.inject({
      method: "PUT",
      url: `/api/v1/workspace/${team}/files/image`,
      headers: { ...anna.headers, ...form.headers },
      payload,
    });
    for (const answer of [early, late]) {
      const details = expectError(answer, code);
      if (field) expect(details.map((one) => one.field)).toEqual([field]);
    }
    expect(await traces()).toEqual(before);
  });

  it("is refused for readers, strangers, other spaces, the trash, videos and other files", async () => {
    const item = await filed();
    await test.runJobs();
    const before = await traces();
    expectError(await put({ refName: item.refName }, png(), vera), "forbidden");
    expectError(await put({ refName: item.refName }, png(), ben), "not-found");
    expectError(await put({ refName: item.refName }, png(), ben, "personal"), "not-found");
    expectError(await put({ refName: item.refName }, png(), anna, "personal"), "not-found");
    expectError(await put({ refName: item.refName }, Buffer.from("<html>")), "unsupported-file-type");
    expectError(await put({ refName: item.refName }, png(300, 300).subarray(0, 100)), "unreadable-file");
    expectError(await send("PUT", anna, team, { refName: item.refName }, []), "validation-failed");
    expectError(await send("PUT", anna, team, { refName: item.refName }, [shot()]), "validation-failed");
    expect(await traces()).toEqual(before);
    (await test.call(trashItems, { params: { workspaceId: team }, body: { itemIds: [item.id] } }, anna)).data();
    expectError(await put({ refName: item.refName }), "not-found");
    expectError(await test.call(revertItem, { params: { itemId: item.id } }, anna), "not-found");
  });

  it("accepts the folder of the item as its space", async () => {
    const folderId = test.ports.ids.id();
    await test.ports.db
      .insert(folders)
      .values({ id: folderId, workspaceId: team, kind: "image", name: "F", nameKey: "f", color: "#2F6FB4" });
    const item = await filed({ folderId });
    expectData(await put({ refName: item.refName, location: folderId }));
    expectData(await put({ refName: item.refName, location: "" }));
    expect(expectError(await put({ refName: item.refName, location: "root" }), "validation-failed")).toMatchObject([
      { field: "location", message: "We could not find that folder." },
    ]);
  });
});
