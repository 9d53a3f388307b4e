import {
  API_BASE,
  createInvite,
  createWorkspace,
  deleteShare,
  getShare,
  sendItem,
  sendWorkspaceInvites,
  trashItems,
  unsubscribeMail,
  updateShare,
} from "@stillreel/contract";
import { createTeam, createTestApp, expectData, expectError, multipart, png, type TestApp, type TestUser } from "@stillreel/testing";
import { type MailServer, type ReceivedMail, startMailServer } from "@stillreel/testing/mail";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let server: MailServer;
let t: TestApp;
let owner: TestUser;
beforeAll(async () => {
  server = await startMailServer();
  t = await createTestApp({ config: { SMTP_URL: server.url } });
  await t.user();
});
afterAll(async () => {
  await t.close();
  await server.close();
});
beforeEach(async () => {
  server.inbox.length = 0;
  owner = await t.user({ username: "Mira Halvorsen" });
});

const RED: [number, number, number] = [220, 20, 30];
const send = (user: TestUser, itemId: string, ...emails: string[]) => t.call(sendItem, { body: { emails, itemId } }, user);
const termsOf = (itemId: string, workspaceId = "personal") => ({ params: { workspaceId, itemId } });
/** Uploads an image and creates its thumbnails. */
async function picture(bytes: Uint8Array = png(1_600, 1_000, RED)): Promise<string> {
  const { id } = await t.image(owner, { bytes, title: "Plan" });
  await t.runJobs();
  return id;
}
const trash = async (id: string) =>
  expectData(await t.call(trashItems, { params: { workspaceId: "personal" }, body: { itemIds: [id] } }, owner));
const mailTo = (address: string): ReceivedMail => {
  const found = server.inbox.find(({ to }) => to[0]?.toLowerCase() === address.toLowerCase());
  if (!found) throw new Error(`no mail to ${address}`);
  return found;
};
/** Returns the parts of a mail that its HTML shows, by their content ids. */
const inlineOf = ({ mail }: ReceivedMail) =>
  mail.attachments.map(({ contentId = "", mimeType, disposition, content }) => ({
    id: contentId.replace(/^<|>$/gu, ""),
    mimeType,
    disposition,
    bytes: Buffer.from(content as ArrayBuffer),
  }));
const shownIds = ({ mail }: ReceivedMail): string[] => [...(mail.html ?? "").matchAll(/src="cid:([^"]+)"/gu)].map(([, id]) => id ?? "");

