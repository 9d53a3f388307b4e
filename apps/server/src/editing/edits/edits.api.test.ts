import {
  API_BASE,
  EDITS_WIRE_BYTES_MAX,
  getEdits,
  listVersions,
  putEdits,
  updateItem,
  type addEditAsset,
  type ClientResult,
  type EditDocument,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, multipart, png, type TestApp, video } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createStudio, type Studio } from "./edits.fixture.ts";

type EditAsset = ClientResult<typeof addEditAsset>;

let t: TestApp;
let studio: Studio;
let itemId: string;

beforeAll(async () => {
  t = await createTestApp();
  studio = await createStudio(t);
  ({ id: itemId } = await studio.upload());
  await t.runJobs();
});
afterAll(() => t.close());

const read = (id = itemId, user = studio.owner) => t.call(getEdits, { params: { itemId: id } }, user);
const put = (version: number, document: unknown, { id = itemId, user = studio.owner } = {}) =>
  t.call(putEdits, { params: { itemId: id }, body: { version, document } }, user);
const whole = async (id = itemId): Promise<EditDocument> => (await read(id)).data().document;

async function addAsset(id: string, bytes: Buffer, user = studio.owner, fileName = "file.bin") {
  const form = multipart({}, { fileName, type: "application/octet-stream", bytes });
  const url = `${API_BASE}/items/${id}/edits/assets`;
  return t.app.inject({ method: "POST", url, headers: { ...user.headers, ...form.headers }, payload: form.payload });
}
/** Creates a WAV of a tone. */
function wav(seconds: number): Buffer {
  const bytes = Buffer.alloc(44 + Math.round(seconds * 8_000) * 2);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(8_000, 24);
  bytes.writeUInt32LE(16_000, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(bytes.length - 44, 40);
  for (let at = 44; at < bytes.length; at += 2) bytes.writeInt16LE(Math.round(Math.sin(at / 9) * 9_000), at);
  return bytes;
}

describe("edits", () => {
  it("of an unedited video are one clip over its whole length, with an address of its file", async () => {
    const { version, document, shown, source, joined, render } = (await read()).data();
    expect({ version, shown, joined, render }).toEqual({ version: 0, shown: null, joined: [], render: null });
    expect(document.clips).toEqual([{ start: 0, end: source.duration }]);
    expect(source).toMatchObject({ itemId, type: "video", width: 64, height: 48, hasSound: true });
    expect(source.duration).toBeCloseTo(4, 1);
    expect(source.storyboard).not.toBeNull();
    expect((await t.app.inject({ url: source.url ?? "" })).headers["content-type"]).toBe("video/mp4");
    const { items } = (await t.call(listVersions, { params: { itemId } }, studio.owner)).data();
    expect(items).toMatchObject([{ kind: "original", isShown: true, createdBy: { id: studio.owner.id } }]);
  });

  it("are stored as a draft, and a change that is based on an older version is refused", async () => {
    const { id } = await studio.upload();
    const document = { ...(await whole(id)), clips: [{ start: 1, end: 2, speed: 2 }] };
    expect((await put(0, document, { id })).data().version).toBe(1);
    expectError(await put(0, document, { id }), "edit-conflict");
    expect((await put(1, { ...document, volume: 0.5 }, { id, user: studio.member })).data().version).toBe(2);
    expectError(await put(1, document, { id }), "edit-conflict");
    expect((await read(id)).data()).toMatchObject({ version: 2, document: { volume: 0.5, clips: [{ start: 1, end: 2, speed: 2 }] } });
    // Of two concurrent changes exactly one is stored.
    const both = await Promise.all([1, 2].map((start) => put(2, { ...document, clips: [{ start, end: 3 }] }, { id })));
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  it("are only for callers who may change the video", async () => {
    const document = await whole();
    for (const call of [
      (user: Studio["owner"] | null) => t.call(getEdits, { params: { itemId } }, user),
      (user: Studio["owner"] | null) => t.call(putEdits, { params: { itemId }, body: { version: 0, document } }, user),
      (user: Studio["owner"] | null) => t.call(listVersions, { params: { itemId } }, user),
    ]) {
      expectError(await call(studio.viewer), "forbidden");
      expectError(await call(studio.outsider), "not-found");
      expectError(await call(null), "unauthenticated");
    }
    const { id: pictureId } = await t.image(studio.owner);
    expectError(await read(pictureId), "not-found");
    expectError(await read("nonsense"), "not-found");
    const { id } = await studio.upload();
    const params = { workspaceId: studio.teamId, type: "video" as const, itemId: id };
    await t.call(updateItem, { params, body: { trash: true } }, studio.owner);
    expectError(await read(id), "not-found");
  });

  it("with invalid content are refused with the path and a sentence", async () => {
    const document = await whole();
    const zoom = { kind: "zoom", start: 0, end: 2, x: 0, y: 0, width: 0.5, height: 0.5 };
    const figure = (shape: object) => ({
      id: "f",
      kind: "figure",
      start: 0,
      end: 1,
      shape: { id: "s", x: 0, y: 0, width: 9, height: 9, ...shape },
    });
    const refused: [unknown, string, RegExp][] = [
      [{ ...document, format: 2 }, "document", /newer version/u],
      [{ ...document, clips: [] }, "document.clips", /Everything is removed/u],
      [{ ...document, clips: [{ start: 3, end: 9 }] }, "document.clips.0.end", /after the end/u],
      [{ ...document, clips: [{ start: 0, end: "NaN" }] }, "document.clips.0.end", /number/u],
      [{ ...document, clips: Array.from({ length: 10_000 }, () => ({ start: 0, end: 1 })) }, "document", /At most 1000 clips/u],
      [
        {
          ...document,
          effects: [
            { ...zoom, id: "a" },
            { ...zoom, id: "b", start: 1, end: 3 },
          ],
        },
        "document.effects",
        /overlap/u,
      ],
      [{ ...document, effects: [figure({ type: "blur", strength: 10 })] }, "document.effects.0.shape", /not drawn on videos/u],
      [
        { ...document, effects: [figure({ type: "magnifier", source: { x: 1, y: 1 }, zoom: 40, color: "#000000" })] },
        "document.effects.0.shape.zoom",
        /At most 10/u,
      ],
      [{ ...document, effects: [figure({ type: "magnifier", color: "#000000" })] }, "document.effects.0.shape.source", /required/u],
      [
        { ...document, effects: [figure({ type: "stamp", size: 40, glyph: "<b>", color: "#000000" })] },
        "document.effects.0.shape.glyph",
        /or emoji/u,
      ],
      [{ ...document, audio: { assetId: itemId, mode: "add" } }, "document.audio.assetId", /find that sound/u],
      [{ ...document, poster: { assetId: itemId } }, "document.poster.assetId", /find that picture/u],
      [{ ...document, poster: { at: 60 } }, "document.poster.at", /after the end/u],
      ["junk", "document", /object/u],
      [null, "document", /object/u],
    ];
    for (const [given, field, message] of refused) {
      const [issue] = expectError(await put(0, given), "validation-failed") ?? [];
      expect(issue).toMatchObject({ field, message: expect.stringMatching(message) as string });
    }
    expect((await read()).data().version).toBe(0);
  });

  it("of fifty megabytes are refused before they are parsed", async () => {
    const url = `${API_BASE}/items/${itemId}/edits`;
    const headers = { ...studio.owner.headers, "content-type": "application/json" };
    const began = performance.now();
    const payload = Buffer.alloc(50_000_000, " ");
    expectError(await t.app.inject({ method: "PUT", url, headers, payload }), "body-too-large");
    expect(performance.now() - began).toBeLessThan(5_000);
    expectError(await t.app.inject({ method: "PUT", url, headers, payload: Buffer.alloc(EDITS_WIRE_BYTES_MAX, " ") }), "bad-request");
  });

  it("join only items of the same space that the caller may read, without showing whether others exist", async () => {
    const { id } = await studio.upload();
    const other = await studio.upload();
    const personal = await studio.upload(undefined, studio.owner, "personal");
    const foreign = await studio.upload(undefined, studio.outsider, "personal");
    const document = await whole(id);
    const joining = (joinedId: string) => ({ ...document, clips: [...document.clips, { start: 0, end: 1, itemId: joinedId }] });
    const refused = [personal.id, foreign.id, "01890000-0000-7000-8000-000000000000", id];
    const answers = await Promise.all(refused.map((joinedId) => put(0, joining(joinedId), { id })));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(expectError(answers[0] as never, "validation-failed")).toMatchObject([{ field: "document.clips.1.itemId" }]);
    expect((await put(0, joining(other.id), { id })).data().version).toBe(1);
    expect((await read(id)).data().joined).toMatchObject([{ itemId: other.id, title: "Clip", type: "video" }]);
    const params = { workspaceId: studio.teamId, type: "video" as const, itemId: other.id };
    await t.call(updateItem, { params, body: { trash: true } }, studio.owner);
    expect((await read(id)).data().joined).toMatchObject([{ itemId: other.id, url: null, title: "" }]);
  });

  it("do not store fields that the format does not have", async () => {
    const { id } = await studio.upload();
    const document = { ...(await whole(id)), ownerId: "forged", clips: [{ start: 0, end: 1, blobId: "forged" }] };
    const body = { version: 0, document, itemId, updatedBy: "forged" } as never;
    expect((await t.call(putEdits, { params: { itemId: id }, body }, studio.owner)).data().document.clips).toEqual([{ start: 0, end: 1 }]);
    const { rows } = await t.ports.pool.query<{ row: object }>("select to_jsonb(e) as row from video_edits e where item_id = $1", [id]);
    expect(JSON.stringify(rows)).not.toContain("forged");
  });

  it("use uploaded sounds and pictures, whose content decides what they are", async () => {
    const { id } = await studio.upload();
    const sound = expectData<EditAsset>(await addAsset(id, wav(1.5), studio.owner, "music.png"), 201);
    expect(sound).toMatchObject({ kind: "sound", name: "music.png", duration: expect.closeTo(1.5, 1) as number, width: null });
    const picture = expectData<EditAsset>(await addAsset(id, png(40, 30)), 201);
    expect(picture).toMatchObject({ kind: "picture", width: 40, height: 30, duration: null });
    expect((await t.app.inject({ url: sound.url })).headers["content-type"]).toBe("audio/wav");
    const document = { ...(await whole(id)), audio: { assetId: sound.id, mode: "add" }, poster: { assetId: picture.id } };
    expect((await put(0, document, { id })).data().version).toBe(1);
    expect((await read(id)).data().assets.map(({ id: assetId }) => assetId)).toEqual([sound.id, picture.id]);
    // An asset belongs to one video and has one use.
    expectError(await put(1, { ...document, poster: { assetId: sound.id } }, { id }), "validation-failed");
    expectError(await put(0, { ...(await whole()), poster: { assetId: picture.id } }), "validation-failed");
    const clip = await video({ seconds: 0.5, width: 64, height: 48, audio: null });
    for (const bytes of [clip, Buffer.from("<html></html>"), Buffer.from("#EXTM3U\n/etc/passwd"), Buffer.alloc(0)])
      expectError(await addAsset(id, bytes), "unsupported-file-type");
    expectError(await addAsset(id, wav(1).subarray(0, 40)), "unreadable-file");
    expectError(await addAsset(id, png(4, 4), studio.viewer), "forbidden");
    expectError(await addAsset(id, png(4, 4), studio.outsider), "not-found");
    expect((await read(id)).data().assets).toHaveLength(2);
  });
});
