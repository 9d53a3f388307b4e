import { createFolder, createTeam, uploadImage } from "@stillreel/contract";
import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SHIFT_MAX, total, watchShifts } from "./support/layout-shifts.ts";
import { type Person, registerPerson, signIn } from "./support/people.ts";
import { stripedPng } from "./support/pictures.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";
import { makeWorkspace } from "./support/workspace-screens.ts";

let server: RunningServer;
let browser: Browser;
let owner: Person;
let workspaceId: string;

beforeAll(async () => {
  [server, browser] = await Promise.all([startStoryServer(), sharedBrowser()]);
  owner = await registerPerson(server.url, "Mira Halvorsen");
  ({ id: workspaceId } = await makeWorkspace(owner, "Lumen Transit", [await registerPerson(server.url, "Aiko Tanaka")]));
  const params = { workspaceId };
  for (const name of ["Fares", "Support"]) await owner.client.call(createFolder, { params, body: { name, parentId: null } });
  await owner.client.call(createTeam, { params, body: { name: "Design" } });
  for (const title of ["Homepage hero", "Ticket card", "Fare table"]) {
    const body = new FormData();
    body.append("title", title);
    body.append("file", new Blob([new Uint8Array(stripedPng(640, 400, [20, 110, 90]))], { type: "image/png" }), `${title}.png`);
    await owner.client.call(uploadImage, { params, body });
  }
});
afterAll(async () => {
  await closeContexts(browser);
  await server?.stop();
});

/** Answers the requests for members and folders after all others, when the rest of the page is displayed: that moved the most. */
async function delayUpperParts(page: Page): Promise<void> {
  const isUpper = ({ pathname }: URL): boolean => /^\/api\/v1\/workspace\/(?:single\/[^/]+|[^/]+\/folders)$/u.test(pathname);
  await page.route(isUpper, async (route: Route) => {
    const response = await route.fetch();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await route.fulfill({ response });
  });
}

test.each([1440, 390])(
  "nothing moves while the pages of a workspace load, %i pixels wide",
  async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    await signIn(context, server.url, owner);
    for (const [path, end] of [
      ["", "Ticket card"],
      ["/overview", "Ticket card"],
      ["/members", "Aiko Tanaka"],
      ["/teams", "Design"],
    ] as const) {
      const page = await context.newPage();
      const shifts = await watchShifts(page);
      await delayUpperParts(page);
      await page.goto(`${server.url}/w/${workspaceId}${path}`);
      await page.getByText(end).first().waitFor();
      await page.getByText("2 members, 1 team, 3 items").waitFor();
      const moved = await shifts();
      expect(total(moved), `${path}: ${JSON.stringify(moved)}`).toBeLessThanOrEqual(SHIFT_MAX);
      await page.close();
    }
  },
  120_000,
);
