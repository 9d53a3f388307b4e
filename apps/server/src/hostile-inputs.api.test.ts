import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { type ClientResult, type getImage, getShare, getShared } from "@stillreel/contract";
import { createTestApp, expectData, expectError, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

type Item = ClientResult<typeof getImage>;
let t: TestApp;
let user: TestUser;

beforeAll(async () => {
  t = await createTestApp();
  user = await t.user();
});
afterAll(() => t.close());

/** Texts that would run as a script where they were inserted without escaping. */
const SCRIPTS = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `</script><script>alert(1)`,
  `'"--><svg onload=alert(1)>`,
  `<a href="javascript:alert(1)">x`,
];

async function send(fields: Record<string, string>, fileName: string) {
  const form = multipart(fields, { fileName, type: "image/png", bytes: png(40, 30) });
  const url = "/api/v1/workspace/personal/files/image";
  return t.app.inject({ method: "POST", url, headers: { ...user.headers, ...form.headers }, payload: form.payload });
}
const upload = async (...args: Parameters<typeof send>): Promise<Item> => expectData<Item>(await send(...args), 201);

it("S11: scripts in annotations stay out of the page of an image", async () => {
  const shapes = SCRIPTS.map((text, at) => ({
    id: `t${at}`,
    type: "text",
    x: 1,
    y: 1,
    width: 30,
    height: 10,
    color: "#E5484D",
    fontSize: 12,
    text,
  }));
  const markers = JSON.stringify({ version: 1, crop: null, shapes });
  const item = await upload({ markers }, "shot.png");
  const { slug } = (await t.call(getShare, { params: { workspaceId: "personal", itemId: item.id } }, user)).data();
  const page = await t.app.inject(`/s/${slug}`);
  expect(page.statusCode).toBe(200);
  for (const script of SCRIPTS) expect(page.body).not.toContain(script);
  expect((await t.call(getShared, { params: { slug } })).body).not.toContain("markers");
});

it("S14: file names are never paths, and cannot add headers", async () => {
  const names = [
    "../../evil.png",
    "..\\..\\evil.png",
    "/tmp/evil.png",
    "C:\\evil.png",
    "evil.png\0.html",
    "%2e%2e%2fevil.png",
    "evil\r\nSet-Cookie: evil=1.png",
    "\u202Egnp.evil.html",
    `evil${"x".repeat(400)}.png`,
  ];
  const refused: string[] = [];
  for (const name of names) {
    const answer = await send({ fullFileName: name }, name.replace(/[\0\r\n"]/gu, "_"));
    if (answer.statusCode !== 201) {
      expectError(answer, "validation-failed");
      refused.push(name);
      continue;
    }
    const item = expectData<Item>(answer, 201);
    const file = await t.app.inject({ url: `/api/v1/items/${item.id}/download?format=jpg`, headers: user.headers });
    expect(file.statusCode).toBe(200);
    const disposition = String(file.headers["content-disposition"]);
    expect(disposition).toMatch(/^attachment; filename/u);
    expect(disposition).not.toMatch(/[\r\n\\/]|\.\.%2F/u);
    expect(file.headers["set-cookie"]).toBeUndefined();
  }
  expect(refused).toEqual(expect.arrayContaining(names.slice(0, 4)));
  // Stored files have random names.
  const stored = readdirSync(t.dataDir, { recursive: true }).map(String);
  expect([...stored, ...readdirSync(tmpdir())].filter((name) => name.includes("evil"))).toEqual([]);
});
