import { listItems, revertItem, saveOriginal, updateItem } from "@stillreel/contract";
import { expectData, expectError, type FormFile, png } from "@stillreel/testing";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import {
  type Item,
  test,
  anna,
  vera,
  ben,
  team,
  WIDE,
  SECRET,
  MARKERS,
  CAPTURE,
  shot,
  upload,
  put,
  filed,
  get,
  fetched,
  bytesOf,
  traces,
  setUpAnnotations,
} from "./annotations.fixture.ts";

setUpAnnotations();

const change = (itemId: string, body: object, type: "image" | "video" = "image", user = anna) =>
  test.call(updateItem, { params: { workspaceId: team, type, itemId }, body }, user);

describe("uploading an annotated picture", () => {
  it("stores original and annotations for users with write permission, both without metadata", async () => {
    const noisy = (colour: string) =>
      sharp({ create: { width: 30, height: 20, channels: 3, background: colour } })
        .withExif({ IFD0: { Copyright: "secret words" } })
        .png()
        .toBuffer();
    const files = [shot(await noisy("#123456"), "original"), shot(await noisy("#654321"))];
    const item = expectData<Item>(
      await upload({ markers: JSON.stringify(MARKERS), capture: JSON.stringify({ ...CAPTURE, unknown: 1 }) }, files),
      201,
    );
    expect(item).toMatchObject({ annotated: true, pictureVersion: 1, width: 30, capture: CAPTURE, originalImage: expect.any(String) });
    expect(item.markers).toMatchObject({ version: 1, shapes: [{ id: "a", type: "redact", color: "#17161C", opacity: 1 }] });
    expect(await get(item.id)).toMatchObject({ annotated: true, capture: CAPTURE, markers: item.markers });
    for (const [url, colour] of [
      [item.sourceUrl, [0x65, 0x43, 0x21]],
      [item.originalImage, [0x12, 0x34, 0x56]],
    ] as const) {
      const bytes = await bytesOf(url);
      expect(bytes.includes("secret words")).toBe(false);
      expect([...(await sharp(bytes).extract({ left: 3, top: 3, width: 1, height: 1 }).removeAlpha().raw().toBuffer())]).toEqual(colour);
    }
    const reader = await get(item.id, vera);
    expect(reader).toMatchObject({ annotated: true, originalImage: null, markers: null, permission: { read: true, write: false } });
    expect(reader.capture).toEqual({ kind: "full-page", pageTitle: "Bill", browser: "Chrome 156" });
    const { items } = (await test.call(listItems, { params: { workspaceId: team }, query: {} }, anna)).data();
    expect(items[0]).toMatchObject({ id: item.id, annotated: true, capture: null });
    // A client may send back a complete list entry, and this must not delete anything.
    expect(items[0]).not.toHaveProperty("originalImage");
    expect(items[0]).not.toHaveProperty("markers");
  });

  it("accepts annotations without an original, a capture alone, and neither", async () => {
    const drawn = await filed({ markers: JSON.stringify([MARKERS.shapes[0]]) });
    expect(drawn).toMatchObject({ annotated: false, originalImage: null, markers: { version: 1, shapes: [{ id: "a" }] }, capture: null });
    expect(await filed({ capture: JSON.stringify({ pageTitle: "a\u0000b" }), markers: "" })).toMatchObject({
      markers: null,
      capture: { pageTitle: "a b" },
    });
    expect(await filed()).toMatchObject({ annotated: false, originalImage: null, markers: null, capture: null });
  });

  const manyShapes = Array.from({ length: 2_001 }, (_, at) => ({ ...MARKERS.shapes[0], id: `s${at}` }));
  it.each<[string, Record<string, string>, FormFile[], Parameters<typeof expectError>[1], string?]>([
    ["markers that are no JSON", { markers: "{" }, [shot()], "validation-failed", "markers"],
    ["markers of a future version", { markers: '{"version":2,"shapes":[]}' }, [shot()], "validation-failed", "markers"],
    ["2,001 shapes", { markers: JSON.stringify({ version: 1, shapes: manyShapes }) }, [shot()], "validation-failed", "markers"],
    ["50 MB of markers", { markers: `"${"x".repeat(50_000_000)}"` }, [shot()], "validation-failed", "markers"],
    ["a million invalid markers", { markers: JSON.stringify(Array(1_000_000).fill(1)) }, [shot()], "validation-failed", "markers"],
    ["an invalid capture", { capture: '"x"' }, [shot()], "validation-failed", "capture"],
    ["a capture with an invalid kind", { capture: '{"kind":"stolen"}' }, [shot()], "validation-failed", "capture.kind"],
    ["an original that is no picture", {}, [shot(), shot(Buffer.from("<svg/>"), "original")], "unsupported-file-type"],
    ["a broken picture with a good original", {}, [shot(png(), "original"), shot(png(200, 200).subarray(0, 80))], "unreadable-file"],
    ["an original alone", {}, [shot(png(), "original")], "validation-failed", "file"],
    ["two originals", {}, [shot(), shot(png(), "original"), shot(png(), "original")], "validation-failed", "original"],
    ["a missing folder", { folderId: "nowhere" }, [shot(), shot(png(), "original")], "validation-failed", "folderId"],
  ])("refuses %s and stores nothing", async (_name, fields, files, code, field) => {
    const before = await traces();
    const details = expectError(await upload(fields, files), code);
    if (field) expect(details.map((one) => one.field)).toEqual([field]);
    expect(await traces()).toEqual(before);
  });

  it("creates one item for a repeated request", async () => {
    const again = () => upload({ markers: JSON.stringify(MARKERS) }, [shot(), shot(png(9, 9), "original")], { "idempotency-key": "once" });
    const first = expectData<Item>(await again(), 201);
    const before = await traces();
    const second = expectData<Item>(await again(), 201);
    expect([second.id, second.annotated, second.markers]).toEqual([first.id, true, first.markers]);
    expect(await traces()).toEqual(before);
  });
});

