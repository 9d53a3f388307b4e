import { createComment, getShare, putCaptions, updateChapters, updateItem, updateUserData } from "@stillreel/contract";
import { createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

const PAYLOADS = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '"><svg onload=alert(1)>',
  "'><iframe srcdoc='<script>alert(1)</script>'>",
  "</title><script>alert(1)</script>",
  "--><script>alert(1)</script><!--",
  "</script><script>alert(1)</script>",
  '" autofocus onfocus=alert(1) x="',
  "<a href=javascript:alert(1)>x</a>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&#x3c;img src=x onerror=alert(1)&#x3e;",
  "{{constructor.constructor('alert(1)')()}}",
];
const HARMLESS = "A plain text";

let test: TestApp;
let owner: TestUser;
let itemId: string;
let slug: string;
const params = () => ({ workspaceId: "personal", type: "video" as const, itemId });

beforeAll(async () => {
  test = await createTestApp();
  owner = await test.user();
  ({ id: itemId } = await test.image(owner));
  // Chapters last at least ten seconds.
  await test.ports.pool.query("update items set type = 'video', duration_ms = 60000 where id = $1", [itemId]);
  ({ slug } = (await test.call(getShare, { params: params() }, owner)).data());
});
afterAll(() => test.close());

/** Writes the text into every field that readers of the item see. */
async function write(text: string): Promise<void> {
  const chapters = [0, 20, 40].map((timestamp) => ({ timestamp, name: text }));
  const vtt = `WEBVTT\n\n00:00.000 --> 00:01.000\nHello ${text}\n`;
  for (const answer of [
    await test.call(updateItem, { params: params(), body: { title: text, description: text } }, owner),
    await test.call(updateUserData, { body: { displayName: text.slice(0, 32) } }, owner),
    await test.call(updateChapters, { params: { itemId }, body: { enabled: true, chapters } }, owner),
    await test.call(putCaptions, { params: { itemId, language: "en" }, body: { vtt, label: text.slice(0, 32) } }, owner),
    await test.call(createComment, { params: { itemId }, query: {}, body: { text } }, owner),
  ])
    expect(answer.statusCode, answer.body).toBeLessThan(300);
}

/** Returns the tags of a page with the names of their attributes, without values. */
const structureOf = (html: string): string[] => [...html.matchAll(/<(?:"[^"]*"|[^>"])*>/gu)].map(([tag]) => tag.replace(/="[^"]*"/gu, ""));
const PAGES = () => [`/s/${slug}`, `/embed/${slug}`];
const read = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers });

it.each(PAYLOADS)("S11: %s in every text of an item adds no tag and no attribute to its pages", async (payload) => {
  await write(HARMLESS);
  const plain = await Promise.all(PAGES().map(async (url) => structureOf((await read(url)).body)));
  await write(payload);
  for (const [at, url] of PAGES().entries()) {
    const page = await read(url);
    expect(page.statusCode).toBe(200);
    expect(structureOf(page.body)).toEqual(plain[at]);
  }
});

it("S11: texts are answered as JSON, and captions as text without markup", async () => {
  for (const payload of PAYLOADS) {
    await write(payload);
    for (const path of [
      `/api/v1/shared/${slug}`,
      `/api/v1/items/${itemId}/comments?share=${slug}`,
      `/api/v1/items/${itemId}/playback?share=${slug}`,
    ]) {
      const { statusCode, headers } = await read(path);
      expect([statusCode, headers["content-type"], headers["x-content-type-options"]], path).toEqual([
        200,
        "application/json; charset=utf-8",
        "nosniff",
      ]);
    }
    const captions = await read(`/api/v1/items/${itemId}/captions/en?share=${slug}`, { accept: "text/vtt" });
    expect(captions.headers["content-type"]).toBe("text/vtt; charset=utf-8");
    expect(captions.body.replace(/-->/gu, "")).not.toMatch(/<(?!\/?[biuv]\b)/u);
  }
});
