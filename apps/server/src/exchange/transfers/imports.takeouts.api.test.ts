import {
  addReaction,
  createComment,
  getCaptions,
  getPointer,
  getShare,
  listComments,
  type PointerTrack,
  putCaptions,
  putPointer,
  updateItem,
} from "@stillreel/contract";
import { expectData, multipart, png, video } from "@stillreel/testing";
import { unzipSync, zipSync } from "fflate";
import { describe, expect, it, vi } from "vitest";
import { DOCUMENT_NAME } from "./takeout.document.ts";
import { type Item, t, sha, all, tree, exportData, importZip, furnished, setUpTransfers } from "./transfers.fixture.ts";

setUpTransfers();

describe("an import of a takeout", () => {
  it("gives another account the same folders, titles, dates, stars, trash and bytes", async () => {
    const { user, shots } = await furnished();
    const { zip } = await exportData(user);
    const other = await t.user();
    const retained = await t.image<Item>(other, { fileName: "shot.png", title: "Mine" });
    const done = await importZip(other, zip ?? new Uint8Array());
    expect(done).toMatchObject({ status: "ready", items: 4, done: 4, skipped: [], skippedCount: 0, fileName: "things.zip" });
    const [before, after] = [await tree(user), await tree(other)];
    expect(after.names).toEqual(before.names);
    expect(after.items.map(({ name, color }) => `${name} ${color}`).sort()).toEqual(
      before.items.map(({ name, color }) => `${name} ${color}`).sort(),
    );
    const facts = (items: Item[], { nameOf }: { nameOf(id: string | null): string }) =>
      items
        .map((item) =>
          [item.title, item.fullFileName, item.createdAt, item.favorite, item.trash, nameOf(item.parentId), item.size].join("|"),
        )
        .sort();
    const mine = await all(other);
    expect(mine.find(({ id }) => id === retained.id)?.title).toBe("Mine");
    expect(
      facts(
        mine.filter(({ id }) => id !== retained.id),
        after,
      ),
    ).toEqual(facts(await all(user), before));
    expect(facts(await all(other, "trash"), after)).toEqual(facts(await all(user, "trash"), before));
    const bytes = await Promise.all(
      [...mine, ...(await all(other, "trash"))]
        .filter(({ id }) => id !== retained.id)
        .map(async ({ sourceUrl }) => sha((await t.app.inject({ url: sourceUrl ?? "" })).rawPayload)),
    );
    expect(bytes.sort()).toEqual(shots.map(sha).sort());
    for (const item of mine) expect(item.stage).toBe("ready");
  });

  it("imports videos with their chapters and recorded pointer, and comments with their replies", async () => {
    const user = await t.user();
    const bytes = await video();
    const form = multipart({ fullFileName: "clip.mp4" }, { fileName: "clip.mp4", type: "video/mp4", bytes });
    const { id } = expectData<Item>(
      await t.app.inject({
        method: "POST",
        url: "/api/v1/workspace/personal/files/video",
        headers: { ...user.headers, ...form.headers },
        payload: form.payload,
      }),
      201,
    );
    const chapters = [0, 10, 20].map((timestamp) => ({ timestamp, name: `Part "${timestamp}"` }));
    await t.ports.pool.query("update items set chapters = $2, chapters_enabled = true where id = $1", [id, JSON.stringify(chapters)]);
    const addComment = async (text: string, more: { at?: number; parentId?: string } = {}) =>
      (await t.call(createComment, { params: { itemId: id }, body: { text, ...more } }, user)).data();
    const first = await addComment("First", { at: 1.5 });
    await addComment("Answer", { parentId: first.id });
    const pointer: PointerTrack = { moves: [[0.5, 0.25, 0.75]], clicks: [[1, 0, 1]] };
    await t.call(putPointer, { params: { itemId: id }, body: pointer }, user);
    await t.runJobs();
    const { zip } = await exportData(user);
    const files = unzipSync(zip ?? new Uint8Array());
    expect(sha(files["files/videos/clip.mp4"] ?? new Uint8Array())).toBe(sha(bytes));
    const other = await t.user({ username: user.displayName });
    expect(await importZip(other, zip ?? new Uint8Array())).toMatchObject({ status: "ready", done: 1, skipped: [] });
    const [came] = await all(other);
    expect(came).toMatchObject({ type: "video", title: "clip", stage: "ready", comments: 2, chapters, chaptersEnabled: true, duration: 2 });
    const imported = (await t.call(listComments, { params: { itemId: came?.id ?? "" } }, other)).data().items;
    expect(imported.map(({ text, at, createdAt }) => [text, at, createdAt])).toEqual(
      (await t.call(listComments, { params: { itemId: id } }, user)).data().items.map(({ text, at, createdAt }) => [text, at, createdAt]),
    );
    expect(imported[1]?.parentId).toBe(imported[0]?.id);
    expect((await t.call(getPointer, { params: { itemId: came?.id ?? "" } }, other)).data()).toEqual(pointer);
    // The pointer of an edited video belongs to a file that the export does not contain.
    const pointersIn = (archive: Uint8Array): string[] => Object.keys(unzipSync(archive)).filter((name) => name.endsWith(".pointer.json"));
    expect(pointersIn(zip ?? new Uint8Array())).toHaveLength(1);
    await t.ports.pool.query(
      `insert into video_versions (id, item_id, kind, is_shown, duration_ms, size_bytes, width, height, facts)
       values (gen_random_uuid(), $1, 'edit', true, 1000, 1, 64, 48, '{}')`,
      [id],
    );
    expect(pointersIn((await exportData(user)).zip ?? new Uint8Array())).toEqual([]);
  });

  it("imports descriptions, captions and the user's own reactions", async () => {
    const [user, friend] = [await t.user({ username: "Anna" }), await t.user({ username: "Ben" })];
    const { id } = await t.image(user, { title: "Clip" });
    const bytes = await video();
    const form = multipart({ fullFileName: "clip.mp4" }, { fileName: "clip.mp4", type: "video/mp4", bytes });
    const film = expectData<Item>(
      await t.app.inject({
        method: "POST",
        url: "/api/v1/workspace/personal/files/video",
        headers: { ...user.headers, ...form.headers },
        payload: form.payload,
      }),
      201,
    );
    for (const itemId of [id, film.id])
      await t.call(
        updateItem,
        { params: { workspaceId: "personal", type: itemId === id ? "image" : "video", itemId }, body: { description: "Why\nnot" } },
        user,
      );
    const vtt = "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nHällo\n";
    for (const language of ["de", "pt-BR"]) await t.call(putCaptions, { params: { itemId: film.id, language }, body: { vtt } }, user);
    const { slug } = (await t.call(getShare, { params: { workspaceId: "personal", itemId: film.id } }, user)).data();
    const comment = (await t.call(createComment, { params: { itemId: film.id }, body: { text: "Hi" } }, user)).data();
    for (const [person, emoji] of [
      [user, "👍"],
      [friend, "👍"],
      [friend, "🎉"],
    ] as const)
      await t.call(addReaction, { params: { commentId: comment.id, emoji }, query: { share: slug } }, person);
    await t.runJobs();
    const { zip } = await exportData(user);
    const files = unzipSync(zip ?? new Uint8Array());
    expect(Object.keys(files).filter((name) => name.startsWith("captions/"))).toEqual([
      "captions/videos/clip.mp4.de.vtt",
      "captions/videos/clip.mp4.pt-BR.vtt",
    ]);
    expect(Buffer.from(files["captions/videos/clip.mp4.de.vtt"] ?? []).toString()).toBe(vtt);
    const other = await t.user({ username: "Anna" });
    expect(await importZip(other, zip ?? new Uint8Array())).toMatchObject({ status: "ready", items: 2, skippedCount: 0 });
    const came = await all(other);
    expect(came.map(({ description, likes, views }) => [description, likes, views])).toEqual([
      ["Why\nnot", 0, 0],
      ["Why\nnot", 0, 0],
    ]);
    const itemId = came.find(({ type }) => type === "video")?.id ?? "";
    expect(await t.modules.captions.list(itemId)).toEqual([
      { language: "de", label: "Deutsch" },
      { language: "pt-BR", label: "português (Brasil)" },
    ]);
    expect((await t.call(getCaptions, { params: { itemId, language: "de" } }, other)).data().vtt).toBe(vtt);
    const [imported] = (await t.call(listComments, { params: { itemId } }, other)).data().items;
    expect(imported?.reactions).toEqual([{ emoji: "👍", count: 1, mine: true }]);
  });

  it("ignores invalid captions and reactions of hostile archives", async () => {
    const user = await t.user({ username: "Anna" });
    const bytes = await video();
    const document = {
      version: 1,
      folders: [],
      items: [
        {
          id: "a",
          type: "video",
          title: "Told",
          file: "x.mp4",
          description: "x".repeat(6_000),
          captions: [
            { language: "<b>", label: "x", file: "a.vtt" },
            { language: "en", label: "E\u0000nglish".repeat(20), file: "b.vtt" },
            { language: "fr", label: "", file: "c.vtt" },
            { language: "es", label: "", file: "../../missing.vtt" },
          ],
          comments: [
            {
              id: "c",
              text: "x",
              createdAt: "2020-02-03T05:00:00.000Z",
              reactions: [
                { emoji: "<script>", by: ["Anna"] },
                { emoji: "👍", by: ["Zoë"] },
              ],
            },
          ],
        },
      ],
    };
    const zip = zipSync({
      "x.mp4": bytes,
      "a.vtt": Buffer.from("WEBVTT\n\n00:00.000 --> 00:01.000\nx\n"),
      "b.vtt": Buffer.from("WEBVTT\n\n00:00.000 --> 00:01.000\n<script>x\n"),
      "c.vtt": Buffer.from("no captions"),
      [DOCUMENT_NAME]: Buffer.from(JSON.stringify(document)),
    });
    expect(await importZip(user, zip)).toMatchObject({ status: "ready", items: 1, skipped: [{ name: "../../missing.vtt" }] });
    const [item] = await all(user);
    expect(item?.description).toBe("");
    const tracks = await t.modules.captions.list(item?.id ?? "");
    expect(tracks).toEqual([{ language: "en", label: expect.stringMatching(/^English.{1,25}$/u) }]);
    const [imported] = (await t.call(listComments, { params: { itemId: item?.id ?? "" } }, user)).data().items;
    expect(imported?.reactions).toEqual([]);
  });

  it("names the authors of comments, and preserves dates and page addresses", async () => {
    const user = await t.user();
    const restore = vi.spyOn(t.modules.comments, "restoreMany");
    const document = {
      version: 1,
      folders: [],
      items: [
        {
          id: "a",
          type: "image",
          title: "Told",
          file: "x.png",
          pageUrl: "https://example.test/page",
          createdAt: "2020-02-03T04:05:06.000Z",
          comments: [
            {
              id: "c1",
              parentId: null,
              text: "First",
              at: { x: 0.5, y: 0.5 },
              authorName: "Zoë",
              createdAt: "2020-02-03T05:00:00.000Z",
              editedAt: null,
            },
            {
              id: "c2",
              parentId: "c1",
              text: "Answer",
              at: null,
              authorName: "Zoë",
              createdAt: "2020-02-03T06:00:00.000Z",
              editedAt: null,
            },
          ],
        },
      ],
    };
    const zip = zipSync({ "x.png": png(), [DOCUMENT_NAME]: Buffer.from(JSON.stringify(document)) });
    expect(await importZip(user, zip)).toMatchObject({ status: "ready", items: 1, skippedCount: 0 });
    expect(await all(user)).toMatchObject([{ title: "Told", pageUrl: "https://example.test/page", createdAt: "2020-02-03T04:05:06.000Z" }]);
    expect(restore).toHaveBeenCalledTimes(1);
    const comments = restore.mock.calls[0]?.[2] ?? [];
    expect(comments.map(({ text, authorName }) => [text, authorName])).toEqual([
      ["First", "Zoë"],
      ["Answer", "Zoë"],
    ]);
    expect(comments[1]?.parentId).toBe(comments[0]?.id);
    expect(comments[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);
    restore.mockRestore();
  });
});
