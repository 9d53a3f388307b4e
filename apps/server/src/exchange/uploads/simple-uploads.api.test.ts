import { createAccessToken, createFolder, listItems } from "@stillreel/contract";
import { createTestApp, expectData, expectError, png, type TestApp, type TestUser, video } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

let t: TestApp;
let user: TestUser;
let token: string;
beforeAll(async () => {
  t = await createTestApp();
});
beforeEach(async () => {
  user = await t.user();
  ({ token } = expectData<{ token: string }>(await t.call(createAccessToken, { body: { name: "ShareX", scopes: ["write"] } }, user), 201));
});
afterAll(() => t.close());

interface Replay {
  path?: string;
  /** Boundary and headers as the program writes them. */
  boundary: string;
  agent: string;
  part: string[];
  bytes: Uint8Array;
  /** Texts of the form before the file. */
  before?: string;
  headers?: Record<string, string>;
}

/** Sends a form byte by byte as a program does. */
const replay = ({ path = "/api/v1/uploads/simple", boundary, agent, part, bytes, before = "", headers }: Replay) =>
  t.app.inject({
    method: "POST",
    url: path,
    headers: {
      "user-agent": agent,
      authorization: `Bearer ${token}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      ...headers,
    },
    payload: Buffer.concat([
      Buffer.from(`${before}--${boundary}\r\n${part.join("\r\n")}\r\n\r\n`),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  });

/** ShareX 16: .NET's boundary, and the file's name in quotation marks. */
const shareX = (bytes: Uint8Array, name = "chrome_2aXb9.png", type = "image/png"): Replay => ({
  boundary: "--------------------8dcf8a0b7a1f2c3",
  agent: "ShareX/16.1.0",
  part: [`Content-Disposition: form-data; name="file"; filename="${name}"`, `Content-Type: ${type}`],
  bytes,
});
/** curl 8 of the Flameshot script: the picture comes from the standard input. */
const flameshot = (bytes: Uint8Array): Replay => ({
  path: "/api/v1/uploads/simple?format=text",
  boundary: "------------------------d74496d66958873e",
  agent: "curl/8.5.0",
  part: ['Content-Disposition: form-data; name="file"; filename="flameshot.png"', "Content-Type: image/png"],
  bytes,
  headers: { accept: "*/*" },
});

describe("an upload from a program", () => {
  test("of ShareX returns the link that its configuration reads", async () => {
    const answer = await replay(shareX(png()));
    const data = expectData<{ id: string; type: string; title: string; url: string }>(answer, 201);
    expect(data).toMatchObject({ type: "image", title: "chrome_2aXb9", url: expect.stringMatching(/\/s\/[\w-]{22}$/u) });
    const page = await t.app.inject(new URL(data.url).pathname);
    expect(page.statusCode).toBe(200);
  });

  test("of Flameshot answers with the address alone", async () => {
    const answer = await replay(flameshot(png()));
    expect(answer.statusCode).toBe(201);
    expect(answer.headers["content-type"]).toContain("text/plain");
    expect(answer.headers["cache-control"]).toContain("no-store");
    expect(answer.body).toMatch(/^http\S+\/s\/[\w-]{22}\n$/u);
  });

  test("of curl accepts a video, whatever its part is named, and a folder and a title", async () => {
    const bytes = await video({ seconds: 0.5, width: 64, height: 48, audio: null });
    const folder = await t.call(createFolder, { params: { workspaceId: "personal" }, body: { name: "Clips", kind: "video" } }, user);
    const boundary = "------------------------0123456789abcdef";
    const field = (name: string, value: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const part = ['Content-Disposition: form-data; name="file"; filename="clip.bin"', "Content-Type: application/octet-stream"];
    const before = field("folderId", folder.data().id) + field("title", "Demo");
    const answer = await replay({ boundary, agent: "curl/8.5.0", part, bytes, before, path: "/api/v1/uploads/simple?link=false" });
    const data = expectData<{ id: string; url: string }>(answer, 201);
    expect(data).toMatchObject({ type: "video", title: "Demo" });
    expect(data.url.endsWith(`/videos/${data.id}`)).toBe(true);
    const { items } = (
      await t.call(listItems, { params: { workspaceId: "personal" }, query: { folderId: folder.data().id } }, user)
    ).data();
    expect(items.map(({ id, shareUrl }) => [id, shareUrl])).toEqual([[data.id, null]]);
  });

  test("is refused with a sentence: another type, no file, no token, a token that only reads, an unknown workspace", async () => {
    expectError(await replay(shareX(Buffer.from("%PDF-1.7"), "a.pdf", "application/pdf")), "unsupported-file-type");
    expectError(await replay({ ...shareX(png()), part: ['Content-Disposition: form-data; name="other"'] }), "validation-failed");
    expectError(await replay({ ...shareX(png()), headers: { authorization: "Bearer srt_wrong" } }), "unauthenticated");
    expectError(await replay({ ...shareX(png()), path: "/api/v1/uploads/simple?workspaceId=nowhere" }), "not-found");
    ({ token } = expectData<{ token: string }>(await t.call(createAccessToken, { body: { name: "Reader" } }, user), 201));
    expectError(await replay(shareX(png())), "token-read-only");
    expect((await t.call(listItems, { params: { workspaceId: "personal" }, query: {} }, user)).data().items).toEqual([]);
  });
});