describe("the picture of a mailed item", () => {
  it("is a small JPEG inside of the mail, from the thumbnail", async () => {
    const id = await picture();
    expectData(await send(owner, id, "friend@example.test"));
    const received = mailTo("friend@example.test");
    const [image, ...others] = inlineOf(received);
    expect(others).toEqual([]);
    expect(image).toMatchObject({ mimeType: "image/jpeg", disposition: "inline" });
    expect(image?.bytes.length).toBeLessThan(200_000);
    expect(shownIds(received)).toEqual([image?.id]);
    const { width, height, format } = await sharp(image?.bytes).metadata();
    expect([format, (width ?? 0) <= 1_200, Math.abs((width ?? 0) / (height ?? 1) - 1.6) < 0.02]).toEqual(["jpeg", true, true]);
    const { data } = await sharp(image?.bytes).resize(1, 1).raw().toBuffer({ resolveWithObject: true });
    expect(Math.abs((data[0] ?? 0) - RED[0])).toBeLessThan(12);
    const { rows } = await t.ports.pool.query<{ row: string }>('select o::text as row from outbox o where "to" = $1', [
      "friend@example.test",
    ]);
    expect(rows[0]?.row.length).toBeLessThan(20_000);
  });

  it("has no pixel below a redaction, also of a mail that waits while the image is redacted", async () => {
    const filled = (background: string) =>
      sharp({ create: { width: 900, height: 600, channels: 3, background } })
        .png()
        .toBuffer();
    const { id, refName } = await t.image<{ id: string; refName: string }>(owner, { bytes: await filled("#ff0000") });
    await t.runJobs();
    server.answerFor("later@example.test", 451);
    expectData(await send(owner, id, "later@example.test"));
    server.answerFor("later@example.test", 250);
    const file = { name: "blob", fileName: "a.png", type: "image/png", bytes: await filled("#000000") };
    const form = multipart({ refName, keepOriginal: "true" }, file);
    const request = { method: "PUT", url: `${API_BASE}/workspace/personal/files/image`, payload: form.payload } as const;
    expectData(await t.app.inject({ ...request, headers: { ...owner.headers, ...form.headers } }));
    expectData(await send(owner, id, "between@example.test"));
    expect(inlineOf(mailTo("between@example.test"))).toEqual([]);
    // First the new thumbnails, then the mail.
    await t.runJobs();
    t.clock.advance(120_000);
    await t.runJobs();
    const [image] = inlineOf(mailTo("later@example.test"));
    const { channels } = await sharp(image?.bytes).stats();
    expect(Math.max(...channels.map(({ max }) => max))).toBeLessThan(3);
  });

  it("is cut off below for a long page", async () => {
    const id = await picture(png(900, 6_000));
    expectData(await send(owner, id, "friend@example.test"));
    const { width, height } = await sharp(inlineOf(mailTo("friend@example.test"))[0]?.bytes).metadata();
    expect((height ?? 0) / (width ?? 1)).toBeLessThan(0.76);
  });

  it("is missing while the item is processed, and after the item was removed or its link was revoked", async () => {
    const { id: early } = await t.image(owner);
    expectData(await send(owner, early, "early@example.test"));
    expect([inlineOf(mailTo("early@example.test")), shownIds(mailTo("early@example.test"))]).toEqual([[], []]);
    expect(mailTo("early@example.test").mail.html).toContain(">View image</a>");
    const [removed, revoked, unchanged] = [await picture(), await picture(), await picture()];
    for (const [name, id] of Object.entries({ removed, revoked, unchanged })) {
      server.answerFor(`${name}@example.test`, 451);
      expectData(await send(owner, id, `${name}@example.test`));
      server.answerFor(`${name}@example.test`, 250);
    }
    await trash(removed);
    expectData(await t.call(deleteShare, termsOf(revoked), owner));
    t.clock.advance(120_000);
    await t.runJobs();
    expect(["removed", "revoked", "unchanged"].map((name) => inlineOf(mailTo(`${name}@example.test`)).length)).toEqual([0, 0, 1]);
    expect(mailTo("removed@example.test").mail.html).not.toMatch(/<img|cid:|\[picture/u);
  });

  it("is only for readers with a confirmed address when the link does not open for everyone", async () => {
    const reader = await t.user();
    const team = await createTeam(t, [
      [owner, "owner"],
      [reader, "viewer"],
    ]);
    const { id } = await team.image(owner, { bytes: png(1_600, 1_000) });
    await t.runJobs();
    const change = async (body: object) => expectData(await t.call(updateShare, { ...termsOf(id, team.id), body }, owner));
    const received = async (): Promise<number[]> => {
      server.inbox.length = 0;
      expectData(await send(owner, id, reader.email.toUpperCase(), "stranger@example.test"));
      return [reader.email.toUpperCase(), "stranger@example.test"].map((address) => inlineOf(mailTo(address)).length);
    };
    await t.ports.pool.query("update users set email_verified = true where id = $1", [reader.id]);
    for (const terms of [{ visibility: "workspace" }, { visibility: "link", password: "open sesame 1" }, { password: null, maxViews: 2 }]) {
      await change(terms);
      expect(await received()).toEqual([1, 0]);
    }
    await t.ports.pool.query("update users set email_verified = false where id = $1", [reader.id]);
    expect(await received()).toEqual([0, 0]);
    await change({ maxViews: null });
    expect(await received()).toEqual([1, 1]);
    expect(mailTo("stranger@example.test").mail.text).toContain("Mira Halvorsen at Team");
  });

  it("has the sender's photo, or the initial", async () => {
    const id = await picture();
    const form = multipart({}, { fileName: "me.png", type: "image/png", bytes: png(300, 300) });
    const url = "/api/v1/auth/upload-avatar";
    expectData(await t.app.inject({ method: "POST", url, headers: { ...owner.headers, ...form.headers }, payload: form.payload }));
    expectData(await send(owner, id, "friend@example.test"));
    const received = mailTo("friend@example.test");
    const face = inlineOf(received).find(({ mimeType }) => mimeType === "image/png");
    expect(shownIds(received)).toHaveLength(2);
    const { data, info } = await sharp(face?.bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, data[3], data[(info.width * (info.height / 2) + info.width / 2) * 4 + 3]]).toEqual([96, 0, 255]);
  });
});

