import { copyItem, deleteCaptions, deleteShare, getCaptions, getShare, putCaptions, updateShare } from "@stillreel/contract";
import { createTeam, createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let t: TestApp;
let owner: TestUser;
let viewer: TestUser;
let stranger: TestUser;
let teamId: string;

const VTT = "WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nHello\n";

beforeAll(async () => {
  t = await createTestApp();
  await t.user();
  [owner, viewer, stranger] = [await t.user(), await t.user(), await t.user()];
  ({ id: teamId } = await createTeam(t, [
    [owner, "owner"],
    [viewer, "viewer"],
  ]));
});
afterAll(() => t.close());

async function film(type: "image" | "video" = "video"): Promise<string> {
  const { id } = await t.image(owner);
  await t.ports.pool.query("update items set workspace_id = $2, type = $3 where id = $1", [id, teamId, type]);
  return id;
}
const put = (itemId: string, language: string, body: { vtt: string; label?: string } = { vtt: VTT }, user: TestUser | null = owner) =>
  t.call(putCaptions, { params: { itemId, language }, body }, user);
const get = (itemId: string, language: string, user: TestUser | null = owner, share?: string, headers = {}) =>
  t.call(getCaptions, { params: { itemId, language }, query: { share } }, user, headers);
const remove = (itemId: string, language: string, user: TestUser | null = owner) =>
  t.call(deleteCaptions, { params: { itemId, language } }, user);

describe("captions", () => {
  it("are set, listed by language, read, replaced and deleted", async () => {
    const itemId = await film();
    expect((await put(itemId, "de")).data()).toEqual({ language: "de", label: "Deutsch", vtt: VTT });
    expect((await put(itemId, "pt-br", { vtt: VTT, label: "  Brasil " })).data()).toEqual({ language: "pt-BR", label: "Brasil", vtt: VTT });
    expect((await put(itemId, "ar")).data().label).toBe("العربية");
    expect((await put(itemId, "qaa")).data().label).toBe("qaa");
    expect(await t.modules.captions.list(itemId)).toEqual([
      { language: "pt-BR", label: "Brasil" },
      { language: "de", label: "Deutsch" },
      { language: "qaa", label: "qaa" },
      { language: "ar", label: "العربية" },
    ]);
    expect((await get(itemId, "PT-BR")).data().vtt).toBe(VTT);
    const srt = "1\n00:00:01,000 --> 00:00:04,000\n<script>Hallo</script>\n";
    expect((await put(itemId, "de", { vtt: srt })).data().vtt).toBe(VTT.replace("Hello", "Hallo"));
    expect((await get(itemId, "de")).data().vtt).toBe(VTT.replace("Hello", "Hallo"));
    expect((await remove(itemId, "de")).statusCode).toBe(200);
    for (const answer of [await remove(itemId, "de"), await get(itemId, "de"), await get(itemId, "fr")]) expectError(answer, "not-found");
  });

  it("are returned as an inert file to clients that accept text/vtt", async () => {
    const itemId = await film();
    await put(itemId, "en");
    const answer = await get(itemId, "en", owner, undefined, { accept: "text/vtt" });
    expect(answer.body).toBe(VTT);
    expect(answer.headers).toMatchObject({
      "content-type": "text/vtt; charset=utf-8",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
      "content-security-policy": "sandbox; default-src 'none'",
    });
    expect((await get(itemId, "en", owner, undefined, { accept: "*/*" })).data().vtt).toBe(VTT);
    expectError(await get(itemId, "fr", owner, undefined, { accept: "text/vtt" }), "not-found");
  });

  it("are read with read permission on the video, and set with write permission", async () => {
    const itemId = await film();
    const params = { workspaceId: teamId, itemId };
    const { slug } = (await t.call(getShare, { params }, owner)).data();
    await put(itemId, "en");
    for (const [user, share] of [
      [viewer, undefined],
      [stranger, slug],
      [null, slug],
    ] as const)
      expect((await get(itemId, "en", user, share)).data().vtt).toBe(VTT);
    expectError(await get(itemId, "en", stranger), "not-found");
    expectError(await get(itemId, "en", null), "unauthenticated");
    for (const [user, code] of [
      [viewer, "forbidden"],
      [stranger, "not-found"],
      [null, "unauthenticated"],
    ] as const) {
      expectError(await put(itemId, "en", { vtt: VTT }, user), code);
      expectError(await remove(itemId, "en", user), code);
    }
    await t.call(updateShare, { params, body: { password: "open sesame" } }, owner);
    expectError(await get(itemId, "en", null, slug), "password-required");
    await t.call(deleteShare, { params }, owner);
    expectError(await get(itemId, "en", null, slug), "not-found");
  });

  it("that cannot be read are refused line by line", async () => {
    const itemId = await film();
    const details = expectError(await put(itemId, "en", { vtt: "WEBVTT\n\nHello\n" }), "validation-failed");
    expect(details).toMatchObject([{ field: "vtt", message: "Line 3: a time such as 00:01.000 --> 00:04.000 is missing." }]);
    for (const vtt of ["", "x", "\u0000", "a".repeat(1_000_001)]) expectError(await put(itemId, "en", { vtt }), "validation-failed");
    for (const language of ["x", "..", "en_US", "toolonglanguage", "en-a", "%00"])
      for (const answer of [await put(itemId, language), await get(itemId, language), await remove(itemId, language)])
        expectError(answer, "not-found");
    expectError(await put(await film("image"), "en"), "validation-failed");
    expectError(await put("nonsense", "en"), "not-found");
    expect(await t.modules.captions.list(itemId)).toEqual([]);
  });

  it("exist in at most thirty languages, also for concurrent requests", async () => {
    const itemId = await film();
    const tags = Array.from(
      { length: 40 },
      (_, n) => `q${String.fromCharCode(97 + Math.floor(n / 20))}${String.fromCharCode(97 + (n % 20))}`,
    );
    const answers = await Promise.all(tags.map((tag) => put(itemId, tag)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30);
    expect(await t.modules.captions.list(itemId)).toHaveLength(30);
    const known = answers.find(({ statusCode }) => statusCode === 200)?.data().language ?? "";
    expect((await put(itemId, known)).statusCode).toBe(200);
  });

  it("of a megabyte are accepted", async () => {
    const itemId = await film();
    const vtt = `WEBVTT\n\n${Array.from({ length: 16_000 }, (_, n) => `00:${String(Math.floor(n / 60) % 60).padStart(2, "0")}:${String(n % 60).padStart(2, "0")}.000 --> 01:00:00.000\nZeile ${n} äöü\n`).join("\n")}`;
    expect((await put(itemId, "de", { vtt })).data().vtt.length).toBeGreaterThan(500_000);
  });

  it("are copied with the description of the item", async () => {
    const itemId = await film();
    await put(itemId, "en");
    await t.ports.pool.query("update items set description = 'About it' where id = $1", [itemId]);
    const copy = (await t.call(copyItem, { params: { itemId }, body: {} }, owner)).data();
    expect(copy.description).toBe("About it");
    expect(await t.modules.captions.list(copy.id)).toEqual([{ language: "en", label: "English" }]);
  });
});
