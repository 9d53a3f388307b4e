import { createHash } from "node:crypto";
import { API_BASE } from "@stillreel/contract";
import { createTestApp, expectData, multipart, type TestApp, type TestUser, video } from "@stillreel/testing";
import { startVendors, type Vendors } from "@stillreel/testing/vendors";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { installS3, startS3 } from "../../../../../testing/src/s3/index.ts";
import { connect } from "../../people/connections/connections.fixture.ts";
import type { Storage } from "../../platform/ports/storage.port.ts";
import { createS3Storage } from "../../platform/ports/storage/s3.storage.ts";
import { begin, largePicture, read, save } from "./saves.fixture.ts";

const BOTH = ["drive", "dropbox"] as const;
const whyNot = await installS3();

let vendors: Vendors;
beforeAll(async () => {
  vendors = await startVendors();
});
beforeEach(() => {
  vendors.google.files.clear();
  vendors.dropbox.files.clear();
  vendors.dropbox.folders.clear();
});
afterAll(() => vendors.close());

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
/** Files at both services, without folders. */
const stored = () => [
  ...[...vendors.google.files.values()].filter(({ mimeType }) => !mimeType.includes("folder")),
  ...[...vendors.dropbox.files.values()].map((file) => ({ ...file, name: file.path.slice(1) })),
];

async function connectedUser(t: TestApp): Promise<TestUser> {
  const user = await t.user();
  for (const provider of BOTH) await connect(t, user, provider);
  return user;
}

/** Uploads a video and waits for its renditions. */
async function uploaded(t: TestApp, user: TestUser, bytes: Uint8Array, fileName: string): Promise<string> {
  const form = multipart({ fullFileName: fileName, title: "Clip" }, { fileName, type: "video/webm", bytes });
  const url = `${API_BASE}/workspace/personal/files/video`;
  const answer = await t.app.inject({ method: "POST", url, headers: { ...user.headers, ...form.headers }, payload: form.payload });
  const { id } = expectData<{ id: string }>(answer, 201);
  await t.runJobs();
  return id;
}

async function bytesOf(storage: Storage, key: string): Promise<Buffer> {
  const { stream } = await storage.get(key);
  return Buffer.concat(await stream.toArray());
}

const s3Store = async (): Promise<{ storage: Storage }> => ({ storage: createS3Storage((await startS3()).settings) });

describe.each([
  ["the disk", true, async () => ({})],
  [whyNot ? `S3 (skipped: ${whyNot})` : "S3", whyNot === null, s3Store],
] as const)("from %s", (_name, isAvailable, makePorts) => {
  let t: TestApp;
  let user: TestUser;
  let webm: Uint8Array;
  let clipId: string;

  beforeAll(async () => {
    if (!isAvailable) return;
    t = await createTestApp({ config: vendors.environment, ports: await makePorts() });
    user = await connectedUser(t);
    webm = await video({ container: "webm", video: "libvpx-vp9", audio: "libopus" });
    clipId = await uploaded(t, user, webm, "Clip.webm");
  }, 120_000);
  afterAll(() => t?.close());

  test.skipIf(!isAvailable).each(BOTH)(
    "a video arrives at %s as the MP4 that plays everywhere, and unchanged as its original",
    async (provider) => {
      const universal = await t.modules.media.universal(clipId);
      const mp4 = await bytesOf(t.ports.storage, universal?.storageKey ?? "");
      expect(mp4.subarray(4, 8).toString("latin1")).toBe("ftyp");
      expect(await save(t, user, provider, [clipId], { format: "png" })).toMatchObject({
        state: "done",
        results: [{ fileName: "Clip.mp4" }],
      });
      expect(stored()).toMatchObject([{ name: "Clip.mp4", size: mp4.length, sha256: sha256(mp4) }]);
      expect(await save(t, user, provider, [clipId], { format: "original" })).toMatchObject({ state: "done" });
      expect(stored()[1]).toMatchObject({ name: "Clip.webm", size: webm.length, sha256: sha256(webm) });
      if (provider === "drive") expect(stored().map((file) => "mimeType" in file && file.mimeType)).toEqual(["video/mp4", "video/webm"]);
    },
  );

  test.skipIf(!isAvailable).each(BOTH)("a file of several pieces arrives at %s complete, also after an interruption", async (provider) => {
    const bytes = await largePicture();
    const { id } = await t.image(user, { bytes, fileName: "Large.png" });
    await t.runJobs();
    const double = provider === "drive" ? vendors.google : vendors.dropbox;
    const [path, before] = provider === "drive" ? (["/upload/drive", 2] as const) : (["append_v2", 1] as const);
    double.failNext(path, { kind: "delay", ms: 0 }, before);
    double.failNext(path, { kind: "lose-answer" });
    expect(await save(t, user, provider, [id])).toMatchObject({ state: "done", bytes: bytes.length });
    expect(stored()).toMatchObject([{ size: bytes.length, sha256: sha256(bytes) }]);
  });
});

test.each(BOTH)("saves that create the same subfolder at %s at the same time create it once", async (provider) => {
  const t = await createTestApp({ config: vendors.environment });
  const user = await connectedUser(t);
  const { id } = await t.image(user, { fileName: "Shot.png" });
  await t.runJobs();
  // Both search for the folder before one of them has created it.
  const double = provider === "drive" ? vendors.google : vendors.dropbox;
  double.failNext(provider === "drive" ? "/drive/v3/files" : "/2/files/", { kind: "delay", ms: 150 }, 12);
  const saveIds: string[] = [];
  for (const name of ["One", "Two"]) saveIds.push(await begin(t, user, provider, [id], { subfolder: "Captures/Today", name }));
  await t.startWorker();
  const states = async () => Promise.all(saveIds.map(async (saveId) => (await read(t, user, saveId)).state));
  await vi.waitUntil(async () => (await states()).every((state) => state !== "running"), { timeout: 20_000, interval: 200 });
  expect(await states()).toEqual(["done", "done"]);
  const folders =
    provider === "drive"
      ? [...vendors.google.files.values()].filter(({ mimeType }) => mimeType.includes("folder")).map(({ name }) => name)
      : [...vendors.dropbox.folders.values()];
  expect(folders).toEqual(provider === "drive" ? ["Captures", "Today"] : ["/Captures", "/Captures/Today"]);
  const files = [...vendors.google.files.values()].filter(({ mimeType }) => !mimeType.includes("folder"));
  expect(new Set(files.map(({ parents }) => parents[0])).size).toBe(provider === "drive" ? 1 : 0);
  double.clearFaults();
  await t.close();
});
