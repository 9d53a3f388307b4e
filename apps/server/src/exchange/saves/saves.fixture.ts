import { randomBytes } from "node:crypto";
import { type ClientArgs, createSave, getSave, type SaveProvider } from "@stillreel/contract";
import type { TestApp, TestUser } from "@stillreel/testing";
import sharp from "sharp";

/** Returns an image of 31 MB: an upload of three pieces. */
export const largePicture = (): Promise<Buffer> =>
  sharp(randomBytes(3_200 * 3_200 * 3), { raw: { width: 3_200, height: 3_200, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();

type Options = Partial<Omit<ClientArgs<typeof createSave>["body"], "itemIds">>;

/** Starts a save and returns its id. */
export async function begin(t: TestApp, user: TestUser, provider: SaveProvider, itemIds: string[], options: Options = {}): Promise<string> {
  const body = { itemIds, format: "original" as const, ...options };
  return (await t.call(createSave, { params: { provider }, body }, user)).data().saveId;
}

/** Returns the state of a save. */
export const read = async (t: TestApp, user: TestUser, saveId: string) => (await t.call(getSave, { params: { saveId } }, user)).data();

/** Saves items and returns the final state. */
export async function save(t: TestApp, user: TestUser, provider: SaveProvider, itemIds: string[], options: Options = {}) {
  const id = await begin(t, user, provider, itemIds, options);
  await runUntilEnd(t, user, id);
  return read(t, user, id);
}

/** Runs the jobs of a save, and those that wait for some seconds after a failure, until it ends. */
export async function runUntilEnd(t: TestApp, user: TestUser, saveId: string): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    const { failed } = await t.runJobs();
    if (failed[0]) throw failed[0].error;
    if ((await read(t, user, saveId)).state !== "running") return;
    t.clock.advance(2_000);
  }
}
