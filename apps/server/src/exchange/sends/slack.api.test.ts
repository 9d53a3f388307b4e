import { getShare, listChatChannels, sendChatMessage } from "@stillreel/contract";
import { expectError } from "@stillreel/testing";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect, stateOf } from "../../people/connections/connections.fixture.ts";
import { setSendStage } from "./sends.fixture.ts";

const GENERAL = "C000000001";
const RANDOM = "C000000002";
const SECRET = "C000000003";
const stage = setSendStage();
let image: { id: string };
beforeAll(async () => {
  image = await stage.t.image(stage.mira, { title: "Night <board> & *map*" });
  await stage.t.runJobs();
});
beforeEach(() => connect(stage.t, stage.mira, "slack"));

const channels = (query: { q?: string; channelId?: string } = {}) => stage.t.call(listChatChannels, { query }, stage.mira);
const send = (body: object = {}) => stage.t.call(sendChatMessage, { body: { itemId: image.id, channelId: GENERAL, ...body } }, stage.mira);
const linkOf = async () =>
  (await stage.t.call(getShare, { params: { workspaceId: "personal", itemId: image.id } }, stage.mira)).data().shareUrl;
const newest = () => stage.vendors.slack.messages.at(-1);

describe("channels", () => {
  test("are listed with private ones, without archived ones, and searched", async () => {
    const { items, total } = (await channels()).data();
    expect(items.map(({ name }) => name)).toEqual(["general", "random", "secret-plans"]);
    expect(items.find(({ id }) => id === SECRET)?.isPrivate).toBe(true);
    expect(total).toBe(3);
    expect((await channels({ q: "#ran" })).data().items.map(({ name }) => name)).toEqual(["random"]);
    expect((await channels({ channelId: RANDOM })).data().items[0]?.id).toBe(RANDOM);
    expect((await channels({ q: "nothing like it" })).data()).toEqual({ items: [], total: 0 });
  });

  test("of 100 pages are all searched, and the next search asks Slack nothing", { timeout: 60_000 }, async () => {
    const { slack } = stage.vendors;
    await using _ = { [Symbol.asyncDispose]: async () => void slack.channels.splice(4) };
    slack.addChannels(100 * 999);
    const other = await stage.t.user();
    await connect(stage.t, other, "slack");
    // The rate limit interrupts the list. The next request continues with the missing page.
    slack.requests.length = 0;
    slack.failNext("conversations.list", {
      kind: "status",
      status: 429,
      headers: { "retry-after": "30" },
      body: { ok: false, error: "ratelimited" },
    });
    const limited = await stage.t.call(listChatChannels, { query: {} }, other);
    expectError(limited, "too-many-requests");
    expect(limited.headers["retry-after"]).toBe("30");
    const found = (await stage.t.call(listChatChannels, { query: { q: "channel-99904" } }, other)).data();
    expect(found.items.map(({ name }) => name)).toEqual(["channel-99904"]);
    expect(slack.requests.length).toBe(102);
    expect((await stage.t.call(listChatChannels, { query: { q: "channel-1" } }, other)).data().items).toHaveLength(50);
    expect(slack.requests.length).toBe(102);
  });
});