describe("saving the original", () => {
  it("stores the current picture once as a separate object, by reference or file name", async () => {
    const older = await filed({ fullFileName: "same.png" });
    test.clock.advance(1_000);
    const newer = await filed({ fullFileName: "same.png" });
    const save = (fullFileName: string, user = anna) =>
      test.call(saveOriginal, { params: { workspaceId: team }, body: { fullFileName } }, user);
    const { originalImage } = (await save("same.png")).data();
    expect(await get(newer.id)).toMatchObject({ annotated: true, originalImage, pictureVersion: 1 });
    expect((await get(older.id)).annotated).toBe(false);
    expect(originalImage).not.toBe(newer.sourceUrl);
    expect((await save("same.png")).data().originalImage).toBe(originalImage);
    expect((await save(older.refName)).data().originalImage).toContain("/media/");
    const drawn = expectData<Item>(await put({ refName: newer.refName }, png(5, 5)));
    expect(drawn).toMatchObject({ annotated: true, originalImage });
    for (const name of ["nowhere.png", "../same.png", "x".repeat(300)]) expectError(await save(name), "not-found");
    expectError(await save("same.png", vera), "forbidden");
    expectError(await save("same.png", ben), "not-found");
  });

  it("happens once for concurrent requests", async () => {
    const item = await filed();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => test.call(saveOriginal, { params: { workspaceId: team }, body: { fullFileName: item.refName } }, anna)),
    );
    expect(new Set(answers.map((answer) => answer.data().originalImage)).size).toBe(1);
  });
});

describe("reverting to the original", () => {
  it("shows it again, renders its thumbnails, and deletes the annotations", async () => {
    const item = await filed({ fullFileName: "a.png" });
    const webp = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#000" } })
      .webp()
      .toBuffer();
    const drawn = expectData<Item>(await put({ refName: item.refName, keepOriginal: "true", markers: JSON.stringify(MARKERS) }, webp));
    expect(drawn).toMatchObject({ fullFileName: "a.webp", mimeType: "image/webp" });
    await test.runJobs();
    const shown = await get(item.id, vera);
    expectError(await test.call(revertItem, { params: { itemId: item.id } }, vera), "forbidden");
    expectError(await test.call(revertItem, { params: { itemId: item.id } }, ben), "not-found");
    const back = (await test.call(revertItem, { params: { itemId: item.id } }, anna)).data();
    expect(back).toMatchObject({ ...WIDE, fullFileName: "a.png", mimeType: "image/png", pictureVersion: 3, annotated: false });
    expect(back).toMatchObject({ originalImage: null, markers: null, stage: "processing" });
    expect(await bytesOf(back.sourceUrl)).toEqual(png(WIDE.width, WIDE.height, SECRET));
    for (const url of [shown.sourceUrl, shown.thumbnailUrl, shown.thumbnailLargeUrl]) expectError(await fetched(url), "not-found");
    expectError(await test.call(revertItem, { params: { itemId: item.id } }, anna), "no-original");
    await test.runJobs();
    expect((await get(item.id)).thumbnailUrl).toContain("/media/");
  });

  it("happens once for two concurrent requests", async () => {
    const item = await filed();
    expectData(await put({ refName: item.refName, keepOriginal: "true" }));
    const answers = await Promise.all([1, 2].map(() => test.call(revertItem, { params: { itemId: item.id } }, anna)));
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 409]);
    expect((await get(item.id)).pictureVersion).toBe(3);
  });
});

