import { chromium, type CDPSession } from "playwright-core";
import { type Measured, withPages } from "./lighthouse.bench.ts";
import { CHROMIUM, FLAGS } from "./support/browser.ts";
import { median } from "./support/load.ts";
import type { Figure } from "./support/report.ts";

const ROUNDS = 5;
/** How many times slower a phone is, as Lighthouse assumes. */
const SLOWDOWN = 4;
/** Duration from which a task blocks the page, in milliseconds on a phone. */
const LONG_MS = 50;
/** Time after the load of a page in which it becomes quiet. */
const QUIET_MS = 3_500;
/** Maximum blocked time with which Lighthouse gives 95 points, when nothing else costs points. */
const BLOCKED_MAX_MS = 200;
const CATEGORIES = ["toplevel", "loading", "blink.user_timing", "devtools.timeline"];

/** The fields of an event of a trace that this file uses. Times are microseconds; `tdur` is processor time. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { data?: { documentLoaderURL?: string } };
}

/** What the tasks of one visit cost, in milliseconds on a phone. */
interface Visit {
  blockedMs: number;
  longestMs: number;
}

async function trace(session: CDPSession, visit: () => Promise<unknown>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const traceConfig = { includedCategories: CATEGORIES, excludedCategories: ["*"] };
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  await visit();
  const complete = new Promise<void>((resolve) => session.once("Tracing.tracingComplete", () => resolve()));
  await session.send("Tracing.end");
  await complete;
  return events;
}

/**
 * Adds up the tasks of the page's main thread after its first paint. Their processor time counts, which depends less on the load of the
 * machine than their duration.
 * @throws Error when the page was not painted
 */
function costOf(events: readonly TraceEvent[], url: string): Visit {
  const start = events.findLast(({ name, args }) => name === "navigationStart" && args?.data?.documentLoaderURL === url);
  const ofPage = events.filter(({ pid, tid, ts }) => pid === start?.pid && tid === start.tid && ts >= start.ts);
  const paint = ofPage.find(({ name }) => name === "firstContentfulPaint");
  if (!paint) throw new Error(`${url} was not painted.`);
  const tasks = ofPage
    .filter(({ name, ph, ts }) => ph === "X" && name.endsWith("RunTask") && ts >= paint.ts)
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  let end = 0;
  let longestMs = 0;
  let blockedMs = 0;
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    // A task inside of another one is a part of it.
    if (ts < end) continue;
    end = ts + dur;
    const costMs = (tdur / 1_000) * SLOWDOWN;
    longestMs = Math.max(longestMs, costMs);
    blockedMs += Math.max(0, costMs - LONG_MS);
  }
  return { blockedMs, longestMs };
}

/** Visits a page with an empty cache on a screen of a phone. */
async function visit({ url, cookie = "" }: Measured): Promise<Visit> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    const context = await browser.newContext({
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
      hasTouch: true,
    });
    const cookies = cookie.split("; ").filter(Boolean);
    // A cookie for the address of the page would be sent with requests below its path only.
    const { origin } = new URL(url);
    await context.addCookies(
      cookies.map((pair) => ({ name: pair.split("=")[0] ?? "", value: pair.slice(pair.indexOf("=") + 1), url: origin })),
    );
    const page = await context.newPage();
    const events = await trace(await browser.newBrowserCDPSession(), async () => {
      await page.goto(url);
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    });
    return costOf(events, url);
  } finally {
    await browser.close();
  }
}

/**
 * Measures how long the pages block a phone, by the processor time of their tasks: Lighthouse's scores depend on the speed of the machine in
 * the minute of the run.
 */
export const benchBlocking = (port: number): Promise<Figure[]> =>
  withPages("blocking", port, async (pages) => {
    const visits = new Map<string, Visit[]>();
    for (let round = 0; round < ROUNDS; round += 1)
      for (const page of pages) visits.set(page.name, [...(visits.get(page.name) ?? []), await visit(page)]);
    return [...visits].map(([name, made]) => {
      const blockedMs = median(made.map((each) => each.blockedMs));
      const longestMs = median(made.map((each) => each.longestMs));
      return {
        name: `${name}, on a phone: blocked after the first paint`,
        measured: `${blockedMs.toFixed(0)} ms`,
        target: `≤ ${BLOCKED_MAX_MS} ms`,
        pass: blockedMs <= BLOCKED_MAX_MS,
        note: `median of ${ROUNDS}; processor time × ${SLOWDOWN} of tasks, less ${LONG_MS} ms each; longest task ${longestMs.toFixed(0)} ms`,
      };
    });
  });
