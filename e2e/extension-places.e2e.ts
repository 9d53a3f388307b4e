import { removeMember, updatePreferences } from "@stillreel/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CaptureSite, startCaptureSite } from "./support/capture-site.ts";
import { titlesOf } from "./support/library-page.ts";
import { type Person, registerPerson, signIn } from "./support/people.ts";
import { type RecordingWorld, startRecordingWorld, until } from "./support/recording-world.ts";
import { type RunningServer, startServer } from "./support/start-server.ts";
import { join, makeTeamFolder, makeWorkspace, teamTitles } from "./support/team.ts";

let server: RunningServer;
let site: CaptureSite;
let world: RecordingWorld;
let olga: Person;
let mia: Person;
let miaId: string;
let workspaceId: string;
let folderId: string;

beforeAll(async () => {
  [server, site] = await Promise.all([startServer(), startCaptureSite()]);
  world = await startRecordingWorld(server.url, null);
});
afterAll(async () => {
  await Promise.all([world?.close(), site?.stop()]);
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

/** Chooses the workspace and then its folder, as it then shows, in the popup opened as a tab. */
async function chooseBugs(menu: string, tab?: string): Promise<Page> {
  const popup = await world.openPopupTab();
  if (tab) await popup.getByRole("radio", { name: tab, exact: true }).check({ force: true });
  const select = popup.getByRole("combobox", { name: menu });
  await until("the workspace can be chosen", async () => (await select.locator("option").allInnerTexts()).includes("Lumen Transit"));
  await select.selectOption({ label: "Lumen Transit" });
  const folder = select.locator("option", { hasText: "Bugs" });
  await folder.waitFor({ state: "attached" });
  await select.selectOption((await folder.getAttribute("value")) ?? "");
  await until("it is kept", () =>
    popup.evaluate(async () => JSON.stringify(await chrome.storage.local.get("saveTargets")).includes('"folderName":"Bugs"')),
  );
  return popup;
}

test("captures go into the chosen folder of a workspace, and to one's own library with a word once it is not open any more", async () => {
  await (await chooseBugs("Save in")).close();
  const page = await world.context.newPage();
  await page.goto(`${site.url}/plain`);
  await (await world.openPopup(page)).click("Visible area");
  await expect.poll(() => teamTitles(mia, workspaceId, { folderId }), { timeout: 20_000 }).toEqual(["Plain totals"]);
  expect(await titlesOf(mia)).toEqual([]);

  // The popup shows the place by its name at once, before a server has answered.
  const again = await world.openPopupTab();
  await again.getByText("Bugs", { exact: true }).first().waitFor();
  await again.close();

  await olga.client.call(removeMember, { params: { workspaceId, userId: miaId } });
  await (await world.openPopup(page)).click("Visible area");
  await expect.poll(() => titlesOf(mia), { timeout: 20_000 }).toEqual(["Plain totals"]);
  const popup = await world.openPopupTab();
  await popup.getByRole("alert").getByText("Bugs is not open to you for saving any more.").waitFor();
  await popup.getByRole("button", { name: "Understood" }).click();
  await popup.getByRole("alert").waitFor({ state: "detached" });
  await popup.close();
});

test("recordings go into the chosen folder of a workspace", async () => {
  await (await chooseBugs("Record into", "Record")).close();
  const page = await world.openPage(`${site.url}/plain`);
  await world.setUp();
  await world.record(page);
  await world.recorded(1_500);
  await world.press(page, "Stop and copy link");
  await world.reach("done");
  expect(await teamTitles(mia, workspaceId, { folderId })).toEqual(["Plain totals"]);
  expect(await titlesOf(mia, { type: "video" })).toEqual([]);
});