describe("a message", () => {
  test("has the person, the text and the link, without markup of the user", async () => {
    const { url } = (await send({ text: "Look <!channel> & <https://evil.example|here>" })).data();
    expect(url).toMatch(/^https:\/\/softball\.slack\.com\/archives\/C000000001\/p\d+$/u);
    const link = await linkOf();
    expect(newest()).toMatchObject({
      channel: GENERAL,
      text: `*Mira Harbour*: Look &lt;!channel&gt; &amp; &lt;https://evil.example|here&gt;\n<${link}|Night &lt;board&gt; &amp; *map*>`,
    });
  });

  test("joins a public channel when the workspace demands it", async () => {
    const random = stage.vendors.slack.channels.find(({ id }) => id === RANDOM);
    (await send({ channelId: RANDOM, withFile: true })).data();
    expect(random?.is_member).toBe(true);
    expect(newest()).toMatchObject({ channel: RANDOM, fileIds: [expect.any(String)] });
  });

  test("with the file has the image as its readers see it", async () => {
    const { url } = (await send({ text: "See", withFile: true })).data();
    expect(url).toMatch(/^https:\/\/softball\.slack\.com\/files\//u);
    const file = stage.vendors.slack.files.get(newest()?.fileIds[0] ?? "");
    expect(file).toMatchObject({ isComplete: true, name: "shot.png" });
    expect(file?.bytes?.subarray(1, 4).toString()).toBe("PNG");
    expect(newest()?.text).toContain("*Mira Harbour*: See");
  });

  test("is in the activity log", async () => {
    (await send()).data();
    const { rows } = await stage.t.ports.pool.query(
      "select details from audit where action = 'item.sent' and user_id = $1 order by at desc limit 1",
      [stage.mira.id],
    );
    expect(rows[0].details).toEqual({ service: "Slack", itemId: image.id, title: "Night <board> & *map*" });
  });

  test("waits for a short rate limit, and reports a long one", async () => {
    const before = stage.vendors.slack.messages.length;
    const limited = (seconds: string) =>
      stage.vendors.slack.failNext("chat.postMessage", {
        kind: "status",
        status: 429,
        headers: { "retry-after": seconds },
        body: { ok: false, error: "ratelimited" },
      });
    limited("1");
    (await send()).data();
    expect(stage.vendors.slack.messages.length).toBe(before + 1);
    limited("60");
    const refused = await send();
    expectError(refused, "too-many-requests");
    expect(refused.headers["retry-after"]).toBe("60");
    expect(refused.json().message).toBe("Slack asks to wait before the next request. Try again in a moment.");
  });
});

describe("refused", () => {
  test("without a channel, and for a channel that is gone, archived or private", async () => {
    const without = await send({ channelId: undefined });
    expectError(without, "validation-failed");
    expect(without.json().message).toBe("Please select a channel.");
    const gone = await send({ channelId: "C404" });
    expectError(gone, "not-found");
    expect(gone.json().message).toContain("no longer exists in Slack");
    const [, , , archived] = stage.vendors.slack.channels;
    expect((await send({ channelId: archived?.id })).json().message).toBe("This channel is archived. Please select a channel.");
    const secret = stage.vendors.slack.channels.find(({ id }) => id === SECRET);
    if (secret) secret.is_member = false;
    const hidden = await send({ channelId: SECRET });
    expectError(hidden, "provider-refused");
    expect(hidden.json().message).toContain("Invite it there");
    if (secret) secret.is_member = true;
  });

  test("for an item that the user may not read, and nothing is posted", async () => {
    const before = stage.vendors.slack.messages.length;
    const other = await stage.t.user();
    await connect(stage.t, other, "slack");
    expectError(await stage.t.call(sendChatMessage, { body: { itemId: image.id, channelId: GENERAL } }, other), "not-found");
    expect(stage.vendors.slack.messages.length).toBe(before);
  });

  test("without a connection, and when the permission has ended, which asks to connect again", async () => {
    const other = await stage.t.user();
    expectError(await stage.t.call(listChatChannels, { query: {} }, other), "reconnect-needed");
    for (const grant of stage.vendors.slack.grants.all) grant.isRevoked = true;
    expectError(await send({ text: "Once more" }), "reconnect-needed");
    expect(await stateOf(stage.t, stage.mira, "slack")).toMatchObject({ status: "reconnect" });
    await connect(stage.t, stage.mira, "slack");
    (await send({ text: "Once more" })).data();
  });

  test("when Slack does not answer", async () => {
    stage.vendors.slack.failNext("chat.postMessage", { kind: "drop" });
    expectError(await send(), "provider-refused");
  });
});
