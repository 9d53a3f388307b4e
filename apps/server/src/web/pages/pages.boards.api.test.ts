import {
  createBoard,
  createFolder,
  deleteShare,
  exportBoard,
  getFolderShare,
  getShare,
  getShared,
  updateBoard,
  updateShare,
} from "@stillreel/contract";
import { createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let test: TestApp;
let owner: TestUser;
let other: TestUser;
let boardId: string;
let slug: string;

beforeAll(async () => {
  test = await createTestApp();
  [owner, other] = [await test.user(), await test.user()];
});
afterAll(() => test.close());
beforeEach(async () => {
  boardId = (await test.call(createBoard, { body: { title: "Plan <b>", template: "flow" } }, owner)).data().id;
  slug = (await test.call(getShare, here(), owner)).data().slug;
});

const here = () => ({ params: { workspaceId: "personal", itemId: boardId } });
const open = (path = `/s/${slug}`, headers: Record<string, string> = {}) => test.app.inject({ url: path, headers });
/** Draws what changed. */
async function draw(): Promise<void> {
  test.clock.advance(11_000);
  await test.runJobs();
}
const drawingOf = (html: string): string => /<img (?:class="whole" )?src="(\/media\/[^"]+)"/u.exec(html)?.[1] ?? "";

describe("the page of a whiteboard's link", () => {
  it("shows title, owner and drawing to visitors and to users without other access, and no search engine lists it", async () => {
    await draw();
    const visitors: Record<string, string>[] = [{}, { cookie: `refreshToken=${other.headers["refreshtoken"]}` }];
    for (const headers of visitors) {
      const page = await open(undefined, headers);
      expect(page.statusCode).toBe(200);
      expect(page.headers["x-robots-tag"]).toContain("noindex");
      expect(page.headers["cache-control"]).toBe("private, no-store");
      expect(page.body).toContain("<h1><bdi>Plan &lt;b&gt;</bdi></h1>");
      expect(page.body).toContain(owner.displayName);
      expect((await open(drawingOf(page.body))).headers["content-type"]).toBe("image/webp");
    }
    expect((await open(`/s/${slug}/preview`)).headers.location).toMatch(/^\/media\//u);
    const shared = (await test.call(getShared, { params: { slug }, query: {} }, null)).data();
    expect(shared).toMatchObject({ kind: "item", item: { type: "board", sourceUrl: expect.stringMatching(/^\/media\//u) } });
  });

  it("is a page before the first drawing, too", async () => {
    const page = await open();
    expect([page.statusCode, drawingOf(page.body)]).toEqual([200, ""]);
    expect(page.body).toContain("<h1><bdi>Plan");
  });

  it("replaces the drawing when the board changes", async () => {
    await draw();
    const before = (await open(drawingOf((await open()).body))).rawPayload;
    await test.call(updateBoard, { params: { boardId }, body: { document: { format: 1, elements: [], canvas: black } } }, owner);
    await draw();
    const after = (await open(drawingOf((await open()).body))).rawPayload;
    expect(after.equals(before)).toBe(false);
  });

  it("offers the drawing as a file only where downloads are allowed", async () => {
    const path = `/api/v1/whiteboards/${boardId}/export?format=png&amp;share=${slug}`;
    await test.call(updateShare, { ...here(), body: { allowDownload: true } }, owner);
    expect((await open()).body).toContain(path);
    const file = await test.call(exportBoard, { params: { boardId }, query: { format: "png", share: slug } }, null);
    expect([file.statusCode, file.headers["content-type"]]).toEqual([200, "image/png"]);
    await test.call(updateShare, { ...here(), body: { allowDownload: false } }, owner);
    expect((await open()).body).not.toContain(path);
  });

  it("is refused like that of other items: password, end, deletion", async () => {
    const none = (await open("/s/AAAAAAAAAAAAAAAAAAAAAA")).body;
    await test.call(updateShare, { ...here(), body: { password: "open sesame" } }, owner);
    for (const path of [`/s/${slug}`, `/embed/${slug}`]) {
      const locked = await open(path);
      expect([locked.statusCode, locked.body.includes("Plan"), drawingOf(locked.body)]).toEqual([403, false, ""]);
    }
    const expiresAt = new Date(test.clock.now().getTime() + 60_000).toISOString();
    await test.call(updateShare, { ...here(), body: { password: null, expiresAt } }, owner);
    test.clock.advance(120_000);
    const ended = await open();
    expect([ended.statusCode, ended.body]).toEqual([404, none]);
    await test.call(deleteShare, here(), owner);
    const deleted = await open();
    expect([deleted.statusCode, deleted.body]).toEqual([404, none]);
  });

  it("has a frame for other sites, which oEmbed describes with the size of the drawing", async () => {
    await draw();
    const framed = await open(`/embed/${slug}`);
    expect(framed.statusCode).toBe(200);
    expect(drawingOf(framed.body)).not.toBe("");
    expect(framed.body).not.toContain("<h1>");
    const answer = await open(`/api/oembed?url=${encodeURIComponent(`${test.ports.publicUrl()}/s/${slug}`)}`);
    expect(answer.json()).toMatchObject({ type: "photo", title: "Plan <b>", width: 768, height: 480 });
  });
});

describe("the page of a folder's link", () => {
  it("counts whiteboards in its head", async () => {
    const body = { name: "Plans", color: "#2f6fb3", kind: "board" } as const;
    const folderId = (await test.call(createFolder, { params: { workspaceId: "personal" }, body }, owner)).data().id;
    for (const title of ["One", "Two"]) (await test.call(createBoard, { body: { title, folderId } }, owner)).data();
    const link = (await test.call(getFolderShare, { params: { workspaceId: "personal", folderId } }, owner)).data();
    const page = await open(`/s/${link.slug}`);
    expect(page.body).toContain("<bdi>2 whiteboards</bdi>");
  });
});

const black = { background: "#000000", grid: true };
