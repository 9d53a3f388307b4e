import { wholeVideo } from "@stillreel/video-editor/core";
import {
  copyItem,
  deleteCaptions,
  getCaptions,
  getEdits,
  getTranscript,
  moveItem,
  putCaptions,
  putEdits,
  putTranscript,
  renderEdits,
  revertItem,
  search,
  transcribe,
} from "@stillreel/contract";
import { createTeam, createTestApp, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { type SpeechDouble, startSpeechService } from "@stillreel/testing/vendors";
import { timelineChange } from "../edits/timeline.plan.ts";
import type { TimelineChange } from "../../platform/ports/timeline.port.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { soundWith, teachTones, uploadedVideo } from "./transcripts.fixture.ts";

const WORDS = ["alpha", "bravo", "charlie", "delta", "echo"];
const AT = [1, 1.6, 2.2, 5, 5.6];
const SECONDS = 8;
const MINUTE_MS = 60_000;

let service: SpeechDouble;
let t: TestApp;
let owner: TestUser;
let sound: Buffer;

beforeAll(async () => {
  service = await startSpeechService();
  const tones = teachTones(service, WORDS);
  sound = soundWith(
    SECONDS,
    WORDS.map((word, index) => ({ at: AT[index]!, samples: tones.get(word)! })),
  );
  t = await createTestApp({ config: { TRANSCRIBE_URL: service.origin, TRANSCRIBE_MODEL: "tiny", TRANSCRIBE_KEY: "sesame-key" } });
  await t.user();
  owner = await t.user();
});
afterAll(async () => {
  await t.close();
  await service.close();
});
afterEach(() => {
  service.clearFaults();
  Object.assign(service, { key: null, lie: null, givesWords: true, language: "english", before: null });
  service.formats = new Set(["verbose_json", "srt", "vtt", "json"]);
});

let original: Promise<string> | null = null;
/** Returns a new video without a transcript: a copy, because processing each upload took most of the time of these tests. */
async function film(): Promise<string> {
  original ??= uploadedVideo(t, owner, { seconds: SECONDS, sound });
  return (await t.call(copyItem, { params: { itemId: await original }, body: {} }, owner)).data().id;
}
const get = (itemId: string, user: TestUser | null = owner) => t.call(getTranscript, { params: { itemId } }, user);
const start = (itemId: string, language?: string, user: TestUser | null = owner) =>
  t.call(transcribe, { params: { itemId }, body: { language } }, user);
const put = (itemId: string, body: { version: number; segments: { start: number; end: number; text: string }[] }, user = owner) =>
  t.call(putTranscript, { params: { itemId }, body }, user);
const vtt = async (itemId: string, language = "en") =>
  (await t.call(getCaptions, { params: { itemId, language }, query: {} }, owner)).data().vtt;

/** Writes the transcript of a new video and returns it. */
async function written(language?: string) {
  const itemId = await film();
  expect((await start(itemId, language)).statusCode).toBe(202);
  await t.runJobs();
  return { itemId, transcript: (await get(itemId)).data() };
}

describe("a transcript", () => {
  it("is written with the times of its words, and becomes captions", async () => {
    const itemId = await film();
    expect((await get(itemId)).data()).toMatchObject({ state: "absent", segments: [], configured: true, version: 0 });
    const { jobId } = (await start(itemId)).data();
    expect((await get(itemId)).data()).toMatchObject({ state: "queued", progress: 0 });
    // A second click does not begin a second run.
    expect((await start(itemId)).data().jobId).toBe(jobId);
    await t.runJobs();
    const transcript = (await get(itemId)).data();
    expect(transcript).toMatchObject({ state: "ready", language: "en", source: "auto", model: "tiny", progress: 100, reason: null });
    expect(transcript.segments.map(({ text }) => text)).toEqual(["alpha bravo charlie.", "delta echo."]);
    const words = transcript.segments.flatMap((segment) => segment.words ?? []);
    expect(words.map(({ text }) => text)).toEqual(["alpha", "bravo", "charlie.", "delta", "echo."]);
    words.forEach(({ start: begin }, index) => expect(Math.abs(begin - AT[index]!)).toBeLessThan(0.15));
    expect(await vtt(itemId)).toContain("\nalpha bravo charlie.\n");
    expect(await t.modules.captions.list(itemId)).toEqual([{ language: "en", label: "English" }]);
    const sent = service.requests.at(-1)!;
    expect(sent.headers.authorization).toBe("Bearer sesame-key");
    expect(service.pieces.at(-1)?.fields).toMatchObject({ model: "tiny", response_format: "verbose_json" });
  });

  it("is in the chosen language", async () => {
    const { itemId, transcript } = await written("de");
    expect(transcript.language).toBe("de");
    expect(service.pieces.at(-1)?.fields["language"]).toBe("de");
    expect(await t.modules.captions.list(itemId)).toEqual([{ language: "de", label: "Deutsch" }]);
  });

  it("of a video without speech or without sound says so", async () => {
    for (const recipe of [{ sound: Buffer.alloc(sound.length) }, { audio: null, sound: undefined }]) {
      const itemId = await uploadedVideo(t, owner, { seconds: SECONDS, ...recipe });
      const before = service.pieces.length;
      await start(itemId);
      await t.runJobs();
      expect((await get(itemId)).data()).toMatchObject({ state: "none", segments: [] });
      expect(service.pieces.length).toBe(before);
      expect(await t.modules.captions.list(itemId)).toEqual([]);
    }
  });

  it("is corrected: times of unchanged words stay, captions follow, and a second editor gets a conflict", async () => {
    const { itemId, transcript } = await written();
    const [first, second] = transcript.segments;
    const segments = [{ start: first!.start, end: first!.end, text: "alpha <Bravo> and charlie." }, second!].map(
      ({ start: s, end, text }) => ({
        start: s,
        end,
        text,
      }),
    );
    const edited = (await put(itemId, { version: transcript.version, segments })).data();
    expect(edited).toMatchObject({ source: "edited", version: transcript.version + 1 });
    const times = edited.segments[0]!.words!;
    expect(times.map(({ text }) => text)).toEqual(["alpha", "<Bravo>", "and", "charlie."]);
    expect(times[1]!.start).toBe(first!.words![1]!.start);
    expect(times[3]!.start).toBe(first!.words![2]!.start);
    expect(await vtt(itemId)).toContain("alpha &lt;Bravo&gt; and charlie.");
    expectError(await put(itemId, { version: transcript.version, segments }), "edit-conflict");
    // Everything removed: no captions stay.
    expect((await put(itemId, { version: edited.version, segments: [] })).data().segments).toEqual([]);
    expect(await t.modules.captions.list(itemId)).toEqual([]);
  });

  it("does not replace captions that a user wrote", async () => {
    const itemId = await film();
    const own = "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nMine\n";
    await t.call(putCaptions, { params: { itemId, language: "en" }, body: { vtt: own } }, owner);
    await start(itemId);
    await t.runJobs();
    expect((await get(itemId)).data().state).toBe("ready");
    expect(await vtt(itemId)).toBe(own);
  });

  it("belongs to callers who may change the video", async () => {
    const [viewer, stranger] = [await t.user(), await t.user()];
    const { id: teamId } = await createTeam(t, [
      [owner, "owner"],
      [viewer, "viewer"],
    ]);
    const itemId = await uploadedVideo(t, owner, { seconds: SECONDS, sound }, teamId);
    for (const [user, code] of [
      [viewer, "forbidden"],
      [stranger, "not-found"],
      [null, "unauthenticated"],
    ] as const) {
      expectError(await get(itemId, user), code);
      expectError(await start(itemId, undefined, user), code);
      expectError(await t.call(putTranscript, { params: { itemId }, body: { version: 0, segments: [] } }, user), code);
    }
    const { id: pictureId } = await t.image(owner);
    expectError(await get(pictureId), "not-found");
  });
});

describe("the speech service", () => {
  it.each([["srt"], ["vtt"]])("may only know %s", async (format) => {
    service.formats = new Set([format]);
    const { transcript } = await written();
    expect(transcript.segments.map(({ text }) => text)).toEqual(["alpha bravo charlie.", "delta echo."]);
    expect(transcript.segments[0]!.words).toBeUndefined();
    expect(Math.abs(transcript.segments[1]!.start - 5)).toBeLessThan(0.15);
  });

  it("may give no times of words, or only a text", async () => {
    service.givesWords = false;
    const { transcript } = await written();
    expect(transcript.segments).toHaveLength(2);
    service.formats = new Set(["json"]);
    const plain = (await written()).transcript;
    expect(plain.segments.map(({ text }) => text).join(" ")).toBe("alpha bravo charlie. delta echo.");
    expect(plain.segments.at(-1)!.end).toBeLessThanOrEqual(SECONDS + 0.1);
  });

  it.each([
    [{ kind: "status", status: 401, body: { error: { message: "Incorrect API key provided: sesame-key." } } }, /refused the key/u],
    [{ kind: "status", status: 200, headers: { "content-type": "text/html" }, body: "<!doctype html><p>Hello" }, /web page/u],
    [{ kind: "status", status: 200, body: "gibberish" }, /can't be read/u],
    [{ kind: "status", status: 302, headers: { location: "http://198.51.100.1/v1/audio/transcriptions" } }, /another host/u],
  ] as const)("is refused with a reason: %j", async (fault, reason) => {
    const itemId = await film();
    service.failNext("/transcriptions", fault as never, 9);
    await start(itemId);
    await t.runJobs();
    const { state, reason: text } = (await get(itemId)).data();
    expect(state).toBe("failed");
    expect(text).toMatch(reason);
    expect(text).not.toContain("sesame-key");
    // It can be tried again.
    service.clearFaults();
    await start(itemId);
    await t.runJobs();
    expect((await get(itemId)).data()).toMatchObject({ state: "ready", reason: null });
  });

  it("is asked again after the time that it names, and after failures", async () => {
    const itemId = await film();
    service.failNext("/transcriptions", { kind: "status", status: 429, headers: { "retry-after": "90" } });
    await start(itemId);
    const before = service.requests.length;
    await t.runJobs();
    expect((await get(itemId)).data()).toMatchObject({ state: "queued" });
    t.clock.advance(MINUTE_MS);
    await t.runJobs();
    expect(service.requests.length).toBe(before + 1);
    service.failNext("/transcriptions", { kind: "status", status: 500 });
    t.clock.advance(MINUTE_MS);
    await t.runJobs();
    expect((await get(itemId)).data()).toMatchObject({ state: "queued", reason: expect.stringContaining("500") });
    t.clock.advance(MINUTE_MS);
    await t.runJobs();
    expect((await get(itemId)).data()).toMatchObject({ state: "ready", reason: null });
  });

  it("that never answers well fails in the end", async () => {
    const itemId = await film();
    service.failNext("/transcriptions", { kind: "drop" }, 100);
    await start(itemId);
    for (let tries = 0; tries < 9; tries += 1) {
      await t.runJobs();
      t.clock.advance(11 * MINUTE_MS);
    }
    expect((await get(itemId)).data()).toMatchObject({ state: "failed", reason: expect.stringContaining("can't be reached") });
  });

  it.each([["beyond"], ["backwards"], ["null"]] as const)("with nonsense as times is refused: %s", async (lie) => {
    service.lie = lie;
    const { transcript } = await written();
    expect(transcript).toMatchObject({ state: "failed", reason: expect.stringContaining("times") });
  });

  it("with times that overlap is repaired", async () => {
    service.lie = "overlapping";
    const { transcript } = await written();
    expect(transcript.state).toBe("ready");
    let last = 0;
    for (const segment of transcript.segments) {
      expect(segment.start).toBeGreaterThanOrEqual(last);
      for (const word of segment.words ?? []) {
        expect(word.start).toBeGreaterThanOrEqual(last);
        expect(word.end).toBeGreaterThanOrEqual(word.start);
        last = word.end;
      }
      expect(segment.end).toBeGreaterThanOrEqual(last);
      last = segment.end;
    }
    expect(last).toBeLessThanOrEqual(SECONDS + 0.1);
  });

  it("must be configured", async () => {
    await using other = await createTestApp();
    const user = await other.user();
    const itemId = await uploadedVideo(other, user, { seconds: 1 });
    expectError(await other.call(transcribe, { params: { itemId }, body: {} }, user), "not-configured");
    expect((await other.call(getTranscript, { params: { itemId } }, user)).data()).toMatchObject({
      state: "absent",
      configured: false,
      receivers: { speech: null, chat: null },
    });
  });

  it("gets new videos when the server is set so", async () => {
    await using other = await createTestApp({ config: { TRANSCRIBE_URL: service.origin, TRANSCRIBE_NEW: "true" } });
    const user = await other.user();
    const itemId = await uploadedVideo(other, user, { seconds: SECONDS, sound });
    expect((await other.call(getTranscript, { params: { itemId } }, user)).data()).toMatchObject({ state: "ready", language: "en" });
  });
});

describe("what is spoken", () => {
  const find = async (q: string, user: TestUser) => (await t.call(search, { query: { q } }, user)).data().items;

  it("is found by the search of those who may watch it, at its second", async () => {
    const [member, stranger] = [await t.user(), await t.user()];
    const { id: teamId } = await createTeam(t, [
      [owner, "owner"],
      [member, "viewer"],
    ]);
    const itemId = await uploadedVideo(t, owner, { seconds: SECONDS, sound }, teamId);
    await start(itemId);
    await t.runJobs();
    for (const user of [owner, member]) {
      const [hit] = (await find("delta ech", user)).filter(({ id }) => id === itemId);
      expect(hit?.match.kind).toBe("speech");
      expect(hit?.match.text).toContain("delta echo");
      expect(Math.abs(hit!.match.at! - 5)).toBeLessThan(0.15);
    }
    expect(await find("delta", stranger)).toEqual([]);

    // It follows the video to another workspace, and into a copy.
    const copy = (await t.call(copyItem, { params: { itemId }, body: {} }, owner)).data();
    expect((await find("delta echo", owner)).map(({ id }) => id)).toContain(copy.id);
    await t.call(moveItem, { params: { itemId }, body: { workspaceId: "personal" } }, owner);
    expect((await find("delta echo", owner)).map(({ id }) => id)).toContain(itemId);
    expect((await find("delta", member)).map(({ id }) => id)).toEqual([copy.id]);
  });

  it("is not found when the captions do not show it, or after it was removed", async () => {
    const { itemId, transcript } = await written();
    const finds = async (): Promise<boolean> => (await find("charlie", owner)).some(({ id }) => id === itemId);
    expect(await finds()).toBe(true);
    await t.call(deleteCaptions, { params: { itemId, language: "en" } }, owner);
    expect(await finds()).toBe(false);
    await put(itemId, {
      version: transcript.version,
      segments: transcript.segments.map(({ start: s, end, text }) => ({ start: s, end, text })),
    });
    expect(await finds()).toBe(true);
    await put(itemId, { version: transcript.version + 1, segments: [] });
    expect(await finds()).toBe(false);
  });

  it("follows a cut of the video, and is whole again after the cut is reverted", async () => {
    const { itemId } = await written();
    const before = (await get(itemId)).data().segments;
    const duration = Math.max(...before.map(({ end }) => end)) + 1;
    const cut = {
      ...wholeVideo(duration),
      clips: [
        { start: 0, end: 2 },
        { start: 4, end: duration },
      ],
    };
    const follow = (change: TimelineChange) => t.ports.db.transaction((tx) => t.modules.transcripts.timeline.follow(tx, itemId, change));
    await follow(timelineChange(null, cut, duration));
    const { segments } = (await get(itemId)).data();
    expect(segments.map(({ text }) => text)).toEqual(["alpha bravo", "delta echo."]);
    expect(Math.abs(segments[1]!.start - 3)).toBeLessThan(0.15);
    expect(await vtt(itemId)).not.toContain("charlie");
    const [hit] = (await find("delta", owner)).filter(({ id }) => id === itemId);
    expect(Math.abs(hit!.match.at! - 3)).toBeLessThan(0.15);
    expect((await find("charlie", owner)).some(({ id }) => id === itemId)).toBe(false);
    await follow(timelineChange(cut, null, duration));
    expect((await get(itemId)).data().segments).toEqual(before);
    expect(await vtt(itemId)).toContain("charlie");
    expect((await find("charlie", owner)).some(({ id }) => id === itemId)).toBe(true);
  });

  it("can be corrected in an edited video without losing the words of removed parts", async () => {
    const { itemId } = await written();
    const edits = (await t.call(getEdits, { params: { itemId } }, owner)).data();
    const [first, ...others] = (await get(itemId)).data().segments;
    const end = edits.document.clips[0]!.end;
    const clips = [
      { start: 0, end: 2 },
      { start: 4, end },
    ];
    await t.call(putEdits, { params: { itemId }, body: { version: edits.version, document: { ...edits.document, clips } } }, owner);
    await t.call(renderEdits, { params: { itemId }, body: { as: "same" } }, owner);
    await t.runJobs();
    const shown = (await get(itemId)).data();
    expect(shown.unedited?.map(({ text }) => text)).toEqual([first, ...others].map((segment) => segment?.text));
    const segments = shown.unedited!.map(({ start: s, end: e, text }) => ({ start: s, end: e, text: text.replace("bravo", "brave") }));
    const putUnedited = (version: number) =>
      t.call(putTranscript, { params: { itemId }, body: { version, times: "unedited", segments } }, owner);
    const corrected = (await putUnedited(shown.version)).data();
    expect(corrected.segments.map(({ text }) => text)).toEqual(["alpha brave", "delta echo."]);
    expect(corrected.unedited?.map(({ text }) => text).join(" ")).toContain("charlie");
    // The corrected word has the time of the word that it replaces.
    const timeOf = (found: typeof shown.unedited, text: string) =>
      found?.flatMap(({ words }) => words ?? []).find((word) => word.text === text);
    const { start: wasFrom, end: wasTo } = timeOf(shown.unedited, "bravo")!;
    expect(timeOf(corrected.unedited, "brave")).toEqual({ start: wasFrom, end: wasTo, text: "brave" });
    expect(await vtt(itemId)).toContain("alpha brave");
    expectError(await putUnedited(shown.version), "edit-conflict");
    await t.call(revertItem, { params: { itemId } }, owner);
    expect((await get(itemId)).data().segments.map(({ text }) => text)[0]).toContain("alpha brave");
  });
});
