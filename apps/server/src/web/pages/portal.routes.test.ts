import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, it } from "vitest";
import { portalRoutes } from "./portal.routes.ts";

const PAGE = `<!doctype html><html lang="en" dir="ltr"><title>Portal</title>${"<p>text</p>".repeat(50)}`;

let folder: string;
let app: FastifyInstance;
let language: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "portal-"));
  await mkdir(path.join(folder, "assets"));
  language = "en";
  app = fastify();
  await portalRoutes(app, {
    portalDir: folder,
    localesDir: folder,
    cursorHeader: () => ({ "server-timing": "live" }),
    defaultLanguage: () => language,
  });
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function build(): Promise<void> {
  await writeFile(path.join(folder, "index.html"), PAGE);
  await writeFile(path.join(folder, "index.html.br"), brotliCompressSync(PAGE));
}

it("sends the portal's page compressed to browsers that accept it, and never from a cache without a check", async () => {
  await build();
  for (const url of ["/", "/images", "/videos/1?t=2"]) {
    const answer = await app.inject({ url, headers: { "accept-encoding": "gzip, deflate, br" } });
    expect([answer.statusCode, answer.headers["content-encoding"], answer.headers["cache-control"]], url).toEqual([200, "br", "no-cache"]);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.headers["vary"]).toMatch(/accept-encoding/iu);
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(PAGE);
  }
  const plain = await app.inject("/images");
  expect([plain.statusCode, plain.headers["content-encoding"], plain.body]).toEqual([200, undefined, PAGE]);
});

it("confirms an unchanged page without its content", async () => {
  await build();
  const { headers } = await app.inject("/");
  const again = await app.inject({ url: "/", headers: { "if-none-match": String(headers["etag"]) } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

it("names the language of the installation in the page, also after it was changed", async () => {
  await build();
  const english = await app.inject("/");
  language = "ar";
  const tag = String(english.headers["etag"]);
  const arabic = await app.inject({ url: "/", headers: { "accept-encoding": "br", "if-none-match": tag } });
  const html = brotliDecompressSync(arabic.rawPayload).toString();
  expect([arabic.statusCode, html]).toEqual([200, PAGE.replace('lang="en" dir="ltr"', 'lang="ar" dir="rtl"')]);
  expect(arabic.headers["etag"]).not.toBe(tag);
  language = "en";
  expect((await app.inject({ url: "/", headers: { "if-none-match": tag } })).statusCode).toBe(304);
});

it("says by a readable cookie whether the browser has no session, only when that changes", async () => {
  await build();
  const hintFor = async (cookie: string): Promise<unknown> =>
    (await app.inject({ url: "/images", headers: { cookie } })).headers["set-cookie"];
  expect(await hintFor("")).toBe("signedOut=1; Path=/; SameSite=Lax");
  expect(await hintFor("signedOut=1")).toBeUndefined();
  expect(await hintFor("signedOut=1; refreshToken=x")).toBe("signedOut=; Max-Age=0; Path=/; SameSite=Lax");
  expect(await hintFor("idToken=x")).toBeUndefined();
});

it("says that the portal is not built, and sends missing files as 404", async () => {
  expect((await app.inject("/")).statusCode).toBe(503);
  await build();
  for (const url of ["/missing.js", "/index.html.br", "/api/unknown", "/assets/..%2findex.html"])
    expect((await app.inject(url)).statusCode, url).toBe(404);
});

it("allows the inline script of the built page by its hash, and no other", async () => {
  const policy = async () => {
    const { headers } = await app.inject({ url: "/", headers: {} });
    return String(headers["content-security-policy"]);
  };
  app.addHook("onRequest", async (_request, reply) => void reply.header("content-security-policy", "script-src 'self'; img-src 'self'"));
  const withScript = (code: string): string => `${PAGE}<script src="/a.js"></script><script data-x="1">${code}</script>`;
  await writeFile(path.join(folder, "index.html"), withScript("first()"));
  const first = await policy();
  expect(first).toBe(`script-src 'self' 'sha256-${createHash("sha256").update("first()").digest("base64")}'; img-src 'self'`);
  await writeFile(path.join(folder, "index.html"), withScript("second(); more()"));
  await utimes(path.join(folder, "index.html"), 1, 1);
  expect(await policy()).toContain(createHash("sha256").update("second(); more()").digest("base64"));
});
