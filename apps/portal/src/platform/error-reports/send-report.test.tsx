import { expect, test, vi } from "vitest";
import { sendReport } from "./send-report.ts";

const TARGET = { endpoint: "https://errors.example/api/7/envelope/", publicKey: "abc", release: "stillreel@1.2.3" };

/** Sends a report and returns the request, or none. */
async function sent(stack: string, message = "x is undefined"): Promise<{ url: string; init: RequestInit; event: never } | undefined> {
  const send = vi.fn(async (_url: string, _init: RequestInit) => new Response());
  vi.stubGlobal("fetch", send);
  const error = new TypeError(message);
  error.stack = stack;
  await sendReport(error, "/images/$itemId", TARGET);
  const [url, init] = send.mock.calls[0] ?? [];
  return url && init ? { url, init, event: JSON.parse(String(init.body).split("\n")[2] ?? "") as never } : undefined;
}

const own = (path: string): string => `${location.origin}${path}`;

test.each([
  ["Chromium", `TypeError: x\n    at draw (${own("/assets/a.js")}:1:20)\n    at async ${own("/assets/b.js")}:3:4`],
  ["Firefox and Safari", `draw@${own("/assets/a.js")}:1:20\n@${own("/assets/b.js")}:3:4\n`],
])("a report has the calls in the form of %s, the newest last", async (_browser, stack) => {
  const { url, init, event } = (await sent(stack)) ?? {};
  expect(url).toBe(`${TARGET.endpoint}?sentry_version=7&sentry_client=stillreel-portal&sentry_key=abc`);
  expect(init).toMatchObject({ credentials: "omit", referrerPolicy: "no-referrer" });
  expect(event).toMatchObject({ release: "stillreel@1.2.3", transaction: "/images/$itemId" });
  expect(event).toHaveProperty("exception.values.0.stacktrace.frames", [
    { function: "?", filename: "/assets/b.js", lineno: 3, colno: 4 },
    { function: "draw", filename: "/assets/a.js", lineno: 1, colno: 20 },
  ]);
});

test("values of users are removed from the message", async () => {
  const message = 'Cannot parse "my secret" of anna@example.test at https://files.example/i/42?token=1';
  const { init } = (await sent(`draw@${own("/assets/a.js")}:1:20`, message)) ?? {};
  expect(init?.body).toContain("Cannot parse [value] of [value] at [value]");
  for (const secret of ["my secret", "anna", "files.example"]) expect(init?.body).not.toContain(secret);
});

test("errors of extensions are not reported", async () => {
  expect(await sent("TypeError: x\n    at f (chrome-extension://abcdef/content.js:1:2)")).toBeUndefined();
});
