import { getVideo, listItems, setFolderRight } from "@stillreel/contract";
import { launchBrowser } from "@stillreel/testing/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { chooseLanguage } from "./support/language.ts";
import { itemLink, openAs, whenLive } from "./support/library-page.ts";
import { type Person, registerPerson } from "./support/people.ts";
import { playVideo } from "./support/play-video.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";
import { join, makeTeamFolder, makeWorkspace } from "./support/team.ts";

/** Flags for fake screens, cameras and microphones, and a chooser that accepts automatically. */
const SWITCHES = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", "--autoplay-policy=no-user-gesture-required"];

/** A page whose recording is large. */
const NOISE = `<title>Noise</title><canvas width="1280" height="720"></canvas><script>
  const context = document.querySelector("canvas").getContext("2d");
  const spots = context.createImageData(1280, 720);
  (function paint() {
    for (let at = 0; at < spots.data.length; at += 65536) crypto.getRandomValues(spots.data.subarray(at, at + 65536));
    context.putImageData(spots, 0, 0);
    requestAnimationFrame(paint);
  })();
</script>`;

let server: RunningServer;
let browser: Browser;
let person: Person;
let page: Page;
let faults: string[];

beforeAll(async () => {
  [server, browser] = await Promise.all([startStoryServer(), launchBrowser(SWITCHES)]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
beforeEach(async () => {
  person = await registerPerson(server.url, "Rita Records");
  page = await openAs(browser, server.url, person, { permissions: ["clipboard-read", "clipboard-write"] });
  faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
});
afterEach(async () => {
  await page.context().close();
  if (faults.length > 0) throw new Error(faults.join("\n"));
});

const videos = async () =>
  (await person.client.call(listItems, { params: { workspaceId: "personal" }, query: { type: "video", view: "all" } as never })).items;
const stageOf = async (itemId: string): Promise<string> =>
  (await person.client.call(getVideo, { params: { workspaceId: "personal", itemId } })).stage;

/** Starts recording immediately. Resolves when the first second is on the server. */
async function record(source: "Screen" | "Camera"): Promise<void> {
  await page.getByRole("radio", { name: source }).check();
  await page.getByText("Off", { exact: true }).click();
  await page.getByRole("button", { name: "Start recording" }).click();
  await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
  await page.getByText(/0:0[1-9] uploaded/u).waitFor();
}

/** Returns the number of recorded bytes on this machine that the server does not have. */
async function unsent(of: Page): Promise<number> {
  const stored = await of.evaluate(async () => {
    const shelf = await (await navigator.storage.getDirectory()).getDirectoryHandle("recordings");
    const found: { id: string; bytes: number }[] = [];
    for await (const id of (shelf as unknown as { keys(): AsyncIterable<string> }).keys()) {
      const folder = await shelf.getDirectoryHandle(id);
      found.push({ id, bytes: (await (await folder.getFileHandle("data")).getFile()).size });
    }
    return found;
  });
  const missing = stored.map(async ({ id, bytes }) => {
    const name = Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
    const headers = { "tus-resumable": "1.0.0", ...person.tokens };
    const answer = await fetch(`${server.url}/uploads/${name}`, { method: "HEAD", headers });
    return bytes - Number(answer.headers.get("upload-offset"));
  });
  return (await Promise.all(missing)).reduce((sum, bytes) => sum + bytes, 0);
}

test("from the empty library: R, a recorded screen, and the link on the clipboard after Stop", async () => {
  await page.goto(`${server.url}/videos`);
  await page.getByRole("link", { name: "Record screen" }).waitFor();
  await page.keyboard.press("r");
  await page.getByRole("heading", { name: "Record", level: 1 }).waitFor();
  await record("Screen");
  const [item] = await videos();
  expect(item).toMatchObject({ stage: "recording", title: expect.stringMatching(/^Screen, /u) as string });
  expect(await page.getByRole("meter", { name: "Microphone level" }).count()).toBe(1);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("timer", { name: "Paused at" }).waitFor();
  await page.getByRole("button", { name: "Resume" }).click();
  await page.getByRole("timer", { name: "Recorded so far" }).waitFor();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.waitForURL(`${server.url}/videos/${item?.id}`);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(item?.shareUrl);
  await expect.poll(() => stageOf(item?.id ?? "")).toMatch(/^(processing|ready)$/u);
});

test("a recording continues while the language is switched, and is one video", async () => {
  await page.goto(`${server.url}/record`);
  await page.getByRole("heading", { name: "Record", level: 1 }).waitFor();
  await record("Screen");
  const [before] = await videos();
  await chooseLanguage(page, server.url, "de");
  await page.getByRole("timer", { name: "Bisher aufgenommen" }).waitFor();
  const sent = page.getByText(/0:[0-9]{2} hochgeladen/u);
  const sentAt = await sent.innerText();
  await expect.poll(() => sent.innerText()).not.toBe(sentAt);
  await page.getByRole("button", { name: "Stoppen", exact: true }).click();
  await page.waitForURL(`${server.url}/videos/${before?.id}`);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(before?.shareUrl);
  await expect.poll(() => stageOf(before?.id ?? "")).toMatch(/^(processing|ready)$/u);
  expect(await videos()).toHaveLength(1);
});

test("a recording into a workspace folder is played by a member with access, and hidden from a member without", async () => {
  const [olga, mia, nils] = await Promise.all(
    ["Olga Owner", "Mia Member", "Nils Nowhere"].map((name) => registerPerson(server.url, name)) as [
      Promise<Person>,
      Promise<Person>,
      Promise<Person>,
    ],
  );
  const workspaceId = await makeWorkspace(olga, "Lumen Transit");
  for (const colleague of [person, mia]) await join(olga, workspaceId, colleague);
  const none = { id: await join(olga, workspaceId, nils), permissionType: "member", read: false, write: false } as const;
  const folderId = await makeTeamFolder(olga, workspaceId, "Campaigns");
  await olga.client.call(setFolderRight, { params: { workspaceId, itemId: folderId }, body: none });
  const folder = `${server.url}/w/${workspaceId}/folder/${folderId}`;
  const elsewhere = await launchBrowser();
  try {
    const there = await openAs(elsewhere, server.url, mia);
    const isLive = whenLive(there);
    await there.goto(folder);
    await there.getByRole("heading", { name: "This folder is empty" }).waitFor();
    await isLive;

    // The recorder offers the folder that it was opened from, and the user's own videos.
    await page.goto(folder);
    await page.getByRole("heading", { name: "This folder is empty" }).waitFor();
    await page.keyboard.press("r");
    const into = page.getByRole("combobox", { name: "Save recordings in" });
    await expect.poll(() => into.inputValue()).toBe(`${workspaceId}/${folderId}`);
    await into.selectOption("My videos");
    await into.selectOption("Lumen Transit / Campaigns");
    await record("Screen");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.waitForURL(`${server.url}/w/${workspaceId}/videos/*`);
    const itemId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const { title, shareUrl } = await person.client.call(getVideo, { params: { workspaceId, itemId } });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shareUrl);
    expect(await videos()).toEqual([]);

    await itemLink(there, title).click();
    await there.waitForURL(page.url());
    await playVideo(there.locator("video"), 0.3);

    const shut = await openAs(elsewhere, server.url, nils);
    await shut.goto(folder);
    await shut.getByRole("heading", { name: "You can't see this folder" }).waitFor();
    await shut.goto(page.url());
    await shut.getByRole("heading", { name: /no longer have access|This link/u }).waitFor();
    await expect(nils.client.call(getVideo, { params: { workspaceId, itemId } })).rejects.toMatchObject({ code: "not-found" });
  } finally {
    await elsewhere.close();
  }
});

test("a viewer records into the only writable folder; when access ends before the last byte, the recording goes to the personal library, with a message", async () => {
  const olga = await registerPerson(server.url, "Olga Owner");
  const workspaceId = await makeWorkspace(olga, "Lumen Transit");
  const id = await join(olga, workspaceId, person, "viewer");
  const folderId = await makeTeamFolder(olga, workspaceId, "Bugs");
  await makeTeamFolder(olga, workspaceId, "Press");
  const entry = { id, permissionType: "member", read: true, write: true } as const;
  await olga.client.call(setFolderRight, { params: { workspaceId, itemId: folderId }, body: entry });

  await page.goto(`${server.url}/record`);
  const into = page.getByRole("combobox", { name: "Save recordings in" });
  await expect.poll(() => into.locator("option:not(:disabled)").allInnerTexts()).toEqual(["My videos", "Lumen Transit / Bugs"]);
  await into.selectOption("Lumen Transit / Bugs");
  await record("Screen");
  // From here on no bytes reach the server.
  await page.context().route(`${server.url}/uploads/**`, (route) => route.abort());
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.waitForURL(`${server.url}/w/${workspaceId}/videos/*`);
  const before = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const dead = await page.evaluate(() => navigator.clipboard.readText());
  await olga.client.call(setFolderRight, {
    params: { workspaceId, itemId: folderId },
    body: { ...entry, read: false, write: false },
  });
  await page.getByRole("heading", { name: /no longer have access|This link/u }).waitFor();

  await page.context().unroute(`${server.url}/uploads/**`);
  await page.getByText("You no longer have access to Bugs. Saved in My videos.").first().waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Copy its new link" }).click();
  await page.waitForURL(/\/videos\/[^/]+$/u);
  const [item] = await videos();
  expect(item?.id).not.toBe(before);
  expect(new URL(page.url()).pathname).toBe(`/videos/${item?.id}`);
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(item?.shareUrl);
  expect(item?.shareUrl).not.toBe(dead);
  await expect.poll(() => stageOf(item?.id ?? "")).toMatch(/^(processing|ready)$/u);
});

test("when access to the save target is lost at the start, a message is shown, and the recording goes to the personal library", async () => {
  const olga = await registerPerson(server.url, "Olga Owner");
  const workspaceId = await makeWorkspace(olga, "Lumen Transit");
  const id = await join(olga, workspaceId, person);
  const folderId = await makeTeamFolder(olga, workspaceId, "Bugs");
  // The page receives no event about the save target.
  await page.route("**/api/v1/events*", (route) => route.abort());
  await page.goto(`${server.url}/w/${workspaceId}/folder/${folderId}`);
  await page.getByRole("heading", { name: "This folder is empty" }).waitFor();
  await page.keyboard.press("r");
  const into = page.getByRole("combobox", { name: "Save recordings in" });
  await expect.poll(() => into.inputValue()).toBe(`${workspaceId}/${folderId}`);
  const none = { id, permissionType: "member", read: false, write: false } as const;
  await olga.client.call(setFolderRight, { params: { workspaceId, itemId: folderId }, body: none });
  await record("Screen");
  await page.getByText("You no longer have access to Bugs. This recording will be saved in My videos.").waitFor();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await page.getByText("You no longer have access to Bugs. Saved in My videos.").first().waitFor();
  const [item] = await videos();
  await page.waitForURL(`${server.url}/videos/${item?.id}`);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(item?.shareUrl);
});

test("a discarded recording needs one confirmation, and is deleted on the server", async () => {
  await page.goto(`${server.url}/record`);
  await record("Camera");
  expect(await videos()).toHaveLength(1);
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep recording" }).click();
  await page.getByRole("timer", { name: "Recorded so far" }).waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Start recording" }).waitFor();
  await expect.poll(async () => (await videos()).length).toBe(0);
});

test("a tab that crashes is offered for recovery, and becomes the same item", async () => {
  await page.goto(`${server.url}/record`);
  await record("Screen");
  await page.getByText(/0:0[2-9] uploaded/u).waitFor();
  const [item] = await videos();
  const { context } = { context: page.context() };
  const cdp = await context.newCDPSession(page);
  await Promise.race([cdp.send("Page.crash").catch(() => {}), new Promise((resolve) => setTimeout(resolve, 1_000))]);
  await page.close();
  page = await context.newPage();
  await page.goto(`${server.url}/record`);
  const recover = page.getByRole("button", { name: /^Recover recording \(0:0[2-9]\)$/u });
  await recover.waitFor();
  await expect.poll(() => unsent(page)).toBe(0);
  expect(await stageOf(item?.id ?? "")).toBe("recording");
  await page.goto(`${server.url}/videos`);
  await recover.click();
  await page.waitForURL(`${server.url}/videos/${item?.id}`);
  await expect.poll(() => stageOf(item?.id ?? "")).toMatch(/^(processing|ready)$/u);
  await page.goto(`${server.url}/videos`);
  await page.getByRole("heading", { name: "My videos" }).waitFor();
  expect(await page.getByRole("button", { name: /^Recover recording/u }).count()).toBe(0);
});

test("a full disk ends the recording with a message, and the recorded part is uploaded", async () => {
  const own = await launchBrowser([...SWITCHES.slice(1), "--auto-select-tab-capture-source-by-title=Noise"]);
  try {
    page = await openAs(own, server.url, person, { permissions: ["clipboard-read", "clipboard-write", "microphone"] });
    const noise = await page.context().newPage();
    await noise.setContent(NOISE);
    await page.goto(`${server.url}/record`);
    await page.bringToFront();
    const cdp = await page.context().newCDPSession(page);
    const { usage } = await cdp.send("Storage.getUsageAndQuota", { origin: server.url });
    // The browser allocates the first megabyte of each of the recording's three files immediately. A fast machine encodes several megabytes
    // until the first fragment is stored, without which there is no recording.
    await cdp.send("Storage.overrideQuotaForOrigin", { origin: server.url, quotaSize: usage + 16_000_000 });
    await page.getByRole("radio", { name: "Screen" }).check();
    await page.getByText("Off", { exact: true }).click();
    await page.getByRole("button", { name: "Start recording" }).click();
    // A busy machine encodes few frames, and needs longer to fill the quota.
    await page.getByText("There is no space left on this device.").waitFor({ timeout: 60_000 });
    // The quota may be used up before the first response of the server.
    await page.waitForURL(/\/videos\/[\w-]+$/u);
    const [item] = await videos();
    expect(page.url()).toBe(`${server.url}/videos/${item?.id}`);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(item?.shareUrl);
    await expect.poll(() => stageOf(item?.id ?? "")).toMatch(/^(processing|ready)$/u);
    const { duration } = await person.client.call(getVideo, { params: { workspaceId: "personal", itemId: item?.id ?? "" } });
    expect(duration).toBeGreaterThan(0.4);
  } finally {
    await own.close();
  }
});

test("the last settings are restored", async () => {
  await page.goto(`${server.url}/record`);
  await page.getByRole("radio", { name: "Window" }).check();
  await page.getByRole("combobox", { name: "Resolution" }).selectOption("4K");
  await page.getByRole("switch", { name: "Live" }).check({ force: true });
  await page.reload();
  expect(await page.getByRole("radio", { name: "Window" }).isChecked()).toBe(true);
  expect(await page.getByRole("combobox", { name: "Resolution" }).inputValue()).toBe("2160");
  expect(await page.getByRole("switch", { name: "Live" }).isChecked()).toBe(true);
});