describe("updating an item", () => {
  it("stores, changes and deletes markers, and retains or releases the original, in one transaction", async () => {
    const item = await filed();
    const stored = (await change(item.id, { title: "Drawn", markers: MARKERS, originalImage: String(item.sourceUrl) })).data();
    expect(stored).toMatchObject({ title: "Drawn", annotated: true, pictureVersion: 1, sourceUrl: item.sourceUrl });
    expect(stored.markers).toMatchObject({ shapes: [{ id: "a" }] });
    expect((await change(item.id, { originalImage: "again" })).data().originalImage).toBe(stored.originalImage);
    const script = {
      version: 1,
      shapes: [{ id: "t", type: "text", x: 0, y: 0, color: "#000000", text: "<script>alert(1)</script>", fontSize: 12 }],
    };
    expect((await change(item.id, { markers: script })).data().markers).toMatchObject(script);
    expect((await change(item.id, { markers: null })).data()).toMatchObject({ markers: null, annotated: true });
    await change(item.id, { markers: MARKERS });
    expect((await change(item.id, { originalImage: null })).data()).toMatchObject({ annotated: false, originalImage: null, markers: null });
    expectError(await fetched(stored.originalImage), "not-found");
    expect((await change(item.id, { originalImage: null, markers: MARKERS })).data().markers).toMatchObject({ shapes: [{ id: "a" }] });
  });

  it("refuses invalid data, other users and annotations of videos, and changes nothing", async () => {
    const item = await filed();
    expect(expectError(await change(item.id, { title: "x", markers: { version: 7 } }), "validation-failed")).toMatchObject([
      { field: "markers", message: "These annotations were made by a newer version of Stillreel." },
    ]);
    expect(expectError(await change(item.id, { title: "x", parentId: "nowhere", markers: MARKERS }), "validation-failed")[0]?.field).toBe(
      "parentId",
    );
    expectError(await change(item.id, { markers: MARKERS }, "image", vera), "forbidden");
    expectError(await change(item.id, { markers: MARKERS }, "video"), "not-found");
    expect(await get(item.id)).toMatchObject({ title: item.title, markers: null, annotated: false });
  });

  it("accepts a document of a megabyte in any script, and refuses fifty megabytes", async () => {
    const item = await filed();
    const texts = (count: number, text: string) => ({
      version: 1,
      shapes: Array.from({ length: count }, (_, at) => ({ id: `t${at}`, type: "text", x: 0, y: 0, color: "#000000", text, fontSize: 12 })),
    });
    const large = texts(450, "図".repeat(2_000));
    expect((await change(item.id, { markers: large })).data().markers).toMatchObject({ shapes: expect.objectContaining({ length: 450 }) });
    expect(expectError(await change(item.id, { markers: texts(600, "x".repeat(2_000)) }), "validation-failed")[0]?.field).toBe("markers");
    expectError(await change(item.id, { title: "x".repeat(50_000_000) }), "body-too-large");
    expectData(await put({ refName: item.refName, markers: JSON.stringify(large) }));
  });
});

describe("tall and wide pictures", () => {
  it.each([
    [800, 32_768],
    [1_280, 60_000],
    [60_000, 300],
  ])("%i × %i pixels are accepted, with thumbnails", { timeout: 60_000 }, async (width, height) => {
    const item = expectData<Item>(await upload({}, [shot(png(width, height))]), 201);
    expect(item).toMatchObject({ width, height });
    expect((await test.runJobs()).failed).toEqual([]);
    const ready = await get(item.id);
    expect(ready).toMatchObject({ stage: "ready", width, height });
    expect((await sharp(await bytesOf(ready.thumbnailLargeUrl)).metadata()).width).toBe(640);
  });

  it("more than 65,535 pixels on a side are refused for any total number", async () => {
    const before = await traces();
    for (const bytes of [png(65_536, 2), png(2, 65_536)]) expectError(await upload({}, [shot(bytes)]), "image-too-large");
    expect(await traces()).toEqual(before);
  });
});
