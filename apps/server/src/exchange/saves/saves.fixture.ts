import { randomBytes } from "node:crypto";
import { type ClientArgs, createSave, getSave, type SaveProvider } from "@stillreel/contract";
import type { TestApp, TestUser } from "@stillreel/testing";
import sharp from "sharp";

/** Returns an image of 20 MB: an upload of three pieces. */
export const largePicture = (): Promise<Buffer> =>
  sharp(randomBytes(2_600 * 2_600 * 3), { raw: { width: 2_600, height: 2_600, channels: 3 } })
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
  const { failed } = await t.runJobs();
  if (failed[0]) throw failed[0].error;
  return read(t, user, id);
}
