import {
  createInvite,
  createWorkspace,
  deleteWorkspace,
  INVITE_EMAILS_MAX,
  joinWorkspace,
  listInvites,
  listOutbox,
  revokeInvite,
  sendWorkspaceInvites,
} from "@stillreel/contract";
import { createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { startMailServer } from "@stillreel/testing/mail";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let test: TestApp;
let administrator: TestUser;
beforeAll(async () => {
  test = await createTestApp();
  administrator = await test.user();
});
afterAll(() => test.close());

interface Team {
  app: TestApp;
  owner: TestUser;
  workspaceId: string;
  inviteId: string;
}

async function team(app = test, name = "Crew"): Promise<Team> {
  const owner = await app.user({ username: "Ann <b>&" });
  const workspaceId = (await app.call(createWorkspace, { query: { name } }, owner)).data().id;
  const { inviteId } = (await app.call(createInvite, { params: { id: workspaceId } }, owner)).data();
  return { app, owner, workspaceId, inviteId };
}
const send = ({ app, owner, inviteId }: Team, emails: string[], user = owner, more: object = {}) =>
  app.call(sendWorkspaceInvites, { body: { emails, inviteId, ...more } }, user);
const pending = async ({ app, owner, workspaceId }: Team) =>
  (await app.call(listInvites, { params: { workspaceId } }, owner))
    .data()
    .pending.map(({ email }) => email)
    .toSorted();
const mailsTo = async (address: string) =>
  (await test.call(listOutbox, { query: { limit: 200 } }, administrator)).data().items.filter((mail) => mail.to === address);

describe("S22: mailing an invite", () => {
  it("sends the server's own link, name and text, independent of the request", async () => {
    const crew = await team(test, "Crew “1” <script>");
    const more = { inviterDisplayName: "Your Bank", templateUrl: "http://169.254.169.254", inviteLink: "https://evil.example" };
    expect((await send(crew, ["friend@example.test", "Friend@Example.test "], crew.owner, more)).data()).toEqual({
      sent: ["Friend@Example.test"],
      failed: [],
      already: [],
    });
    const [mail] = await mailsTo("Friend@Example.test");
    expect(mail?.subject).toBe('Ann <b>& invited you to "Crew “1” <script>"');
    expect(mail?.text).toContain(`http://localhost:8700/invite/${crew.inviteId}`);
    expect(mail?.html).not.toMatch(/<script|<b>/u);
    expect(`${mail?.text}${mail?.html}${mail?.subject}`).not.toMatch(/evil\.example|169\.254|Your Bank/u);
    expect(await pending(crew)).toEqual(["friend@example.test"]);
  });

  it("reports every address, and sends no mail to existing members", async () => {
    const crew = await team();
    const member = await test.user();
    expectData(await test.call(joinWorkspace, { params: { id: crew.inviteId } }, member));
    expect((await send(crew, [member.email.toUpperCase(), "new@example.test", crew.owner.email], member)).data()).toEqual({
      sent: ["new@example.test"],
      failed: [],
      already: expect.arrayContaining([member.email.toUpperCase(), crew.owner.email]),
    });
    expect(await mailsTo(member.email.toUpperCase())).toHaveLength(0);
    expect((await send(crew, [member.email])).data()).toEqual({ sent: [], failed: [], already: [member.email] });
    expect(await pending(crew)).toEqual(["new@example.test"]);
  });

  it("accepts at most 100 addresses, and reports each invalid one", async () => {
    const crew = await team();
    const many = (count: number): string[] => Array.from({ length: count }, (_, n) => `p${n}@example.test`);
    expect(INVITE_EMAILS_MAX).toBe(100);
    expect((await send(crew, many(100))).data().sent).toHaveLength(100);
    expect(await pending(crew)).toHaveLength(100);
    expectError(await send(crew, many(101)), "validation-failed");
    expectError(await send(crew, []), "validation-failed");
    const issues = expectError(
      await send(crew, ["good@example.test", "bad", "a@b", "evil@example.test\r\nBcc: x@example.test", ""]),
      "validation-failed",
    );
    expect(issues.map((issue) => issue.field)).toEqual(["emails.1", "emails.2", "emails.3", "emails.4"]);
    expect(await mailsTo("good@example.test")).toHaveLength(0);
    const { rows } = await test.ports.pool.query("select details from audit where workspace_id = $1 and action = 'invite.mailed'", [
      crew.workspaceId,
    ]);
    expect(rows).toMatchObject([{ details: { count: 100 } }]);
  });

  it("needs the permission to invite, and a valid invite", async () => {
    const crew = await team();
    const [viewer, stranger] = [await test.user(), await test.user()];
    await test.ports.pool.query("insert into members (workspace_id, user_id, role) select $1, id, 'viewer' from users where email = $2", [
      crew.workspaceId,
      viewer.email,
    ]);
    expectError(await send(crew, ["x@example.test"], viewer), "forbidden");
    expectError(await send(crew, ["x@example.test"], stranger), "not-found");
    expectError(
      await test.call(sendWorkspaceInvites, { body: { emails: ["x@example.test"], inviteId: crew.inviteId } }),
      "unauthenticated",
    );
    for (const inviteId of ["x", crew.workspaceId, test.ports.ids.secret()])
      expectError(await send({ ...crew, inviteId }, ["x@example.test"]), "not-found");
    const old = await team();
    expectData(await test.call(revokeInvite, { params: { id: old.workspaceId } }, old.owner));
    expectError(await send(old, ["x@example.test"]), "invite-expired");
    const gone = await team();
    expectData(await test.call(deleteWorkspace, { params: { workspaceId: gone.workspaceId } }, gone.owner));
    expectError(await send(gone, ["x@example.test"]), "invite-expired");
    expect(await mailsTo("x@example.test")).toHaveLength(0);
    expect([await pending(crew), await pending(old)]).toEqual([[], []]);
  });

  it("mails an address again on request, and lists it once", async () => {
    const crew = await team();
    expectData(await send(crew, ["again@example.test"]));
    expectData(await send(crew, ["Again@example.test"]));
    expect(await pending(crew)).toEqual(["again@example.test"]);
  });

  it("is limited to twenty per hour, and to fewer with many addresses", async () => {
    await using strict = await createTestApp({ config: { RATE_LIMIT_FACTOR: "1" } });
    const crew = await team(strict);
    for (let n = 0; n < 20; n += 1) expectData(await send(crew, [`p${n}@example.test`]));
    expectError(await send(crew, ["one-more@example.test"]), "too-many-requests");
    const many = Array.from({ length: 11 }, (_, n) => `q${n}@example.test`);
    for (let n = 0; n < 5; n += 1) expectData(await send(crew, many));
    expectError(await send(crew, many), "too-many-requests");
  });

  it("is limited to 100 addresses per hour and 300 per day", async () => {
    await using strict = await createTestApp({ config: { RATE_LIMIT_FACTOR: "1" } });
    const crew = await team(strict);
    const addresses = (batch: number, count = 100) => Array.from({ length: count }, (_, n) => `a${batch}-${n}@example.test`);
    for (let hour = 0; hour < 3; hour += 1) {
      expectData(await send(crew, addresses(hour)));
      const over = await send(crew, [`more${hour}@example.test`]);
      expectError(over, "too-many-requests");
      expect(Number(over.headers["retry-after"])).toBeGreaterThan(0);
      strict.clock.advance(3_601_000);
    }
    expectError(await send(crew, addresses(9, 1)), "too-many-requests");
  });

  it("reports the addresses that the mail server refuses, and sends to the others", async () => {
    const server = await startMailServer();
    server.answerFor("gone@example.test", 550);
    await using mailing = await createTestApp({ config: { SMTP_URL: server.url } });
    const crew = await team(mailing);
    expect((await send(crew, ["ok@example.test", "gone@example.test"])).data()).toEqual({
      sent: ["ok@example.test"],
      failed: ["gone@example.test"],
      already: [],
    });
    expect(server.inbox.map((mail) => mail.to)).toEqual([["ok@example.test"]]);
    expect(await pending(crew)).toEqual(["ok@example.test"]);
    const none = await send(crew, ["gone@example.test"]);
    expect(expectError(none, "mail-not-sent")).toEqual([{ field: "emails", code: "refused", message: "gone@example.test" }]);
    await server.close();
  });
});
