import { createComment, createRequest, deleteComment, trashItems, updateNotificationSettings } from "@stillreel/contract";
import { createTeam, createTestApp, expectData, png, type TestApp, type TestTeam, type TestUser } from "@stillreel/testing";
import { type MailServer, type ReceivedMail, startMailServer } from "@stillreel/testing/mail";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

const MINUTE_MS = 61_000;
let server: MailServer;
let t: TestApp;
let address: string;
let anna: TestUser;
let ben: TestUser;
let team: TestTeam;
let itemId: string;
beforeAll(async () => {
  server = await startMailServer();
  t = await createTestApp({ config: { SMTP_URL: server.url } });
  address = await t.listen();
});
afterAll(async () => {
  await t.close();
  await server.close();
});
beforeEach(async () => {
  [anna, ben] = [await t.user({ username: "Anna" }), await t.user({ username: "Ben <b>" })];
  team = await createTeam(t, [
    [anna, "owner"],
    [ben, "member"],
  ]);
  itemId = (await team.image(anna, { bytes: png(800, 500), title: "Plan" })).id;
  await t.runJobs();
  const channels = { comment: "email", reply: "email", request: "email" } as const;
  for (const user of [anna, ben]) expectData(await t.call(updateNotificationSettings, { body: { channels } }, user));
  server.inbox.length = 0;
});

const comment = async (user: TestUser, text: string, parentId?: string) =>
  (await t.call(createComment, { params: { itemId }, body: { text, ...(parentId === undefined ? {} : { parentId }) } }, user)).data().id;
/** Lets the mails of the last minute be sent, and returns those of a user. */
async function mailsTo(user: TestUser): Promise<ReceivedMail[]> {
  t.clock.advance(MINUTE_MS);
  expect((await t.runJobs()).failed).toEqual([]);
  return server.inbox.filter(({ to }) => to[0] === user.email);
}
const picturesOf = ({ mail }: ReceivedMail): string[] => mail.attachments.map(({ mimeType }) => mimeType);

it("comments of one minute are one mail with their texts, the item and its picture", async () => {
  await comment(ben, "First <i>\nand more");
  const second = await comment(ben, "Second");
  const [received, ...others] = await mailsTo(anna);
  expect(others).toEqual([]);
  expect(received?.mail.subject).toBe("2 new comments on your image");
  expect(received?.mail.text).toContain("Ben <b>:\n> First <i>\n> and more\n");
  expect(received?.mail.text).toContain(`/w/${team.id}/images/${itemId}?reply=${second}\n`);
  expect(received?.mail.text).toContain("Plan\n800 x 500 pixels, PNG\n");
  expect(received?.mail.html).not.toMatch(/<i>|<b>/u);
  expect(received && picturesOf(received)).toEqual(["image/jpeg"]);
  expect(received?.mail.headers.find(({ key }) => key === "list-unsubscribe-post")?.value).toBe("List-Unsubscribe=One-Click");
});

it("many comments are one mail with the first ones and the number of the others", async () => {
  for (let n = 1; n <= 8; n += 1) await comment(ben, `Text ${n}`);
  const [received] = await mailsTo(anna);
  expect(received?.mail.subject).toBe("8 new comments on your image");
  expect(received?.mail.text?.match(/> Text \d/gu)).toEqual([1, 2, 3, 4, 5].map((n) => `> Text ${n}`));
  expect(received?.mail.text).toContain("And 3 more comments.");
});

it("a reply is mailed to the author of the comment; a deleted comment is in no mail", async () => {
  const first = await comment(ben, "Question");
  await mailsTo(anna);
  await comment(anna, "Answer", first);
  const [received] = await mailsTo(ben);
  expect(received?.mail.subject).toBe("Anna replied to you on an image");
  expect(received?.mail.text).toContain("> Answer\n");
  const deleted = await comment(ben, "Wrong place");
  expectData(await t.call(deleteComment, { params: { commentId: deleted } }, ben));
  for (const { mail } of await mailsTo(anna)) expect(mail.text).not.toContain("Wrong place");
});

it("the picture is missing when the item moves to the trash before the mail is sent", async () => {
  server.answerFor(anna.email, 451);
  await comment(ben, "Hello");
  t.clock.advance(MINUTE_MS);
  await t.runJobs();
  expectData(await t.call(trashItems, { params: { workspaceId: team.id }, body: { itemIds: [itemId] } }, anna));
  server.answerFor(anna.email, 250);
  const [received] = await mailsTo(anna);
  expect([received?.mail.subject, received && picturesOf(received)]).toEqual(["Ben <b> commented on your image", []]);
});

it("an item that arrives by a request is mailed with the sender's name and its picture", async () => {
  const { slug } = (await t.call(createRequest, { body: { title: "Show it" } }, anna)).data();
  const bytes = png(640, 400);
  const fields = { request: slug, type: "image", fullFileName: "a.png", title: "It jumps", senderName: "Ingrid", source: "file" };
  const metadata = Object.entries(fields).map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`);
  const headers = {
    "tus-resumable": "1.0.0",
    "upload-length": String(bytes.length),
    "upload-metadata": metadata.join(","),
    "content-type": "application/offset+octet-stream",
  };
  const answer = await fetch(new URL("/uploads", address), { method: "POST", headers, body: bytes as never });
  expect([answer.status, await answer.text()]).toEqual([201, ""]);
  const [received] = await mailsTo(anna);
  expect(received?.mail.subject).toBe("Ingrid sent you an image");
  expect(received?.mail.text).toContain("You get this because you asked for it with a request.");
  expect(received && picturesOf(received)).toEqual(["image/jpeg"]);
});
