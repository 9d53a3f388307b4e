import {
  getSettings,
  getShare,
  getSignInOptions,
  listOutbox,
  sendResetPasswordEmail,
  updateSettings,
  uploadServerLogo,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
import sharp from "sharp";
import { describe, expect, it } from "vitest";

const upload = (t: TestApp, user: TestUser | null, bytes: Uint8Array) => {
  const form = multipart({}, { fileName: "logo.png", type: "image/png", bytes });
  return t.app.inject({
    method: "POST",
    url: `/api/v1${uploadServerLogo.path}`,
    headers: { ...user?.headers, ...form.headers },
    payload: form.payload,
  });
};
const logoOf = async (t: TestApp): Promise<string | null> => (await t.call(getSignInOptions)).data().logoUrl;

describe("the logo of the installation", () => {
  it("is shown on the sign-in page, public pages and in mails, at a separate address", async () => {
    await using t = await createTestApp();
    const admin = await t.user();
    expect(await logoOf(t)).toBeNull();
    expectData(await upload(t, admin, png(60, 20)));
    const url = (await logoOf(t)) ?? "";
    const picture = await t.app.inject(url);
    expect([picture.statusCode, picture.headers["content-type"], picture.headers["cache-control"]]).toEqual([
      200,
      "image/webp",
      "public, max-age=31536000, immutable",
    ]);
    const { id: itemId } = await t.image(admin);
    const { slug } = (await t.call(getShare, { params: { workspaceId: "personal", itemId } }, admin)).data();
    expect((await t.app.inject(`/s/${slug}`)).body).toContain(`<img class="own-logo" src="${url}"`);
    await t.call(sendResetPasswordEmail, { body: { email: admin.email } });
    expect((await t.call(listOutbox, {}, admin)).data().items[0]?.html).toContain(`src="http://localhost:8700${url}"`);

    expectData(await upload(t, admin, png(20, 20)));
    expect(await logoOf(t)).not.toBe(url);
    expect((await t.app.inject(url)).statusCode).toBe(404);
    const { logo } = (await t.call(getSettings, {}, admin)).data();
    expectData(await t.call(updateSettings, { body: { logo: { value: null, version: logo.version } } }, admin));
    expect(await logoOf(t)).toBeNull();
    const { rows } = await t.ports.pool.query("select details from audit where action = 'setting.changed' order by at, id");
    expect(rows.map(({ details }) => details)).toEqual([
      { subject: "logo", value: url },
      { subject: "logo", value: expect.stringMatching(/^\/api\/v1\/logo\//u) },
      { subject: "logo", value: null },
    ]);
  });

  it("is stored scaled down, upright and without metadata", async () => {
    await using t = await createTestApp();
    const admin = await t.user();
    // Wide, and turned by its metadata, which also contain a text.
    const photo = await sharp({ create: { width: 900, height: 1_800, channels: 3, background: "#2a6" } })
      .withExif({ IFD0: { Artist: "Secret Artist" } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 40 })
      .toBuffer();
    expectData(await upload(t, admin, photo));
    const stored = (await t.app.inject((await logoOf(t)) ?? "")).rawPayload;
    const { format, width, height, exif, orientation } = await sharp(stored).metadata();
    expect({ format, width, height, exif, orientation }).toEqual({ format: "webp", width: 512, height: 256 });
    expect(stored.includes("Secret Artist")).toBe(false);
  });

  it("is a small picture by content, and only administrators upload it", async () => {
    await using t = await createTestApp();
    const [admin, other] = [await t.user(), await t.user()];
    expectError(await upload(t, other, png(10, 10)), "forbidden");
    expectError(await upload(t, null, png(10, 10)), "unauthenticated");
    expectError(await upload(t, admin, Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")), "unsupported-file-type");
    expectError(await upload(t, admin, Buffer.concat([png(10, 10), Buffer.alloc(31 * 1024)])), "file-too-large");
    const forged = { logo: { value: { id: "0".repeat(32), data: "" }, version: 0 } };
    expectError(await t.call(updateSettings, { body: forged as never }, admin), "validation-failed");
    expect(await logoOf(t)).toBeNull();
  });
});
