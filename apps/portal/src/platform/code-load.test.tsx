import { expect, test, vi } from "vitest";
import { CodeLoadError, isCodeLoadError, isOtherVersion, loadCode } from "./code-load.ts";

const GONE = new TypeError("Failed to fetch dynamically imported module: https://example.com/assets/help-1a2b.js");
const UNNAMED = new TypeError("Importing a module script failed.");

/** Answers each request by its path; without an answer, the connection fails. */
function serve(answers: Record<string, () => Response>): void {
  vi.stubGlobal("fetch", async (path: string) => {
    const answer = answers[path];
    if (!answer) throw new TypeError("Failed to fetch");
    return answer();
  });
}

/** Adds the early script of the page, which names the files of its version. */
function pageOf(scripts: string): void {
  const script = document.createElement("script");
  script.dataset["scripts"] = scripts;
  document.head.replaceChildren(script);
}

const html = (scripts: string) => () => new Response(`<script data-scripts="${scripts}"></script>`);

test("errors of a load differ from errors of the loaded code", async () => {
  for (const message of [
    GONE.message,
    UNNAMED.message,
    "error loading dynamically imported module: /a.js",
    "Unable to preload CSS for /a.css",
  ])
    expect(isCodeLoadError(new Error(message))).toBe(true);
  expect(isCodeLoadError(new Error("x is not a function"))).toBe(false);
  const fault = new Error("x is not a function");
  await expect(loadCode(() => Promise.reject(fault))).rejects.toBe(fault);
  const error: unknown = await loadCode(() => Promise.reject(GONE)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CodeLoadError);
  expect(isCodeLoadError(error)).toBe(true);
  // The router reloads the page on messages that start like those of browsers.
  expect((error as Error).message).not.toMatch(/^(Failed to fetch dynamically|error loading dynamically|Importing a module)/u);
});

test("a file that the server no longer has is of another version", async () => {
  pageOf("/assets/index-1.js");
  serve({ "/assets/help-1a2b.js": () => new Response(null, { status: 404 }), "/": html("/assets/index-1.js") });
  expect(await isOtherVersion(GONE)).toBe(true);
});

test("the server's page with other scripts is of another version, also when the browser does not name the file", async () => {
  pageOf("/assets/index-1.js");
  serve({ "/": html("/assets/index-2.js") });
  expect(await isOtherVersion(UNNAMED)).toBe(true);
  serve({ "/assets/help-1a2b.js": () => new Response(), "/": html("/assets/index-2.js") });
  expect(await isOtherVersion(GONE)).toBe(true);
});

test("without a connection, with a failing server and with the same version there is no other version", async () => {
  pageOf("/assets/index-1.js");
  serve({});
  expect(await isOtherVersion(GONE)).toBe(false);
  serve({ "/": () => new Response("Bad gateway", { status: 502 }) });
  expect(await isOtherVersion(UNNAMED)).toBe(false);
  serve({ "/": html("/assets/index-1.js") });
  expect(await isOtherVersion(UNNAMED)).toBe(false);
});
