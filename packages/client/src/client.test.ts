import { addReaction, getUserData, listItems, login, removeReaction, uploadImage } from "@stillreel/contract";
import { expect, test } from "vitest";
import { ApiError, createClient, isApiError, type ClientOptions } from "./index.ts";

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });
const success = (data: unknown): Response => json(200, { status: "success", data });
const failure = (status: number, code: string, extra: object = {}): Response =>
  json(status, { status: "error", code, message: `It was ${code}.`, ...extra });

/** Creates a client whose network gives the listed responses in turn. `"down"` is a network without a response. */
function clientWith(answers: (Response | "down")[], options: Partial<ClientOptions> = {}) {
  const requests: Request[] = [];
  const client = createClient({
    baseUrl: "http://host/api/v1",
    retryDelays: [1, 1],
    fetch: async (input, init) => {
      requests.push(new Request(input as string, init));
      const answer = answers.shift();
      if (answer === undefined || answer === "down") throw new TypeError("fetch failed");
      return answer;
    },
    ...options,
  });
  return { client, requests };
}

test("a call fills in the path, sends the query and unwraps the data", async () => {
  const { client, requests } = clientWith([success({ items: [], nextCursor: "n" })]);
  const page = await client.call(listItems, { params: { workspaceId: "a/b" }, query: { view: "all", cursor: undefined } });
  expect(page).toEqual({ items: [], nextCursor: "n" });
  expect(requests[0]?.url).toBe("http://host/api/v1/workspace/a%2Fb/items?view=all");
});

test("an emoji in a path travels encoded, whatever it is made of", async () => {
  const { client, requests } = clientWith([success({ reactions: [] }), success({ reactions: [] })]);
  await client.call(addReaction, { params: { commentId: "c", emoji: "👩‍👧" }, query: { share: "s" } });
  await client.call(removeReaction, { params: { commentId: "c", emoji: "❤️" } });
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "PUT http://host/api/v1/comments/c/reactions/%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7?share=s",
    "DELETE http://host/api/v1/comments/c/reactions/%E2%9D%A4%EF%B8%8F",
  ]);
});

test("a body travels as JSON, with the headers given", async () => {
  const { client, requests } = clientWith([success({})], { headers: () => ({ idToken: "t" }) });
  await client.call(login, { body: { email: "a@b.cd", password: "x" } });
  expect(requests[0]?.method).toBe("POST");
  expect(requests[0]?.headers.get("content-type")).toBe("application/json");
  expect(requests[0]?.headers.get("idToken")).toBe("t");
  expect(await requests[0]?.json()).toEqual({ email: "a@b.cd", password: "x" });
});

test("a form travels as multipart", async () => {
  const { client, requests } = clientWith([success({})]);
  const body = new FormData();
  body.set("title", "Still");
  await client.call(uploadImage, { params: { workspaceId: "personal" }, body });
  expect(requests[0]?.headers.get("content-type")).toMatch(/^multipart\/form-data; boundary=/);
});

test("a refusal becomes an ApiError with code, status, field issues and the time to wait", async () => {
  const details = [{ field: "email", code: "invalid", message: "Enter an e-mail address like name@company.com." }];
  const { client } = clientWith([
    json(429, { status: "error", code: "too-many-requests", message: "Wait.", details }, { "retry-after": "30", "x-request-id": "r1" }),
  ]);
  const error = await client.call(login, { body: { email: "a", password: "x" } }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 429, code: "too-many-requests", message: "Wait.", retryAfter: 30, requestId: "r1" });
  expect((error as ApiError).issue("email")?.message).toBe("Enter an e-mail address like name@company.com.");
});

test("a proxy's error page is not taken for an answer", async () => {
  const { client } = clientWith([new Response("<h1>Bad gateway</h1>", { status: 502 })]);
  await expect(client.call(login, { body: { email: "a", password: "x" } })).rejects.toMatchObject({ status: 502, code: "unavailable" });
});

test("a read is tried again twice when no answer comes or the server is unavailable", async () => {
  const { client, requests } = clientWith(["down", failure(503, "unavailable"), success({ id: "u" })]);
  expect(await client.call(getUserData)).toEqual({ id: "u" });
  expect(requests).toHaveLength(3);
});

test("after three tries a read gives up as offline", async () => {
  const { client, requests } = clientWith(["down", "down", "down", success({})]);
  await expect(client.call(getUserData)).rejects.toMatchObject({ status: 0, code: "offline" });
  expect(requests).toHaveLength(3);
});

test("a write is never sent twice, and a refused read is not repeated", async () => {
  const write = clientWith(["down", success({})]);
  await expect(write.client.call(login, { body: { email: "a", password: "x" } })).rejects.toMatchObject({ code: "offline" });
  expect(write.requests).toHaveLength(1);
  const read = clientWith([failure(404, "not-found"), success({})]);
  await expect(read.client.call(getUserData)).rejects.toMatchObject({ code: "not-found" });
  expect(read.requests).toHaveLength(1);
});

test("a lost session is reported once per call, but not for a download that needs a sign-in", async () => {
  const refused: string[] = [];
  const { client } = clientWith([failure(401, "unauthenticated"), failure(401, "sign-in-to-download")], {
    onUnauthenticated: (error) => refused.push(error.code),
  });
  await expect(client.call(getUserData)).rejects.toSatisfy((error) => isApiError(error, "unauthenticated"));
  await expect(client.call(getUserData)).rejects.toMatchObject({ code: "sign-in-to-download" });
  expect(refused).toEqual(["unauthenticated"]);
});

test("an aborted call stops waiting for its next try", async () => {
  const abort = new AbortController();
  const { client, requests } = clientWith(["down", "down"], { retryDelays: [60_000] });
  const call = client.call(getUserData, {}, { signal: abort.signal });
  setTimeout(() => abort.abort(), 5);
  await expect(call).rejects.toMatchObject({ name: "AbortError" });
  expect(requests).toHaveLength(1);
});
