import { createHash } from "node:crypto";
import { API_BASE } from "@stillreel/contract";
import { createTestApp, expectData, multipart, type TestApp, type TestUser, video } from "@stillreel/testing";
import { startVendors, type Vendors } from "@stillreel/testing/vendors";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect } from "../../people/connections/connections.fixture.ts";
import type { Storage } from "../../platform/ports/storage.port.ts";
import { largePicture, save } from "./saves.fixture.ts";

/** The services that store files. */
export const BOTH = ["drive", "dropbox"] as const;

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
/** Returns a user with both services. */
export async function connectedUser(t: TestApp): Promise<TestUser> {
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

/**
 * Defines the tests of saves whose bytes come from a store.
 * @param makeStorage creates the store; null for the disk of the test app
 */
export function testSavesFrom(name: string, isAvailable: boolean, makeStorage: (() => Promise<Storage>) | null): void {
  describe.skipIf(!isAvailable)(`saves from ${name}`, () => {
    let vendors: Vendors;
    /** Files at both services. */
    const stored = () => [
      ...vendors.google.files.values(),
      ...[...vendors.dropbox.files.values()].map((file) => ({ ...file, name: file.path.slice(1) })),
    ];
    let t: TestApp;
    let user: TestUser;
    let webm: Uint8Array;
    let clipId: string;

    beforeAll(async () => {
      vendors = await startVendors();
      t = await createTestApp({ config: vendors.environment, ...(makeStorage ? { ports: { storage: await makeStorage() } } : {}) });
      user = await connectedUser(t);
      webm = await video({ container: "webm", video: "libvpx-vp9", audio: "libopus" });
      clipId = await uploaded(t, user, webm, "Clip.webm");
    }, 120_000);
    beforeEach(() => {
      vendors.google.files.clear();
      vendors.dropbox.files.clear();
    });
    afterAll(async () => {
      await t?.close();
      await vendors?.close();
    });

    test.each(BOTH)("a video arrives at %s as the MP4 that plays everywhere, and unchanged as its original", async (provider) => {
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
    });

    test.each(BOTH)("a file of several pieces arrives at %s complete, also after an interruption", async (provider) => {
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
}
