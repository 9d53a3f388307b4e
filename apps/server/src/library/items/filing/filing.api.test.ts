import { type ClientResult, type getImage, getVideo, listItems, purgeVideo } from "@stillreel/contract";
import { createTestApp, expectData, expectError, multipart, png, type TestApp, type TestUser, video } from "@stillreel/testing";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folders } from "../../../platform/db/schema/index.ts";
import type { Inspected } from "./filing.service.ts";

type Item = ClientResult<typeof getImage>;
let test: TestApp;
let anna: TestUser;

beforeAll(async () => {
  test = await createTestApp();
  anna = await test.user();
});
afterAll(() => test.close());

/** Probe result of a video of 12 seconds. */
const VIDEO: Inspected = {
  type: "video",
  mimeType: "video/mp4",
  width: 640,
  height: 360,
  durationMs: 12_000,
  videoFacts: { container: "mp4", videoCodec: "avc", audioCodec: null, frameRate: 30 },
};
const PICTURE: Inspected = { type: "image", mimeType: "image/png", width: 4, height: 3 };

const upload = (type: "image" | "video", bytes: Uint8Array, fields: Record<string, string> = {}, fileName = "clip.mp4") => {
  const form = multipart(fields, { fileName, type: "video/mp4", bytes });
  return test.app.inject({
    method: "POST",
    url: `/api/v1/workspace/personal/files/${type}`,
    headers: { ...anna.headers, ...form.headers },
    payload: form.payload,
  });
};
const traces = async () =>
  (
    await test.ports.pool.query(
      "select (select count(*) from items) as items, (select count(*) from blobs) as blobs, (select count(*) from search_entries) as entries",
    )
  ).rows;

describe("uploading a video by form", () => {
  it("creates it from the probe, queues its renditions, and makes it playable immediately", async () => {
    const clip = await video({ seconds: 1, width: 64, height: 48, audio: null });
    const item = expectData<Item>(await upload("video", clip, { pageUrl: " https://example.com/a?b#c " }), 201);
    expect(item).toMatchObject({
      type: "video",
      title: "clip",
      fullFileName: "clip.mp4",
      stage: "processing",
      mimeType: "video/mp4",
      width: 64,
      height: 48,
      duration: expect.closeTo(1, 1),
      pageUrl: "https://example.com/a?b#c",
      sourceUrl: expect.stringContaining("/media/"),
      posterUrl: null,
    });
    const params = { workspaceId: "personal", itemId: item.id };
    expect((await test.call(getVideo, { params }, anna)).data()).toMatchObject({ id: item.id, duration: item.duration });
    const { rows } = await test.ports.pool.query(
      "select identifier from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id where payload->>'itemId' = $1",
      [item.id],
    );
    expect(rows).toEqual([{ identifier: "media.make-video-renditions" }]);
    const found = (await test.call(listItems, { params: { workspaceId: "personal" }, query: { q: "example" } }, anna)).data();
    expect(found.items.map((each) => each.id)).toEqual([item.id]);
    (await test.call(purgeVideo, { params: { workspaceId: "personal" }, query: { videoId: item.id, refName: item.refName } }, anna)).data();
    expectError(await test.call(getVideo, { params }, anna), "not-found");
  });

  it.each<[string, Record<string, string>, string]>([
    ["a URL that is not of a web page", { pageUrl: "javascript:alert(1)" }, "pageUrl"],
    ["an invalid URL", { pageUrl: "example dot com" }, "pageUrl"],
    ["a very long URL", { pageUrl: `https://example.com/${"x".repeat(3_000)}` }, "pageUrl"],
  ])("refuses %s and stores nothing", async (_name, fields, field) => {
    const before = await traces();
    expect(expectError(await upload("image", png(), fields, "x.png"), "validation-failed")[0]?.field).toBe(field);
    expect(await traces()).toEqual(before);
  });

  it("refuses pictures as videos, and invalid data as either", async () => {
    const before = await traces();
    expectError(await upload("video", png(20, 20), {}, "really.mp4"), "unsupported-file-type");
    expectError(await upload("video", randomBytes(500)), "unsupported-file-type");
    expectError(await upload("image", Buffer.from("\0\0\0\x18ftypmp42\0\0\0\0mp42isom"), {}, "really.png"), "unsupported-file-type");
    expect(await traces()).toEqual(before);
  });
});

describe("an announced upload", () => {
  async function announce(
    type: "image" | "video",
    folderKind?: "image" | "video" | "mixed",
  ): Promise<{ id: string; folderId: string | null }> {
    const session = await test.app.inject({ url: "/api/v1/auth/user-data", headers: anna.headers });
    const userId = session.json<{ data: { id: string } }>().data.id;
    const { rows } = await test.ports.pool.query<{ id: string }>("select id from workspaces where personal_owner_id = $1", [userId]);
    const workspace = { id: rows[0]?.id ?? "", kind: "personal" as const, role: "owner" as const, rightsVersion: 0 };
    const folderId = folderKind ? test.ports.ids.id() : null;
    if (folderId)
      await test.ports.db
        .insert(folders)
        .values({ id: folderId, workspaceId: workspace.id, kind: folderKind ?? "image", name: folderId, nameKey: folderId, color: "x" });
    const names = { title: "Coming", fullFileName: null, folderId, pageUrl: "https://example.org/" };
    const actor = {
      kind: "user" as const,
      id: userId,
      role: "user" as const,
      sessionId: "",
      authenticatedAt: new Date(),
      personalWorkspaceId: workspace.id,
    };
    const id = await test.modules.items.createUploading(test.ports.db, actor, {
      workspace,
      type,
      names,
      mimeType: "image/png",
      sizeBytes: 9,
    });
    return { id, folderId };
  }
  const stored = () => {
    const id = test.ports.ids.id();
    return { id, storageKey: `b/00/00/${id}`, sha256: "00", sizeBytes: 12, mimeType: "application/octet-stream" };
  };

  it.each<["image" | "video", "image" | "video" | "mixed" | undefined, Inspected, "stays" | "root"]>([
    ["image", "image", PICTURE, "stays"],
    ["video", "video", VIDEO, "stays"],
    ["image", "image", VIDEO, "root"],
    ["video", "video", PICTURE, "root"],
    ["image", "mixed", VIDEO, "stays"],
    ["video", undefined, PICTURE, "root"],
  ])("announced as %s into a folder of kind %s gets its real type and a folder", async (type, kind, inspected, view) => {
    const { id, folderId } = await announce(type, kind);
    expect(await test.modules.items.completeUpload(test.ports.db, id, stored(), inspected)).toBe(true);
    const { rows } = await test.ports.pool.query(
      "select type, folder_id, stage, duration_ms, mime_type, page_url from items where id = $1",
      [id],
    );
    expect(rows).toEqual([
      {
        type: inspected.type,
        folder_id: view === "stays" ? folderId : null,
        stage: "processing",
        duration_ms: inspected.type === "video" ? 12_000 : null,
        mime_type: inspected.mimeType,
        page_url: "https://example.org/",
      },
    ]);
  });

  it("is stored in the root when its folder was deleted, and discarded without its item", async () => {
    const { id, folderId } = await announce("image", "image");
    await test.ports.pool.query("delete from folders where id = $1", [folderId]);
    expect(await test.modules.items.completeUpload(test.ports.db, id, stored(), PICTURE)).toBe(true);
    const gone = await announce("image");
    await test.ports.db.transaction((tx) => test.modules.items.removeItem(tx, gone.id));
    expect(await test.modules.items.completeUpload(test.ports.db, gone.id, stored(), PICTURE)).toBe(false);
  });
});
