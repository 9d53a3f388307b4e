import { deleteFolder, removeMember, setFolderRight, updateMember, updatePreferences } from "@stillreel/contract";
import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CaptureSite, startCaptureSite } from "./support/capture-site.ts";
import { type ClockSite, startClockSite } from "./support/clock-site.ts";
import { ClosedShadowRoot } from "./support/closed-shadow-root.ts";
import { readClipboard } from "./support/extension-world.ts";
import { titlesOf } from "./support/library-page.ts";
import { type Person, registerPerson, signIn } from "./support/people.ts";
import { EARLY_S, readRecordedClock } from "./support/recorded-clock.ts";
import { newestVideo, recordingOf, type RecordingWorld, startRecordingWorld, until } from "./support/recording-world.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";
import { join, makeTeamFolder, makeWorkspace, teamTitles } from "./support/team.ts";

let server: RunningServer;
let site: CaptureSite;
let clock: ClockSite;
let world: RecordingWorld;
/** Browser that plays the result, without extension and account. */
let viewer: Browser;
let olga: Person;
let mia: Person;
let miaId: string;
let workspaceId: string;
let folderId: string;

beforeAll(async () => {
  [server, site, clock, viewer] = await Promise.all([startStoryServer(), startCaptureSite(), startClockSite(), sharedBrowser()]);
  world = await startRecordingWorld(server.url, null);
});
afterAll(async () => {
  await Promise.all([world?.close(), closeContexts(viewer), site?.stop(), clock?.stop()]);
  await server?.stop();
});
beforeEach(async () => {
  [olga, mia] = await Promise.all([registerPerson(server.url, "Olga Owner"), registerPerson(server.url, "Mia Member")]);
  workspaceId = await makeWorkspace(olga, "Lumen Transit");
  miaId = await join(olga, workspaceId, mia);
  folderId = await makeTeamFolder(olga, workspaceId, "Bugs");
  await signIn(world.context, server.url, mia);
  await mia.client.call(updatePreferences, { body: { afterCapture: "link" } });
});

/** Opens one tab of the popup as a page. */
async function openHalf(tab: string): Promise<Page> {
  const popup = await world.openPopupTab();
  await popup.getByRole("radio", { name: tab, exact: true }).check({ force: true });
  return popup;
}

/** Chooses the workspace and then its folder in the popup opened as a page. */
async function chooseBugs(menu: string, tab = "Capture"): Promise<Page> {
  const popup = await openHalf(tab);
  const select = popup.getByRole("combobox", { name: menu });
  await until("the workspace can be chosen", async () => (await select.locator("option").allInnerTexts()).includes("Lumen Transit"));
  await select.selectOption({ label: "Lumen Transit" });
  const folder = select.locator("option", { hasText: "Bugs" });
  await folder.waitFor({ state: "attached" });
  await select.selectOption((await folder.getAttribute("value")) ?? "");
  await until("it is stored", () =>
    popup.evaluate(async () => JSON.stringify(await chrome.storage.local.get("saveTargets")).includes('"folderName":"Bugs"')),
  );
  return popup;
}

/** Sets Mia's permissions on the folder. */
const grantMia = (read: boolean, write: boolean) =>
  olga.client.call(setFolderRight, {
    params: { workspaceId, itemId: folderId },
    body: { id: miaId, permissionType: "member", read, write },
  });
/** Returns the text of a page's toast without the link, or null while there is none. */
const noteIn = async (page: Page): Promise<string | null> =>
  (await new ClosedShadowRoot(page, "stillreel-toast").byClass("note"))?.text ?? null;

