import {
  createComment,
  getShare,
  getUserData,
  getVideo,
  sendItem,
  updateChapters,
  updateNotificationSettings,
  uploadVideo,
} from "@stillreel/contract";
import { video } from "@stillreel/testing";
import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import { type MailServer, type ReceivedMail, startMailServer } from "@stillreel/testing/mail";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { openAs } from "./support/library-page.ts";
import { shownMail } from "./support/mails.ts";
import { type Person, registerPerson } from "./support/people.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";

const TEXT = "النص <b>on</b> second 12";
let mailServer: MailServer;
let server: RunningServer;
let browser: Browser;
let owner: Person;
let itemId: string;

const received = (subject: string): ReceivedMail => {
  const found = mailServer.inbox.find(({ mail }) => mail.subject?.includes(subject));
  if (!found) throw new Error(`no mail "${subject}" in: ${mailServer.inbox.map(({ mail }) => mail.subject).join(", ")}`);
  return found;
};

beforeAll(async () => {
  mailServer = await startMailServer();
  browser = await sharedBrowser();
  server = await startStoryServer({ SMTP_URL: mailServer.url });
  owner = await registerPerson(server.url, "Mira Halvorsen");
  const leila = await registerPerson(server.url, "Leila Haddad");
  const body = new FormData();
  body.append("title", "Release 4.12");
  body.append("file", new Blob([new Uint8Array(await video({ seconds: 40 }))], { type: "video/mp4" }), "Release.mp4");
  const params = { workspaceId: "personal" };
  ({ id: itemId } = await owner.client.call(uploadVideo, { params, body }));
  await vi.waitUntil(async () => (await owner.client.call(getVideo, { params: { ...params, itemId } })).posterUrl !== null, {
    timeout: 60_000,
    interval: 300,
  });
  const chapters = [0, 11, 22].map((timestamp, index) => ({ timestamp, name: `Part ${index + 1}` }));
  await owner.client.call(updateChapters, { params: { itemId }, body: { enabled: true, chapters } });
  await owner.client.call(updateNotificationSettings, { body: { channels: { mention: "email" } } });
  const { slug } = await owner.client.call(getShare, { params: { ...params, itemId } });
  const { id } = await owner.client.call(getUserData, {});
  await leila.client.call(createComment, { params: { itemId }, query: { share: slug }, body: { text: TEXT, at: 12.9, mentions: [id] } });
  await owner.client.call(sendItem, { body: { itemId, emails: ["friend@example.test"], message: "Chapter 2." } });
  await vi.waitUntil(() => mailServer.inbox.length === 2, { timeout: 20_000 });
});
afterAll(async () => {
  await closeContexts(browser);
  await server?.stop();
  await mailServer?.close();
});

/** Opens a mail as a mail program shows it. */
async function openMail({ mail }: ReceivedMail, width: number, colorScheme: "light" | "dark"): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  await page.setContent(shownMail(mail));
  return page;
}

test.each(["Leila Haddad mentioned you at 0:12 on a video", "Mira Halvorsen shared a video with you"])(
  'the mail "%s" shows the video in light and dark, on a phone and a large screen',
  async (subject) => {
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [390, 800]) {
        const page = await openMail(received(subject), width, colorScheme);
        const picture = page.getByRole("img", { name: "Video: Release 4.12" });
        const { natural, shown, overflow } = await picture.evaluate((image: HTMLImageElement) => ({
          natural: image.naturalWidth,
          shown: image.getBoundingClientRect().width,
          overflow: document.documentElement.scrollWidth - innerWidth,
        }));
        expect([natural > 300, shown > 300, overflow <= 0]).toEqual([true, true, true]);
        expect(await accessibilityFaults(page)).toEqual([]);
        await page.close();
      }
  },
);

test("a comment's mail opens the video at its second, and the form for the answer", async () => {
  const mail = received("mentioned you at 0:12");
  const page = await openMail(mail, 800, "light");
  const text = page.locator(".box [dir=auto]");
  expect(await text.evaluate((node) => [node.textContent, getComputedStyle(node).direction])).toEqual([TEXT, "rtl"]);
  await page.getByText("Part 2, chapter 2 of 3").waitFor();
  const watch = await page.getByRole("link", { name: "Watch from 0:12" }).getAttribute("href");
  expect(watch).toBe(`${server.url}/videos/${itemId}?t=12`);
  const reply = (await page.getByRole("link", { name: "Reply to Leila Haddad" }).getAttribute("href")) ?? "";
  await page.close();
  const portal = await openAs(browser, server.url, owner);
  await portal.goto(reply);
  const form = portal.getByRole("form", { name: "Reply to Leila Haddad" });
  await form.waitFor();
  await form.getByRole("textbox").fill("Thank you");
  await form.getByRole("button", { name: "Reply" }).click();
  await form.waitFor({ state: "detached" });
  await portal.getByText("Thank you").waitFor();
  await portal.context().close();
});
