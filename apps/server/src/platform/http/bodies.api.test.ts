import { API_BASE, deleteUser, ROUTES } from "@stillreel/contract";
import { createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let t: TestApp;
let user: TestUser;
beforeAll(async () => {
  t = await createTestApp();
  await t.user();
  user = await t.user();
});
afterAll(() => t.close());

interface Sent {
  headers?: Record<string, string>;
  payload?: string;
}
const remove = ({ headers, payload }: Sent) =>
  t.app.inject({
    method: "DELETE",
    url: `${API_BASE}${deleteUser.path}`,
    headers: { ...user.headers, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
const json = { "content-type": "application/json" };

describe("a deletion of the account", () => {
  const missing = {
    email: "Please enter an email.",
    phrase: 'Type "delete my account".',
  };

  test.each<[string, Sent]>([
    ["without a body", {}],
    ["with an empty JSON body", { headers: json, payload: "" }],
    ["with an empty object", { headers: json, payload: "{}" }],
    ["with null", { headers: json, payload: "null" }],
  ])("%s names every missing field", async (_name, sent) => {
    const details = expectError(await remove(sent), "validation-failed");
    expect(Object.fromEntries(details.map(({ field, message }) => [field, message]))).toEqual(missing);
  });

  test("with a list or a text says that an object is needed", async () => {
    for (const payload of ["[]", '"delete my account"', "7"])
      expect(expectError(await remove({ headers: json, payload }), "validation-failed")).toMatchObject([
        { field: "body", message: "Send a JSON object." },
      ]);
  });

  test("that is no JSON says so", async () => {
    for (const payload of ['{"email":', "email=a@example.test"]) {
      const answer = await remove({ headers: json, payload });
      expectError(answer, "bad-request");
      expect(answer.json().message).toBe("The body of the request is not valid JSON.");
    }
  });

  test("of another content type says which one is needed", async () => {
    const answer = await remove({ headers: { "content-type": "text/plain" }, payload: "delete my account" });
    expectError(answer, "unsupported-media-type");
    expect(answer.json().message).toBe("Send JSON, with the content type application/json.");
  });
});

test("every route with a body that gets none answers, if it refuses, with a sentence for each field", async () => {
  for (const route of ROUTES.filter(({ body, auth }) => body && auth !== "admin")) {
    const one = await t.user();
    const url = API_BASE + route.path.replace(/\{type\}/u, "image").replace(/\{\w+\}/gu, "personal");
    const answer = await t.app.inject({ method: route.method, url, headers: one.headers });
    expect(answer.statusCode, `${route.id}: ${answer.body}`).toBeLessThan(500);
    if (answer.statusCode !== 422) continue;
    const { details } = answer.json<{ details: { field: string; message: string }[] }>();
    expect(details.length, route.id).toBeGreaterThan(0);
    for (const { field, message } of details) expect(message, `${route.id} ${field}`).toMatch(/^(?!Invalid|Too ).+[.!]$/u);
  }
});