test("captures go into the chosen folder of a workspace, and to the personal library with a message when access ends", async () => {
  await (await chooseBugs("Save in")).close();
  const page = await world.context.newPage();
  await page.goto(`${site.url}/plain`);
  await (await world.openPopup(page)).click("Visible area");
  await expect.poll(() => teamTitles(mia, workspaceId, { folderId }), { timeout: 20_000 }).toEqual(["Plain totals"]);
  expect(await titlesOf(mia)).toEqual([]);

  // The popup shows the cached name of the save target immediately, before a server has responded.
  const again = await world.openPopupTab();
  await again.getByText("Bugs", { exact: true }).first().waitFor();
  await again.close();

  await olga.client.call(removeMember, { params: { workspaceId, userId: miaId } });
  await (await world.openPopup(page)).click("Visible area");
  // The toast names the closed folder. When the page could not show it, the popup does.
  let named = "";
  const toastNamed = async (): Promise<string> => (named ||= (await noteIn(page)) ?? "");
  await expect.poll(async () => [await titlesOf(mia), await toastNamed()][0], { timeout: 20_000 }).toEqual(["Plain totals"]);
  const popup = await world.openPopupTab();
  const alert = popup.getByRole("alert");
  await expect
    .poll(async () => (await toastNamed()) || (await alert.allInnerTexts()).join(" "), { timeout: 20_000 })
    .toContain("You can't save to Bugs any more.");
  // A toast that appears after the popup's message removes that message.
  const read =
    named === ""
      ? popup
          .getByRole("button", { name: "Got it" })
          .click()
          .catch(() => undefined)
      : Promise.resolve();
  await Promise.race([read, alert.waitFor({ state: "detached" })]);
  await alert.waitFor({ state: "detached" });
  await popup.close();
});

test("recordings go into the chosen folder of a workspace", async () => {
  await (await chooseBugs("Save recordings in", "Record")).close();
  const page = await world.openPage(`${site.url}/plain`);
  await world.setUp();
  await world.record(page);
  await world.recorded(1_500);
  await world.press(page, "Stop and copy link");
  await world.untilPhase("done");
  expect(await teamTitles(mia, workspaceId, { folderId })).toEqual(["Plain totals"]);
  expect(await titlesOf(mia, { type: "video" })).toEqual([]);
});

test("a member who can write to one folder can choose it, and sees its new items", async () => {
  await olga.client.call(updateMember, { params: { workspaceId, userId: miaId }, body: { role: "viewer" } });
  await grantMia(true, true);
  const inner = await makeTeamFolder(olga, workspaceId, "Autumn", folderId);
  const popup = await openHalf("Capture");
  const select = popup.getByRole("combobox", { name: "Save in" });
  const labels = (): Promise<string[]> => select.locator("option").evaluateAll((all) => all.map(({ textContent }) => textContent.trim()));
  // The workspace only labels the owner of the folder.
  await expect.poll(labels).toEqual(["My images", "Lumen Transit", "Bugs"]);
  expect(await select.locator("option", { hasText: "Lumen Transit" }).isDisabled()).toBe(true);
  await select.selectOption({ label: "\u2003Bugs" });
  await expect.poll(labels).toEqual(["My images", "Lumen Transit", "Bugs", "Autumn"]);
  await popup.getByRole("heading", { name: "Recent in Bugs" }).waitFor();
  await popup.close();

  const page = await world.context.newPage();
  await page.goto(`${site.url}/plain`);
  await (await world.openPopup(page)).click("Visible area");
  await expect.poll(() => teamTitles(mia, workspaceId, { folderId }), { timeout: 20_000 }).toEqual(["Plain totals"]);
  const again = await world.openPopupTab();
  const recent = again.getByRole("region", { name: "Recent in Bugs" }).getByRole("link", { name: "Plain totals" });
  expect(await recent.getAttribute("href")).toMatch(new RegExp(`^${server.url}/w/${workspaceId}/images/`, "u"));
  await again.getByRole("combobox", { name: "Save in" }).selectOption({ label: "\u2003\u2003Autumn" });
  await again.getByText("Captures in this folder show up here, newest first.").waitFor();
  await again.close();
  await (await world.openPopup(page)).click("Visible area");
  await expect.poll(() => teamTitles(mia, workspaceId, { folderId: inner }), { timeout: 20_000 }).toEqual(["Plain totals"]);
  expect(await titlesOf(mia)).toEqual([]);
});

