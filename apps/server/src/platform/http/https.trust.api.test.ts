import { getShare, login, logout, register, ROUTES, unlockShared, updateShare } from "@stillreel/contract";
import { createTestApp, type TestApp } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({
    config: { PUBLIC_URL: "https://shots.example.test" },
    modules: {
      probe: {
        routes: async (app) => {
          app.get("/api/probe/broken", { config: { needs: "public" } }, () => {
            throw new Error("broken");
          });
        },
      },
    },
  });
});
afterAll(() => test.close());

const HSTS = "max-age=31536000";

it("S19: on https every route, page and error has Strict-Transport-Security", async () => {
  const owner = await test.user();
  const { id: itemId } = await test.image(owner);
  const { slug } = (await test.call(getShare, { params: { workspaceId: "personal", itemId } }, owner)).data();
  const requests: [method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, status?: number][] = [
    ["GET", "/healthz", 200],
    ["GET", `/s/${slug}`, 200],
    ["GET", `/embed/${slug}`, 200],
    ["GET", `/s/${"A".repeat(22)}`, 404],
    ["GET", "/media/x", 404],
    ["POST", "/api/v1/nothing", 404],
    ["GET", "/api/%E0%A4%A", 400],
    ["PATCH", "/uploads/nothing"],
    ["GET", "/api/probe/broken", 500],
    ...ROUTES.map(({ method, path }) => [method, `/api/v1${path.replace(/\{\w+\}/gu, "x")}`] as never),
  ];
  for (const [method, url, status] of requests) {
    const answer = await test.app.inject({ method, url });
    if (status !== undefined) expect(answer.statusCode, url).toBe(status);
    expect(answer.headers["strict-transport-security"], `${method} ${url}`).toBe(HSTS);
  }
});

it("S19: on https every cookie is Secure and HttpOnly", async () => {
  const account = { email: "secure@example.test", password: "correct horse 7" };
  const registered = await test.call(register, { body: { ...account, username: "Secure" } });
  const { idToken: idtoken, refreshToken: refreshtoken } = registered.data();
  const headers = { idtoken, refreshtoken };
  const { id: itemId } = await test.image({ headers } as never);
  const params = { workspaceId: "personal", itemId };
  const { slug } = (await test.call(getShare, { params }, null, headers)).data();
  await test.call(updateShare, { params, body: { password: "open sesame", maxViews: 9 } }, null, headers);
  const unlocked = await test.call(unlockShared, { params: { slug }, body: { password: "open sesame" } });
  await test.call(updateShare, { params, body: { password: null } }, null, headers);
  const answers = {
    registered,
    signedIn: await test.call(login, { body: account }),
    unlocked,
    visited: await test.app.inject({ url: `/s/${slug}` }),
    signedOut: await test.call(logout, {}, null, headers),
  };
  for (const [name, answer] of Object.entries(answers)) {
    const cookies = [answer.headers["set-cookie"] ?? []].flat();
    expect(cookies, name).not.toEqual([]);
    for (const cookie of cookies) expect(cookie.split("; ").slice(1), name).toEqual(expect.arrayContaining(["HttpOnly", "Secure"]));
  }
});
