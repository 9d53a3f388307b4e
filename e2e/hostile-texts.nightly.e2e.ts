import {
  createComment,
  createFolder,
  createTeam,
  getShare,
  putCaptions,
  trashItems,
  updateChapters,
  updateItem,
  updateUserData,
  uploadImage,
  uploadVideo,
} from "@stillreel/contract";
import { video } from "@stillreel/testing/video";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeFolder } from "./support/library-page.ts";
import { type Person, registerPerson, signIn, uploadPicture } from "./support/people.ts";
import { stripedPng } from "./support/pictures.ts";
import { setStage } from "./support/stage.ts";
import { makeWorkspace } from "./support/workspace-screens.ts";

const stage = setStage({});

/** What every payload does if it runs: a dialog, and a mark in the page. */
const RUN = "alert(1)";
const PAYLOADS = [
  `<script>${RUN}</script>`,
  `<SCRIPT SRC=//127.0.0.1:9/x.js></SCRIPT>`,
  `</title><script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `--><script>${RUN}</script><!--`,
  `]]><script>${RUN}</script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<img src=x onerror=${RUN}>`,
  `"><img src=x onerror=${RUN}>`,
  `'><img src=x onerror=${RUN}>`,
  `<img src="x" onerror="${RUN}">`,
  `<img/src=x/onerror=${RUN}>`,
  `<svg onload=${RUN}>`,
  `"><svg/onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<math><mtext><img src=x onerror=${RUN}></mtext></math>`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<iframe srcdoc="<script>${RUN}</script>"></iframe>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<a href="javascript:${RUN}">x</a>`,
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}//`,
  `data:text/html,<script>${RUN}</script>`,
  `<form action="javascript:${RUN}"><button>x</button></form>`,
  `<input autofocus onfocus=${RUN}>`,
  `" autofocus onfocus=${RUN} x="`,
  `' onmouseover=${RUN} x='`,
  `<details open ontoggle=${RUN}>`,
  `<body onload=${RUN}>`,
  `<video src=x onerror=${RUN}></video>`,
  `<video><source onerror=${RUN}></video>`,
  `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  `<base href="//127.0.0.1:9/">`,
  `<link rel=stylesheet href=//127.0.0.1:9/x.css>`,
  `<style>@import "//127.0.0.1:9/x.css";</style>`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `{{constructor.constructor('${RUN}')()}}`,
];
/** Payloads that fit into a name of at most 32 characters. */
const SHORT = PAYLOADS.filter((payload) => payload.length <= 32 && payload.includes(RUN));
/** Pages that show texts of others only after an action. */
const WITHOUT_TEXT = /^\/(?:starred|preferences|account|account\/data|w\/[^/]+\/(?:starred|shared|trash))$/u;
const nameOf = (index: number): string => SHORT[index % SHORT.length] ?? "";

/** Payloads joined to as few texts as possible, each at most this long. */
function texts(max: number): string[] {
  const joined: string[] = [];
  for (const payload of PAYLOADS) {
    const last = joined.at(-1);
    if (last !== undefined && last.length + payload.length < max) joined[joined.length - 1] = `${last} ${payload}`;
    else joined.push(payload);
  }
  return joined;
}

const markers = JSON.stringify({
  version: 1,
  crop: null,
  shapes: PAYLOADS.map((text, at) => ({
    id: `t${at}`,
    type: "text",
    x: 1,
    y: 1,
    width: 90,
    height: 10,
    color: "#E5484D",
    fontSize: 12,
    text,
  })),
});

interface Pages {
  owner: Person;
  reader: Person;
  own: string[];
  shared: string[];
}

async function upload({ client }: Person, workspaceId: string, fields: Record<string, string>): Promise<string> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append("file", new Blob([new Uint8Array(stripedPng(320, 200, [80, 90, 160]))], { type: "image/png" }), "shot.png");
  return (await client.call(uploadImage, { params: { workspaceId }, body })).id;
}

/** Writes payloads into every text of an item that other people read. Returns the slug of its link. */
async function deface(owner: Person, reader: Person, type: "image" | "video", itemId: string): Promise<string> {
  const params = { workspaceId: "personal", type, itemId };
  const description = PAYLOADS.join("\n");
  await owner.client.call(updateItem, { params, body: { title: texts(250)[1] ?? "", description } });
  const { slug } = await owner.client.call(getShare, { params: { workspaceId: "personal", itemId } });
  for (const text of texts(1_900)) {
    const { id } = await owner.client.call(createComment, { params: { itemId }, body: { text } });
    await reader.client.call(createComment, { params: { itemId }, query: { share: slug }, body: { text, parentId: id } });
  }
  return slug;
}

