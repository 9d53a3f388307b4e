import { type ClientResult, deleteShare, type getImage, getShare, getShared } from "@stillreel/contract";
import { createTestApp, multipart, png, sharedItem, type TestApp, type TestUser, video } from "@stillreel/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

type Item = ClientResult<typeof getImage>;
let test: TestApp;
let owner: TestUser;
let item: Item;
let slug: string;

beforeAll(async () => {
  test = await createTestApp();
  owner = await test.user();
});
afterAll(() => test.close());
beforeEach(async () => {
  item = await test.image<Item>(owner, { title: `Totals <b>"disagree"</b> & more`, bytes: png(1200, 750, [200, 40, 40]) });
  slug = (await test.call(getShare, { params: { workspaceId: "personal", itemId: item.id } }, owner)).data().slug;
});

const open = (path = `/s/${slug}`, headers: Record<string, string> = {}) => test.app.inject({ url: path, headers });
const meta = (html: string, property: string) => new RegExp(`<meta property="${property}" content="([^"]*)">`, "u").exec(html)?.[1];

describe("the public page of a video", () => {
  let videoSlug: string;
  const uploaded = async (bytes: Buffer): Promise<string> => {
    const form = multipart({ title: "Release <4.12>" }, { fileName: "release.mp4", type: "video/mp4", bytes });
    const answer = await test.app.inject({
      method: "POST",
      url: "/api/v1/workspace/personal/files/video",
      payload: form.payload,
      headers: { ...owner.headers, ...form.headers },
    });
    expect(answer.statusCode).toBe(201);
    const { id } = answer.json<{ data: Item }>().data;
    return (await test.call(getShare, { params: { workspaceId: "personal", itemId: id } }, owner)).data().slug;
  };
  const share = () => open(`/s/${videoSlug}`);

  it("shows the processing state, then the video with its poster and chat preview", async () => {
    videoSlug = await uploaded(await video({ seconds: 2 }));
    const waiting = await share();
    expect([waiting.statusCode, /<video[^>]*(?:src|controls)/u.test(waiting.body)]).toEqual([200, false]);
    expect(waiting.body).toContain("Almost ready");
    expect((await open(`/s/${videoSlug}/video`)).statusCode).toBe(404);
    await test.runJobs();

    const { body, headers } = await share();
    expect(String(headers["content-security-policy"])).toMatch(/media-src 'self'/u);
    const source = /<video [^>]*src="(\/media\/[^"]+)"/u.exec(body)?.[1] ?? "";
    const part = await test.app.inject({ url: source, headers: { range: "bytes=0-99" } });
    expect([part.statusCode, part.headers["content-type"]]).toEqual([206, "video/mp4"]);
    const poster = /poster="(\/media\/[^"]+)"/u.exec(body)?.[1] ?? "";
    expect((await test.app.inject({ url: poster })).headers["content-type"]).toBe("image/webp");
    expect(body).toContain("Release &lt;4.12&gt;");
    expect(body).toContain('<span id="duration">0:02</span>');

    const publicUrl = test.ports.publicUrl();
    expect([meta(body, "og:type"), meta(body, "og:video"), meta(body, "og:video:type")]).toEqual([
      "video.other",
      `${publicUrl}/s/${videoSlug}/video`,
      "video/mp4",
    ]);
    expect(meta(body, "og:video:width")).toBe("320");
    for (const kind of ["video", "preview"]) {
      const target = await open(`/s/${videoSlug}/${kind}`);
      expect([target.statusCode, target.headers.location]).toEqual([302, expect.stringMatching(/^\/media\//u)]);
    }
    const about = (await open(`/api/oembed?url=${publicUrl}/embed/${videoSlug}&maxwidth=160`)).json();
    expect(about).toMatchObject({
      type: "video",
      title: "Release <4.12>",
      width: 160,
      height: 148,
      thumbnail_width: 160,
      thumbnail_height: 90,
    });
    expect((await open(`/embed/${videoSlug}`)).body).toMatch(/<video [^>]*src="\/media\//u);

    const shared = (await test.call(getShared, { params: { slug: videoSlug } })).data();
    expect([sharedItem(shared).posterUrl, sharedItem(shared).sourceUrl]).toEqual([
      expect.stringMatching(/^\/media\//u),
      expect.stringMatching(/^\/media\//u),
    ]);
  }, 60_000);

  it("shows only that the item is being recorded; the live playlist is available immediately", async () => {
    videoSlug = await uploaded(await video({ seconds: 1, audio: null }));
    const turn = (stage: string, live: boolean) =>
      test.ports.pool.query("update items set stage = $2, live = $3 where id = (select item_id from share_links where slug = $1)", [
        videoSlug,
        stage,
        live,
      ]);
    for (const [stage, text] of [
      ["recording", "Still recording"],
      ["uploading", "Still uploading"],
    ] as const) {
      await turn(stage, false);
      const page = await share();
      expect([page.statusCode, page.headers["x-waiting-for"]]).toEqual([200, stage]);
      expect(page.body).toContain(text);
      expect(page.body).toContain(`data-waiting="${stage}"`);
      expect(page.body).not.toMatch(/Release|<video|Tests/u);
      expect((await open(`/s/${videoSlug}/preview`)).statusCode).toBe(404);
    }
    await turn("recording", true);
    const live = await share();
    expect([live.statusCode, live.headers["x-waiting-for"]]).toEqual([200, undefined]);
    expect(live.body).toContain("Release &lt;4.12&gt;");
    expect(live.body).toMatch(/<video id="video" playsinline/u);
    await turn("failed", false);
    const failed = await share();
    expect([failed.headers["x-waiting-for"], failed.body.includes("This file could not be read")]).toEqual([undefined, true]);
  });

  it("contains the playlist of a new recording, which plays without scripts", async () => {
    videoSlug = await uploaded(await video({ seconds: 1, audio: null }));
    const { rows } = await test.ports.pool.query<{ id: string }>(
      `update items set stage = 'processing', recording_facts = '{"mimeType":"video/mp4","headerBytes":1,"parts":[[1,2,1]]}'
       where id = (select item_id from share_links where slug = $1) returning id`,
      [videoSlug],
    );
    const playlist = `/api/v1/items/${rows[0]?.id}/stream/live.m3u8?share=${videoSlug}`;
    expect((await share()).body).toContain(`<source src="${playlist}" type="application/vnd.apple.mpegurl"></video>`);
    expect((await open(playlist)).body).toContain("#EXT-X-ENDLIST");
  });

  it("plays the MP4 rendition when browsers cannot play the original", async () => {
    videoSlug = await uploaded(await video({ container: "mkv", video: "mpeg4", audio: null, seconds: 1 }));
    await test.runJobs();
    const { body } = await share();
    expect(meta(body, "og:video:type")).toBe("video/mp4");
    const source = /<video [^>]*src="(\/media\/[^"]+)"/u.exec(body)?.[1] ?? "";
    expect((await test.app.inject({ url: source })).headers["content-type"]).toBe("video/mp4");
  }, 60_000);

  it("asks visitors to sign in before a download", async () => {
    videoSlug = await uploaded(await video({ seconds: 1, audio: null }));
    await test.runJobs();
    const visited = (await share()).body;
    expect(visited).toContain(`id="download" href="/auth/login?next=%2Fs%2F${videoSlug}"`);
    expect(visited).toContain("<span>Sign in to download</span>");
    const cookie = `idToken=${owner.headers["idtoken"]}; refreshToken=${owner.headers["refreshtoken"]}`;
    const signedIn = await open(`/s/${videoSlug}`, { cookie });
    expect(signedIn.body).toContain("<span>Download</span>");
    const href = /class="btn default dl" id="download" href="([^"]+)"/u.exec(signedIn.body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect((await open(href, { cookie })).statusCode).toBe(302);
  }, 60_000);

  it("is a 404 without its link, as are preview and video", async () => {
    videoSlug = await uploaded(await video({ seconds: 1, audio: null }));
    await test.runJobs();
    const shown = sharedItem((await test.call(getShared, { params: { slug: videoSlug } })).data());
    await test.call(deleteShare, { params: { workspaceId: "personal", itemId: shown.id } }, owner);
    for (const path of ["", "/preview", "/video"]) expect((await open(`/s/${videoSlug}${path}`)).statusCode).toBe(404);
  }, 60_000);
});
