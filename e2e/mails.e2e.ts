import { createComment, getShare, getUserData, sendItem, sendResetPasswordEmail, sendWelcomeEmail } from "@stillreel/contract";
import { closeContexts, sharedBrowser } from "@stillreel/testing/browser";
import { type MailServer, type ReceivedMail, startMailServer } from "@stillreel/testing/mail";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { shownMail } from "./support/mails.ts";
import { registerPerson, uploadPicture } from "./support/people.ts";
import { type RunningServer, startStoryServer } from "./support/start-server.ts";

let mailServer: MailServer;
let server: RunningServer;
let browser: Browser;
let senderEmail: string;

beforeAll(async () => {
  mailServer = await startMailServer();
  browser = await sharedBrowser();
  server = await startStoryServer({ SMTP_URL: mailServer.url, MAIL_FROM: "Shots <shots@example.test>" });
  const sender = await registerPerson(server.url, "Mira Halvorsen");
  const visitor = await registerPerson(server.url, "Ben Okafor");
  senderEmail = sender.email;
  const itemId = await uploadPicture(sender, `Route <b>planner</b> & "totals"`);
  const message = `The total is wrong.\n${"a-very-long-word-".repeat(20)}`;
  await sender.client.call(sendItem, { body: { itemId, emails: ["customer@example.test"], message } });
  await sender.client.call(sendResetPasswordEmail, { body: { email: sender.email } });
  await visitor.client.call(sendWelcomeEmail, { body: { email: visitor.email } });
  const { slug } = await sender.client.call(getShare, { params: { workspaceId: "personal", itemId } });
  const { id } = await sender.client.call(getUserData, {});
  await visitor.client.call(createComment, {
    params: { itemId },
    query: { share: slug },
    body: { text: "@Mira Halvorsen, <i>look</i>", mentions: [id] },
  });
  await vi.waitUntil(() => mailServer.inbox.length === 4, { timeout: 20_000 });
});
afterAll(async () => {
  await closeContexts(browser);
  await server?.stop();
  await mailServer?.close();
});

/** Returns the received mail whose subject contains a text. */
function received(subject: string): ReceivedMail {
  const found = mailServer.inbox.find(({ mail }) => mail.subject?.includes(subject));
  if (!found) throw new Error(`no mail "${subject}" in: ${mailServer.inbox.map(({ mail }) => mail.subject).join(", ")}`);
  return found;
}

const SUBJECTS = ["shared an image with you", "Reset your Stillreel password", "Welcome to Stillreel", "mentioned you"];

test.each(SUBJECTS)('the mail "%s" can be read in light and dark, on a phone and a large screen', async (subject) => {
  const { mail } = received(subject);
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [390, 900]) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      await page.setContent(shownMail(mail));
      const { background, overflow, markup } = await page.evaluate(() => ({
        background: getComputedStyle(document.querySelector(".card") ?? document.body).backgroundColor,
        overflow: document.documentElement.scrollWidth - innerWidth,
        markup: document.querySelectorAll(".card b, .card i").length,
      }));
      expect(background).toBe(colorScheme === "dark" ? "rgb(31, 34, 43)" : "rgb(255, 255, 255)");
      expect([overflow <= 0, markup]).toEqual([true, 0]);
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.close();
    }
});

test("mail from a person has their name and gets its answers to them; optional mail can be ended by one click", () => {
  const [shared, reset, mention] = [received("shared an image"), received("Reset"), received("mentioned you")];
  expect(shared.mail.from).toEqual({ name: "Mira Halvorsen (Stillreel)", address: "shots@example.test" });
  expect(shared.mail.replyTo).toEqual([{ name: "", address: senderEmail }]);
  expect([reset.mail.from, reset.mail.replyTo]).toEqual([{ name: "Shots", address: "shots@example.test" }, undefined]);
  const headerOf = ({ mail }: ReceivedMail, key: string) => mail.headers.find((header) => header.key === key)?.value;
  expect(headerOf(mention, "list-unsubscribe")).toMatch(new RegExp(`^<${server.url}/unsubscribe/mention\\.[\\w-]{43}>$`, "u"));
  expect(headerOf(mention, "list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect(headerOf(shared, "list-unsubscribe")).toMatch(new RegExp(`^<${server.url}/unsubscribe/address\\.[\\w-]{43}>$`, "u"));
  expect(headerOf(reset, "list-unsubscribe")).toBeUndefined();
  for (const { mail } of mailServer.inbox) expect(mail.text?.length).toBeGreaterThan(60);
});

test.each([
  { subject: "mentioned you", heading: "No more e-mails of this kind", restore: "Undo", visits: 1 },
  // A mail scanner may have opened the link before.
  { subject: "shared an image", heading: "No more e-mails from people on this server", restore: "Get these e-mails again", visits: 2 },
])('the link in the mail "$subject" ends such mail, and a button restores it', async ({ subject, heading, restore, visits }) => {
  const url = /<(http[^>]+)>/u.exec(received(subject).mail.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? "")?.[1];
  const page = await browser.newPage();
  for (let visit = 0; visit < visits; visit += 1) {
    await page.goto(url ?? "");
    await page.getByRole("heading", { name: heading }).waitFor();
  }
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: restore }).click();
  await page.getByRole("heading", { name: "The e-mails are back" }).waitFor();
  await page.close();
});
