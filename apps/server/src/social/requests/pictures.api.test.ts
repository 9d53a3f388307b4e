import { createRequest, deleteRequest, updateRequest, uploadRequestPicture, type ClientArgs } from "@stillreel/contract";
import { createTestApp, expectData, expectError, png, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const PICTURE = png(640, 480);
const made = async (user: TestUser, body: Partial<ClientArgs<typeof createRequest>["body"]> = {}) =>
  (await t.call(createRequest, { body: { title: "Bike added", ...body } }, user)).data();

describe("the picture of a request", () => {
  const upload = (user: TestUser, requestId: string, bytes: Uint8Array, name = "a.png") => {
    const body = new FormData();
    body.append("file", new Blob([new Uint8Array(bytes)]), name);
    return t.call(uploadRequestPicture, { params: { requestId }, body }, user);
  };
  const pageOf = async (slug: string) => (await t.app.inject({ method: "GET", url: `/r/${slug}` })).body;

  it("is in the link preview and on the page, replaced and removed, and gone with its request", async () => {
    const anna = await t.user();
    const request = await made(anna);
    expect(request.pictureUrl).toBeNull();
    expect(await pageOf(request.slug)).not.toContain("og:image");
    const first = (await upload(anna, request.id, PICTURE)).data().pictureUrl ?? "";
    const shown = await t.app.inject({ method: "GET", url: first });
    expect([shown.statusCode, shown.headers["content-type"]]).toEqual([200, "image/webp"]);
    expect(await pageOf(request.slug)).toContain(`<meta property="og:image" content="${t.ports.publicUrl()}${first}">`);
    const second = (await upload(anna, request.id, png(100, 80))).data().pictureUrl ?? "";
    expect(second).not.toBe(first);
    expect((await t.app.inject({ method: "GET", url: first })).statusCode).toBe(404);
    const body = { picture: null };
    expect((await t.call(updateRequest, { params: { requestId: request.id }, body }, anna)).data().pictureUrl).toBeNull();
    expect((await t.app.inject({ method: "GET", url: second })).statusCode).toBe(404);
    const third = (await upload(anna, request.id, PICTURE)).data().pictureUrl ?? "";
    expectData(await t.call(deleteRequest, { params: { requestId: request.id } }, anna));
    expect((await t.app.inject({ method: "GET", url: third })).statusCode).toBe(404);
  });

  it("is an image by its content, of the asker's own request, and not in the box before the password", async () => {
    const [anna, ben] = [await t.user(), await t.user()];
    const request = await made(anna, { password: "open sesame" });
    expectError(await upload(anna, request.id, Buffer.from("<svg/>"), "a.png"), "unsupported-file-type");
    expectError(await upload(ben, request.id, PICTURE), "not-found");
    const url = (await upload(anna, request.id, PICTURE)).data().pictureUrl ?? "";
    const page = await pageOf(request.slug);
    expect(page).toContain("og:image");
    expect(page).not.toContain(`src="${url}"`);
    expect((await t.app.inject({ method: "GET", url: "/api/v1/request-pictures/x" })).statusCode).toBe(404);
  });
});