/** Creates users, a workspace, folders, images and a video whose texts are payloads, and lists all pages that show them. */
async function hostileWorld(url: string): Promise<Pages> {
  const owner = await registerPerson(url, "Owner");
  const reader = await registerPerson(url, "Reader");
  for (const [index, { client }] of [owner, reader].entries()) await client.call(updateUserData, { body: { displayName: nameOf(index) } });
  const folderId = await makeFolder(owner, nameOf(2));
  for (const title of texts(250)) await uploadPicture(owner, title, [180, 60, 60], { folderId, pageUrl: "https://shop.example/x" });
  const imageId = await upload(owner, "personal", { title: nameOf(3), markers });
  const trashedId = await uploadPicture(owner, texts(250)[0] ?? "");
  await owner.client.call(trashItems, { params: { workspaceId: "personal" }, body: { itemIds: [trashedId] } as never });
  const body = new FormData();
  body.append(
    "file",
    new Blob([new Uint8Array(await video({ seconds: 32, rate: 2, width: 64, height: 36 }))], { type: "video/mp4" }),
    "clip.mp4",
  );
  const { id: videoId } = await owner.client.call(uploadVideo, { params: { workspaceId: "personal" }, body });
  const slugs = [await deface(owner, reader, "image", imageId), await deface(owner, reader, "video", videoId)];
  const chapters = [0, 10, 20].map((timestamp, index) => ({ timestamp, name: (texts(95)[index + 3] ?? "").slice(0, 95) }));
  await owner.client.call(updateChapters, { params: { itemId: videoId }, body: { enabled: true, chapters } });
  const vtt = `WEBVTT\n\n${PAYLOADS.map((text, at) => `00:${String(at % 30).padStart(2, "0")}.000 --> 00:31.000\n${text.replace("-->", "->")}\n`).join("\n")}`;
  await owner.client.call(putCaptions, { params: { itemId: videoId, language: "en" }, body: { vtt, label: nameOf(4) } });
  const { id, inviteId } = await makeWorkspace(owner, nameOf(0), [reader]);
  const params = { workspaceId: id };
  const { id: teamFolder } = await owner.client.call(createFolder, { params, body: { name: nameOf(1), parentId: null } });
  for (const index of [0, 1, 2]) await owner.client.call(createTeam, { params, body: { name: nameOf(index) } });
  for (const title of texts(250)) await upload(owner, id, { title, folderId: teamFolder });
  const teamPages = ["", "/all", "/starred", "/shared", "/trash", "/overview", "/members", "/teams", "/activity", "/settings"];
  return {
    owner,
    reader,
    own: [
      "/images",
      `/images?folder=${folderId}`,
      "/videos",
      "/shared",
      "/starred",
      "/trash",
      "/workspaces",
      "/profile",
      "/preferences",
      "/account",
      "/account/data",
      `/images/${imageId}`,
      `/images/${trashedId}`,
      `/images/${imageId}/annotate`,
      `/videos/${videoId}`,
      ...teamPages.map((page) => `/w/${id}${page}`),
      `/w/${id}/folder/${teamFolder}`,
    ],
    shared: [...slugs.flatMap((slug) => [`/s/${slug}`, `/embed/${slug}`]), `/invite/${inviteId}`],
  };
}

/** Runs in each page before its scripts: collects what the policy forbids. */
function collectViolations(): void {
  const found: string[] = [];
  Object.assign(window, { violations: found });
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    found.push(`${violatedDirective} ${blockedURI}`),
  );
}

/** Runs in a page. Returns whether it shows a stored text, in its content or in a field. */
function showsText(mark: string): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
  return document.documentElement.innerHTML.includes(mark) || fields.some(({ value }) => value.includes(mark));
}

/** Opens every tab of a page, so that texts of closed panels are shown too. */
async function openTabs(page: Page): Promise<void> {
  for (const tab of await page.getByRole("tab").all()) await tab.click({ timeout: 2_000 }).catch(() => undefined);
}

test("S11: no stored text runs as code on any page, and no page violates its policy", { timeout: 600_000 }, async () => {
  expect(PAYLOADS.length).toBe(40);
  const { server, browser } = stage;
  const world = await hostileWorld(server.url);
  const faults: string[] = [];
  let visited = 0;
  const bare: string[] = [];
  for (const [person, paths] of [
    [world.owner, [...world.own, ...world.shared]],
    [world.reader, [...world.shared, ...world.own.filter((path) => path.startsWith("/w/"))]],
    [null, world.shared],
  ] as const) {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    if (person) await signIn(context, server.url, person);
    await context.addInitScript(collectViolations);
    const page = await context.newPage();
    let at = "";
    page.on("dialog", (dialog) => {
      if (dialog.type() !== "beforeunload") faults.push(`${at}: dialog`);
      void dialog.accept();
    });
    page.on("console", (message) => {
      if (/content security policy/iu.test(message.text())) faults.push(`${at}: ${message.text()}`);
    });
    page.on("request", (request) => {
      if (new URL(request.url()).port === "9") faults.push(`${at}: request to ${request.url()}`);
    });
    for (const path of paths) {
      at = path;
      await page.goto(server.url + path, { waitUntil: "load" });
      const isBare = WITHOUT_TEXT.test(path);
      await page.waitForFunction(showsText, RUN, { timeout: isBare ? 1_000 : 8_000 }).catch(() => {
        if (!isBare) bare.push(path);
      });
      await openTabs(page);
      const violations = await page.evaluate(() => (window as unknown as { violations: string[] }).violations);
      faults.push(...violations.map((one) => `${path}: ${one}`));
      visited += 1;
    }
    await context.close();
  }
  process.stderr.write(`S11: ${visited} pages\n`);
  expect(faults).toEqual([]);
  // Each of these pages had a payload to show.
  expect(bare).toEqual([]);
});
