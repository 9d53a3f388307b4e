import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { listItems } from "@stillreel/contract";
import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import type { Browser, Page, Response } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type BrowserBucket, createBrowserBucket } from "../testing/src/s3/browser-bucket.ts";
import { hasCeph, type S3Server, startCeph } from "../testing/src/s3/ceph.ts";
import { uploadRow } from "./support/hand-files.ts";
import { openAs, openLibrary } from "./support/library-page.ts";
import { type Person, registerPerson } from "./support/people.ts";
import { hashOf, noisyPng } from "./support/pictures.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";

describe.skipIf(!hasCeph())("large files go from the browser to the store", () => {
  let store: S3Server;
  let bucket: BrowserBucket;
  let server: RunningServer;
  let browser: Browser;
  let disk: string;
  let person: Person;
  let page: Page;
  let large: { path: string; bytes: Buffer };
  /** Requests with bytes: to the store, and to the server. */
  let sent: { store: number; server: number[] };

  beforeAll(async () => {
    store = await startCeph();
    bucket = await createBrowserBucket(store.url("direct"));
    [server, browser] = await Promise.all([
      startStoryServer({ STORAGE_URL: store.url("direct"), DIRECT_UPLOADS: "true" }),
      sharedBrowser(),
    ]);
    disk = await mkdtemp(path.join(os.tmpdir(), "stillreel-e2e-direct-"));
    large = { path: path.join(disk, "Harbour at night.png"), bytes: noisyPng(2_700, 2_500) };
    await writeFile(large.path, large.bytes);
  }, 240_000);
  afterAll(async () => {
    if (browser) await closeContexts(browser);
    await server?.stop();
    bucket?.close();
    await store?.stop();
    if (disk) await rm(disk, { recursive: true, force: true });
  });
  afterEach(() => page?.context().close());

  /** Permits pages of an origin to send to the bucket, and opens a new page. */
  async function begin(origin: string): Promise<void> {
    await bucket.permit(origin);
    person = await registerPerson(server.url, "Dora Direct");
    page = await openAs(browser, server.url, person);
    await openLibrary(page, `${server.url}/images`);
    sent = { store: 0, server: [] };
    page.on("response", (response: Response) => {
      const request = response.request();
      if (request.method() === "PUT" && new URL(request.url()).searchParams.has("partNumber") && response.ok()) sent.store += 1;
      if (request.method() === "PATCH") sent.server.push(Number(request.headers()["upload-offset"]));
    });
  }

  async function upload(): Promise<void> {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("u")]);
    await chooser.setFiles([large.path]);
    await uploadRow(page, "Harbour at night.png").getByText("in My images").waitFor({ timeout: 120_000 });
    const { items } = await person.client.call(listItems, { params: { workspaceId: "personal" }, query: { view: "all" } });
    const answer = await page.request.get(`${server.url}/api/v1/items/${items[0]?.id}/download`);
    expect(hashOf(await answer.body())).toBe(hashOf(large.bytes));
  }

  test("all whole parts are sent to the store, and the end to the server", { timeout: 240_000 }, async () => {
    await begin(new URL(server.url).origin);
    await upload();
    const parts = Math.floor(large.bytes.length / (5 * 1024 * 1024));
    expect(parts).toBeGreaterThan(2);
    expect(sent).toEqual({ store: parts, server: [parts * 5 * 1024 * 1024] });
  });

  test("a store that does not accept the page is replaced by the server", { timeout: 240_000 }, async () => {
    await begin("https://elsewhere.test");
    await upload();
    expect(sent.store).toBe(0);
    expect(sent.server[0]).toBe(0);
  });
});
