import { getSettings, suggest, testSettings, transcribe, updateSettings } from "@stillreel/contract";
import { createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { type ChatDouble, type SpeechDouble, startChatService, startSpeechService } from "@stillreel/testing/vendors";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { soundWith, teachTones, uploadedVideo } from "./transcripts.fixture.ts";

const SECONDS = 40;
const KEY = "sesame-chat-key";

let speech: SpeechDouble;
let chat: ChatDouble;
let t: TestApp;
let admin: TestUser;
let itemId: string;
let first: ChatDouble["reply"];

beforeAll(async () => {
  [speech, chat] = await Promise.all([startSpeechService(), startChatService()]);
  first = chat.reply;
  const tones = teachTones(speech, ["alpha", "bravo", "charlie"]);
  const placed = ["alpha", "bravo", "charlie"].map((word, index) => ({ at: 2 + index * 12, samples: tones.get(word)! }));
  t = await createTestApp({ config: { TRANSCRIBE_URL: speech.origin, LLM_WINDOW: "1000" } });
  admin = await t.user();
  itemId = await uploadedVideo(t, admin, { seconds: SECONDS, sound: soundWith(SECONDS, placed) });
});
afterAll(async () => {
  await t.close();
  await Promise.all([speech.close(), chat.close()]);
});
afterEach(() => {
  chat.clearFaults();
  Object.assign(chat, { reply: first, knowsFormat: true });
});

const ask = () => t.call(suggest, { params: { itemId }, body: {} }, admin);
const test = async (what: "speech" | "chat") => (await t.call(testSettings, { body: { what } }, admin)).data();
const answerOf = (chapters: unknown, title: unknown = "A title") => JSON.stringify({ title, summary: "A summary.", chapters });

it("services are configured and tested in Administration, and keys are never returned", async () => {
  expectError(await ask(), "not-configured");
  expect(await test("chat")).toMatchObject({ outcome: "not-configured" });
  expect(await test("speech")).toMatchObject({ outcome: "accepted", to: new URL(speech.origin).host });

  chat.key = KEY;
  const wrong = { url: `${chat.origin}/v1`, key: "wrong", model: "small" };
  const saved = await t.call(updateSettings, { body: { chat: { value: wrong, version: 0 } } }, admin);
  expect(saved.data().chat).toEqual({ value: { url: `${chat.origin}/v1`, model: "small", hasKey: true }, source: "saved", version: 1 });
  expect(await test("chat")).toMatchObject({ outcome: "refused", answer: expect.stringContaining("401") });
  await t.call(updateSettings, { body: { chat: { value: { ...wrong, key: KEY }, version: 1 } } }, admin);
  expect(await test("chat")).toMatchObject({ outcome: "accepted", answer: null });
  expect((await t.call(getSettings, {}, admin)).body).not.toContain(KEY);
  const { rows } = await t.ports.pool.query<{ value: unknown }>("select value from settings where key = 'chat'");
  expect(JSON.stringify(rows)).not.toContain(KEY);

  // The environment has priority.
  expectError(
    await t.call(updateSettings, { body: { speech: { value: { ...wrong, key: null }, version: 0 } } }, admin),
    "setting-from-environment",
  );
});

it("suggestions need a transcript, are checked, and change nothing", async () => {
  expectError(await ask(), "no-transcript");
  await t.call(transcribe, { params: { itemId }, body: {} }, admin);
  await t.runJobs();
  const chapters = [0, 12, 26].map((timestamp, index) => ({ timestamp, name: `Part ${index}` }));
  chat.reply = () => `\`\`\`json\n${answerOf(chapters)}\n\`\`\``;
  expect((await ask()).data()).toEqual({ title: "A title", summary: "A summary.", chapters, model: "small" });
  expect(chat.asked.at(-1)?.at(-1)?.content).toContain("[2] alpha.");
  const { rows } = await t.ports.pool.query("select title, description, chapters from items where id = $1", [itemId]);
  expect(rows).toEqual([{ title: "clip", description: "", chapters: [] }]);

  // A service without the format, and chapters that are too short.
  chat.knowsFormat = false;
  chat.reply = () => answerOf([...chapters, { timestamp: 38, name: "Too short" }]);
  expect((await ask()).data().chapters).toEqual(chapters);
});

it.each([
  ["no JSON", () => "Here are my ideas!", /JSON/u],
  ["a chapter behind the end", () => answerOf([{ timestamp: 9_000, name: "x" }]), /outside/u],
  [
    "chapters in disorder",
    () =>
      answerOf([
        { timestamp: 20, name: "x" },
        { timestamp: 5, name: "y" },
      ]),
    /order/u,
  ],
  ["another form", () => answerOf("none"), /form/u],
  ["no title", () => answerOf([], "   "), /title/u],
])("an answer with %s is refused with the reason", async (_name, reply, reason) => {
  chat.reply = reply;
  const answer = await ask();
  expect(answer.statusCode).toBe(502);
  expect(answer.json()).toMatchObject({ code: "provider-refused", message: expect.stringMatching(reason) });
});

it.each([
  [{ kind: "status", status: 500 }, /500/u],
  [{ kind: "status", status: 200, body: "<html>" }, /web page/u],
  [{ kind: "drop" }, /can't be reached/u],
] as const)("a service that fails is named: %j", async (fault, reason) => {
  chat.failNext("/chat", fault as never, 2);
  expect((await ask()).json()).toMatchObject({ code: "provider-refused", message: expect.stringMatching(reason) });
});

it("a transcript that is longer than the model's window is shortened in parts", async () => {
  const text = Array.from({ length: 60 }, () => "birds").join(" ");
  const segments = Array.from({ length: 20 }, (_, index) => ({ start: index, end: index + 1, text: `${text} ${index}` }));
  await t.ports.pool.query("update transcripts set segments = $2 where item_id = $1", [itemId, JSON.stringify(segments)]);
  const before = chat.asked.length;
  chat.reply = (messages) => {
    const isPart = messages[0]!.content.includes("You shorten");
    const second = Number(/^\[(\d+)\]/u.exec(messages.at(-1)!.content)?.[1] ?? 0);
    return isPart ? JSON.stringify({ lines: [{ second, text: "Birds" }] }) : answerOf([]);
  };
  expect((await ask()).data().title).toBe("A title");
  const asked = chat.asked.slice(before);
  expect(asked.length).toBeGreaterThan(3);
  for (const messages of asked) expect(messages.at(-1)!.content.length).toBeLessThanOrEqual(1_500);
});
