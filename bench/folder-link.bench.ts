import { chromium } from "playwright-core";
import type pg from "pg";
import { CHROMIUM, FLAGS } from "./support/browser.ts";
import { load, median } from "./support/load.ts";
import { startProduct } from "./support/product-with-database.ts";
import type { Figure } from "./support/report.ts";
import { callApi, register } from "./support/server.ts";

const ITEMS = 10_000;
const ROUNDS = 5;
const SECONDS = 4;
const CONCURRENCY = 4;

/** Fills a folder with images that have upload dates over two months. */
async function fill(pool: pg.Pool, workspaceId: string, folderId: string): Promise<void> {
  await pool.query(
    `insert into items (id, workspace_id, folder_id, type, owner_id, title, full_file_name, ref_name, stage, mime_type, size_bytes, width, height, placeholder, created_at, updated_at)
     select gen_random_uuid(), $1, $2, 'image', (select user_id from members where workspace_id = $1), 'Screenshot ' || n, 'screenshot-' || n || '.png', 'bench-' || n,
       'ready', 'image/png', 412000, 1440, 900, '1QcSHQRnh493V4dIh4eXh1h4kJUI', now() - n * interval '10 minutes', now() - n * interval '10 minutes'
     from generate_series(1, $3::int) n`,
    [workspaceId, folderId, ITEMS],
  );
  await pool.query("vacuum analyze items");
}

/** Returns the median time in milliseconds from opening the page to its first cards. */
async function firstCards(shareUrl: string): Promise<number> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      const began = performance.now();
      await page.goto(shareUrl, { waitUntil: "commit" });
      await page.locator("#cards > li").nth(7).waitFor();
      if (round > 0) times.push(performance.now() - began);
      await context.close();
    }
    return median(times);
  } finally {
    await browser.close();
  }
}

/** Measures the list of a shared folder of 10,000 items against the list of its owner, and the page in a browser. */
export async function benchFolderLink(port: number): Promise<Figure[]> {
  const { server, pool, stop } = await startProduct("folder-link", port);
  try {
    const owner = await register(server.url, "owner@bench.example");
    const body = { name: "Release 4.12", kind: "image" };
    const folder = await callApi<{ id: string }>(server, owner, "POST", "/workspace/personal/folders", body);
    await fill(pool, owner.workspaceId, folder.id);
    const share = await callApi<{ slug: string }>(server, owner, "GET", `/workspace/share/personal/folder/${folder.id}`);
    const own = { path: `/api/v1/workspace/personal/items?view=folder&folderId=${folder.id}&limit=50`, headers: owner.headers };
    const byLink = { path: `/api/v1/shared/${share.slug}/items?limit=50` };
    const shares: number[] = [];
    let last = { own: 0, byLink: 0 };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const ofOwner = await load(server.url, () => own, { concurrency: CONCURRENCY, seconds: SECONDS });
      const ofLink = await load(server.url, () => byLink, { concurrency: CONCURRENCY, seconds: SECONDS });
      if (ofOwner.failures + ofLink.failures > 0) throw new Error("A list was refused.");
      if (round === 0) continue;
      shares.push(ofLink.p95Ms / ofOwner.p95Ms);
      last = { own: ofOwner.p95Ms, byLink: ofLink.p95Ms };
    }
    const cardsMs = await firstCards(`${server.url}/s/${share.slug}`);
    return [
      {
        name: "listing 50 of 10,000 items of a shared folder, p95",
        measured: `${last.byLink.toFixed(1)} ms`,
        floor: `the owner's list ${last.own.toFixed(1)} ms (${median(shares).toFixed(2)} ×)`,
        target: "≤ 1.3 ×",
        pass: median(shares) <= 1.3,
      },
      {
        name: "page of a shared folder of 10,000 items, until the first cards",
        measured: `${cardsMs.toFixed(0)} ms`,
        target: "≤ 1,000 ms",
        pass: cardsMs <= 1_000,
      },
    ];
  } finally {
    await stop();
  }
}