describe("who may mail an item", () => {
  it("are users who may change it, and readers while it has a link", async () => {
    const [reader, stranger] = [await t.user(), await t.user()];
    const team = await createTeam(t, [
      [owner, "owner"],
      [reader, "viewer"],
    ]);
    const { id } = await team.image(owner);
    const refused = await send(reader, id, "friend@example.test");
    expectError(refused, "forbidden");
    expect(refused.json().message).toBe("This item has no link yet. Ask its owner to create one.");
    expectError(await send(stranger, id, "friend@example.test"), "not-found");
    expect(server.inbox).toEqual([]);
    expectData(await send(owner, id, "friend@example.test"));
    expect((await send(reader, id, "other@example.test")).data()).toEqual({ sent: ["other@example.test"], failed: [] });
    const { shareUrl } = (await t.call(getShare, termsOf(id, team.id), owner)).data();
    expect(mailTo("other@example.test").mail.text).toContain(`${shareUrl}\n`);
    expect(mailTo("other@example.test").mail.replyTo?.[0]?.address).toBe(reader.email);
    expectError(await send(stranger, id, "friend@example.test"), "not-found");
    await team.grant({ itemId: id }, reader, "none");
    expectError(await send(reader, id, "friend@example.test"), "not-found");
  });

  it("are no users when the link was removed by an administrator, has expired, or the item is in the trash", async () => {
    const { id } = await t.image(owner);
    expectData(await send(owner, id, "friend@example.test"));
    await t.ports.pool.query("update share_links set expires_at = $2 where item_id = $1", [id, t.clock.now().toISOString()]);
    const late = await send(owner, id, "friend@example.test");
    expectError(late, "forbidden");
    expect(late.json().message).toContain("has expired");
    await t.ports.pool.query("update share_links set expires_at = null, taken_down_at = now() where item_id = $1", [id]);
    expectError(await send(owner, id, "friend@example.test"), "link-removed");
    await t.ports.pool.query("update share_links set taken_down_at = null where item_id = $1", [id]);
    await trash(id);
    expectError(await send(owner, id, "friend@example.test"), "not-found");
  });
});

describe("addresses", () => {
  it("are at least one and at most ten; each bad one is named, and nothing is sent", async () => {
    const { id } = await t.image(owner);
    expectError(await send(owner, id), "validation-failed");
    const many = Array.from({ length: 200 }, (_, n) => (n % 3 === 0 ? `bad ${n}` : `p${n}@example.test`));
    const issues = expectError(await send(owner, id, ...many), "validation-failed");
    expect(issues.map(({ field }) => field)).toContain("emails");
    expect(server.inbox).toEqual([]);
    server.answerFor("gone@example.test", 550);
    expect((await send(owner, id, "one@example.test", "gone@example.test")).data()).toEqual({
      sent: ["one@example.test"],
      failed: ["gone@example.test"],
    });
    const none = await send(owner, id, "gone@example.test");
    expect(none.json().message).toBe("Could not send e-mail to the listed addresses");
    expect(expectError(none, "mail-not-sent").map(({ message }) => message)).toEqual(["gone@example.test"]);
  });
});

describe("an address that unsubscribed", () => {
  const tokenIn = ({ mail }: ReceivedMail): string =>
    /\/unsubscribe\/([\w.-]+)>/u.exec(mail.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? "")?.[1] ?? "";
  const change = (token: string, frequency?: "never" | "immediately" | "daily") =>
    t.call(unsubscribeMail, { body: { token, ...(frequency && { frequency }) } });

  it("gets no items and invites of users any more, in any spelling, until it subscribes again", async () => {
    const id = await picture();
    expectData(await send(owner, id, "Stranger@example.test"));
    const received = mailTo("Stranger@example.test");
    const token = tokenIn(received);
    expect(received.mail.html).toContain(token);
    expect((await change(token)).data()).toEqual({ subject: "address", kind: null, previous: "immediately" });
    expect((await change(token)).data().previous).toBe("never");

    server.inbox.length = 0;
    expect((await send(owner, id, "stranger@EXAMPLE.test", "friend@example.test")).data()).toEqual({
      sent: ["friend@example.test"],
      failed: ["stranger@EXAMPLE.test"],
    });
    expectError(await send(owner, id, "stranger@example.test"), "mail-not-sent");
    const workspace = (await t.call(createWorkspace, { query: { name: "Lumen" } }, owner)).data();
    const { inviteId } = (await t.call(createInvite, { params: { id: workspace.id } }, owner)).data();
    const invite = (...emails: string[]) => t.call(sendWorkspaceInvites, { body: { emails, inviteId } }, owner);
    expect((await invite("stranger@example.test", "other@example.test")).data()).toMatchObject({
      sent: ["other@example.test"],
      failed: ["stranger@example.test"],
    });
    expect(server.inbox.map(({ to }) => to[0])).toEqual(["friend@example.test", "other@example.test"]);
    expect(tokenIn(mailTo("other@example.test"))).toMatch(/^address\./u);

    expect((await change(token, "immediately")).data().previous).toBe("never");
    expect((await send(owner, id, "stranger@example.test")).data().failed).toEqual([]);
  });

  it("is not stored, and cannot be unsubscribed without its link", async () => {
    const id = await picture();
    expectData(await send(owner, id, "secret-person@example.test"));
    const token = tokenIn(mailTo("secret-person@example.test"));
    expectData(await change(token));
    const { rows } = await t.ports.pool.query<{ row: string }>("select s::text as row from mail_stops s");
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/secret-person|example/u);
    const forged = `address.${Buffer.alloc(32, 7).toString("base64url")}`;
    expectError(await change(forged), "not-found");
    expectError(await change(token.replace("address.", "comment.")), "not-found");
    expectError(await change(token, "daily"), "validation-failed");
  });
});
