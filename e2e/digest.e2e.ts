import { createComment, getNotificationSettings, getShare } from "@stillreel/contract";
import { type MailServer, type ReceivedMail, startMailServer } from "@stillreel/testing/mail";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessibilityFaults } from "./support/axe.ts";
import { openAs } from "./support/library-page.ts";
import { type Person, registerPerson, uploadPicture } from "./support/people.ts";
import { setStage } from "./support/stage.ts";
import { freshDatabase } from "./support/start-server.ts";

const settings: Record<string, string> = {};
let mailServer: MailServer;
let pool: pg.Pool;
beforeAll(async () => {
  mailServer = await startMailServer();
  const DATABASE_URL = await freshDatabase();
  pool = new pg.Pool({ connectionString: DATABASE_URL, max: 1 });
  Object.assign(settings, { DATABASE_URL, SMTP_URL: mailServer.url, MAIL_FROM: "Shots <shots@example.test>" });
});
const stage = setStage(settings);
let owner: Person;
let friend: Person;
beforeAll(async () => {
  owner = await registerPerson(stage.server.url, "Olga Owner");
  friend = await registerPerson(stage.server.url, "Fred Friend");
});
afterAll(async () => {
  await pool?.end();
  await mailServer?.close();
});

const frequency = async (): Promise<string> => (await owner.client.call(getNotificationSettings, {})).digest.frequency;
const digests = (): ReceivedMail[] =>
  mailServer.inbox.filter(({ to, mail }) => to[0] === owner.email && mail.subject === "What you have not read on Stillreel");

/** Moves what happened so far ten minutes into the past, makes the digest due, and waits until the job for digests has ended. */
async function runDigests(): Promise<void> {
  await pool.query("update notifications set created_at = created_at - interval '10 minutes'");
  await pool.query("update digests set next_at = now() - interval '1 minute', since = since - interval '10 minutes'");
  const { rows } = await pool.query<{ id: string }>("select id from graphile_worker.add_job('notifications.send-digests', '{}')");
  await expect
    .poll(async () => (await pool.query("select 1 from graphile_worker._private_jobs where id = $1", [rows[0]?.id])).rowCount, {
      timeout: 20_000,
    })
    .toBe(0);
}

test("a chosen digest is one mail with what is unread, and ends by one click without a sign-in", async () => {
  const page = await openAs(stage.browser, stage.server.url, owner, {});
  await page.goto(`${stage.server.url}/account/notifications`);
  await page.getByText("Daily", { exact: true }).click();
  await page.getByRole("combobox", { name: "Hour" }).waitFor();
  await expect.poll(frequency).toBe("daily");

  const { client } = friend;
  for (const title of ["Pier", "Lighthouse"]) {
    const itemId = await uploadPicture(owner, title);
    const { slug } = await owner.client.call(getShare, { params: { workspaceId: "personal", itemId } });
    await client.call(createComment, { params: { itemId }, query: { share: slug }, body: { text: `What a ${title}` } });
  }
  await runDigests();
  await expect.poll(() => digests().length, { timeout: 20_000 }).toBe(1);
  const text = digests()[0]?.mail.text ?? "";
  for (const part of ["Pier", "Lighthouse", "Fred Friend"]) expect(text).toContain(part);

  // What a digest has named is not mailed again.
  await runDigests();
  expect(digests()).toHaveLength(1);

  // The link of the mail, in a browser without a session.
  const visitor = await stage.browser.newPage();
  const link = /https?:\/\/\S+\/unsubscribe\/[\w-]+/u.exec(text)?.[0] ?? "";
  await visitor.goto(link);
  await visitor.getByRole("heading", { name: "No more digests" }).waitFor();
  expect(await frequency()).toBe("never");
  expect(await accessibilityFaults(visitor)).toEqual([]);
  await visitor.getByRole("button", { name: "Undo" }).click();
  await visitor.getByRole("heading", { name: "The digest is back" }).waitFor();
  expect(await frequency()).toBe("daily");

  // The button of a mail program, which sends what RFC 8058 defines.
  const headerOf = (key: string) => digests()[0]?.mail.headers.find((header) => header.key === key)?.value ?? "";
  expect(headerOf("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const address = headerOf("list-unsubscribe").slice(1, -1);
  const answer = await fetch(address, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });
  expect(answer.ok).toBe(true);
  expect(await frequency()).toBe("never");
  await runDigests();
  expect(digests()).toHaveLength(1);
  await page.context().close();
  await visitor.context().close();
});