test("a capture whose folder was removed is in the personal library, and the page shows that once", async () => {
  await (await chooseBugs("Save in")).close();
  const page = await world.context.newPage();
  await page.goto(`${site.url}/plain`);
  // The click grants access to the tab. The next steps are those of a shortcut, which has no popup for messages.
  await (await world.openPopup(page)).close();
  // After the popup, which would report the removal itself.
  await olga.client.call(deleteFolder, { params: { workspaceId, folderId }, query: {} });
  await world.inside.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
    if (tab?.id === undefined) throw new Error("There is no tab in front.");
    const request = { tabId: tab.id, windowId: tab.windowId, kind: "visible", seconds: 3, isWhole: false };
    await chrome.runtime.sendMessage({ to: "background", name: "capture.start", request });
  });
  await expect.poll(() => noteIn(page), { timeout: 20_000 }).toBe("You no longer have access to Bugs. Saved in My images.");
  expect(await titlesOf(mia)).toEqual(["Plain totals"]);
  const popup = await openHalf("Capture");
  await popup.getByRole("heading", { name: "Recent", exact: true }).waitFor();
  await popup.getByRole("link", { name: "Plain totals" }).waitFor();
  expect(await popup.getByRole("alert").count()).toBe(0);
  await popup.close();
});

/** Time limit of a recovery. A request to the server may take 30 s before the recorder repeats it. */
const RECOVERY_MAX_MS = 60_000;

/** Operations by which Mia loses access to the save target of a running recording. */
const LOSSES: Record<string, () => Promise<unknown>> = {
  "becomes read-only": () => grantMia(true, false),
  "becomes hidden": () => grantMia(false, false),
  "is in a workspace from which she is removed": () => olga.client.call(removeMember, { params: { workspaceId, userId: miaId } }),
};

test.each(Object.entries(LOSSES))(
  "a recording whose save target %s meanwhile is complete in the personal library, with a valid link",
  async (_name, lose) => {
    await (await chooseBugs("Save recordings in", "Record")).close();
    const page = await world.openPage(clock.url);
    await world.setUp();
    await world.record(page);
    const beganAt = Date.now();
    await world.recorded(2_000);
    await until("the upload has started", async () => {
      const now = await world.state();
      return now?.phase === "recording" && now.progress.server.bytes > 0;
    });
    await lose();
    const lostAt = Date.now();
    await until("it is redirected to the personal library", async () => {
      const now = await world.state();
      return now?.phase === "recording" && now.progress.home;
    });
    await world.recorded(lostAt - beganAt + 2_500);
    const end = await world.press(page, "Stop and copy link");
    const state = await world.untilPhase("done");
    expect(state).toMatchObject({ phase: "done", progress: { home: true, trouble: null } });
    await expect.poll(() => noteIn(page)).toBe("You no longer have access to Bugs. Saved in My videos.");

    const item = await until("it is complete", async () => {
      const newest = await newestVideo(mia);
      return newest?.stage !== "recording" && newest?.stage !== "uploading" && newest;
    });
    expect(await titlesOf(mia, { type: "video" })).toEqual(["Clock"]);
    const { early, last, durationMs } = await readRecordedClock(viewer, await recordingOf(server.url, mia, item.id), 1_440);
    expect(early, "recorded before the loss").toBeLessThan(lostAt);
    expect(end - last, "missing at the end").toBeLessThan(2_000);
    expect(Math.abs(last - early - (durationMs - EARLY_S * 1_000)), "no gap").toBeLessThan(2_000);
    expect(await readClipboard(page)).toBe(item.shareUrl);
    expect((await fetch(item.shareUrl ?? "")).status).toBe(200);
    expect(await teamTitles(olga, workspaceId, { view: "all" })).toEqual([]);

    const popup = await openHalf("Record");
    await popup.getByRole("button", { name: "Start recording" }).waitFor();
    expect(await popup.getByRole("alert").count(), "no message is left").toBe(0);
    await popup.close();
  },
);

test("an interrupted recording that lost its save target is recovered into the personal library", async () => {
  await (await chooseBugs("Save recordings in", "Record")).close();
  const page = await world.openPage(clock.url);
  await world.setUp();
  await world.record(page);
  await world.recorded(2_500);
  await world.killOffscreen();
  await grantMia(false, false);
  const popup = await openHalf("Record");
  await popup.getByRole("button", { name: "Recover" }).click();
  await popup.getByText("Link copied").waitFor({ timeout: RECOVERY_MAX_MS });
  await until("it is complete", async () => {
    const newest = await newestVideo(mia);
    return newest?.stage !== "recording" && newest?.stage !== "uploading" && newest;
  });
  expect(await teamTitles(olga, workspaceId, { view: "all" })).toEqual([]);
  await popup.reload();
  await popup.getByRole("alert").getByText("You can't save to Bugs any more.").waitFor();
  await popup.close();
});
