import { type ClientResult, deleteShare, type getImage, getShare, getShared, updateItem, updateShare } from "@stillreel/contract";
import { createTestApp, multipart, png, type TestApp, type TestUser, video } from "@stillreel/testing";
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
const here = () => ({ params: { workspaceId: "personal", itemId: item.id } });

describe("the public page", () => {
  it("shows the picture to anybody, with its preview for chats and out of search engines", async () => {
    const page = await open();
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.headers["cache-control"]).toBe("private, no-store");
    expect(page.headers["x-robots-tag"]).toContain("noindex");
    const source = /<img src="(\/media\/[^"]+)"/u.exec(page.body)?.[1] ?? "";
    const picture = await test.app.inject({ url: source });
    expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/png"]);
    const publicUrl = test.ports.publicUrl();
    expect(meta(page.body, "og:url")).toBe(`${publicUrl}/s/${slug}`);
    expect(meta(page.body, "og:image")).toBe(`${publicUrl}/s/${slug}/preview`);
    expect(meta(page.body, "og:image:width")).toBe(String(item.width));
    const preview = await open(`/s/${slug}/preview`);
    expect([preview.statusCode, preview.headers.location]).toEqual([302, expect.stringMatching(/^\/media\//u)]);
  });

  it("lets no title become markup", async () => {
    const { body } = await open();
    expect(body).not.toContain("<b>&quot;");
    expect(body).not.toContain('<b>"');
    expect(body).toContain("Totals &lt;b&gt;&quot;disagree&quot;&lt;/b&gt; &amp; more");
  });

  it("hands its app what it needs, and shows description, likes and views, none of which becomes markup", async () => {
    await test.ports.pool.query("update items set description = $2, like_count = 3, view_count = 1 where id = $1", [
      item.id,
      `Look: <img src=x> "quoted" 'single'`,
    ]);
    const { body } = await open();
    expect(body).toContain("Look: &lt;img src=x&gt; &quot;quoted&quot;");
    expect(body).toContain("1 view<");
    const data = JSON.parse(
      (/data-item="([^"]+)"/u.exec(body)?.[1] ?? "{}")
        .replaceAll("&quot;", '"')
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&#39;", "'")
        .replaceAll("&amp;", "&"),
    ) as object;
    expect(data).toEqual({
      itemId: item.id,
      slug,
      type: "image",
      title: `Totals <b>"disagree"</b> & more`,
      likes: 3,
      comments: 0,
      allowComments: true,
      signedIn: false,
      framed: false,
    });
  });

  it("offers small screens a smaller copy once it is made", async () => {
    expect((await open()).body).not.toContain("srcset");
    await test.runJobs();
    const { body } = await open();
    const small = /srcset="(\/media\/\S+) 768w,/u.exec(body)?.[1] ?? "";
    expect((await test.app.inject({ url: small })).headers["content-type"]).toBe("image/webp");
  });

  it("is dead at once for links that were revoked, are private, or lead to the bin, all alike", async () => {
    const bodies: string[] = [];
    const dead = async () => {
      const page = await open();
      expect(page.statusCode).toBe(404);
      bodies.push(page.body);
    };
    await test.call(updateShare, { ...here(), body: { visibility: "private" } }, owner);
    await dead();
    await test.call(updateShare, { ...here(), body: { visibility: "link" } }, owner);
    await test.call(updateItem, { params: { ...here().params, type: "image" }, body: { trash: true } }, owner);
    await dead();
    await test.call(updateItem, { params: { ...here().params, type: "image" }, body: { trash: false } }, owner);
    await test.call(deleteShare, here(), owner);
    await dead();
    expect((await open(`/s/${slug}/preview`)).statusCode).toBe(404);
    bodies.push((await open("/s/AAAAAAAAAAAAAAAAAAAAAA")).body);
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain("This link leads nowhere");
  });

  it("says where the picture was captured when its owner shows that, and lets nothing of it become markup or a script", async () => {
    const evil = '<img src=x onerror=alert(1)>"';
    const capture = {
      pageTitle: evil,
      browser: `Chrome ${evil}`,
      system: "Linux",
      capturedAt: "2026-02-03T04:05:06.000Z",
      screen: { width: 1440, height: 900 },
      sensitive: [{ kind: "card", x: 987.125, y: 2, width: 3, height: 4 }],
    };
    const store = (pageUrl: string | null) => test.ports.pool.query("update items set page_url = $2 where id = $1", [item.id, pageUrl]);
    await test.ports.pool.query("insert into picture_details (item_id, capture) values ($1, $2)", [item.id, JSON.stringify(capture)]);
    await store("https://example.test/a?b=1&c=%22");
    expect((await open()).body).not.toContain("<details");
    await test.call(updateShare, { ...here(), body: { showCapture: true } }, owner);
    const { body } = await open();
    expect(body).toContain('Captured from <bdi dir="ltr">example.test</bdi>');
    expect(body).toContain(
      '<a href="https://example.test/a?b=1&amp;c=%22" rel="noreferrer nofollow ugc" dir="ltr">https://example.test/a?b=1&amp;c=%22</a>',
    );
    expect(body).toMatch(/<time datetime="2026-02-03T04:05:06\.000Z">Feb 03, 2026[^<]*04:05[^<]*UTC<\/time>/u);
    expect(body).toContain("1440 × 900");
    expect(body).toContain("&lt;img src=x onerror=alert(1)&gt;&quot;");
    expect(body).not.toContain("<img src=x");
    expect(body).not.toMatch(/sensitive|987\.125/u);
    // Whatever the database contains, only web pages become links.
    for (const address of ["javascript:alert(1)", "data:text/html,x", "nonsense", null]) {
      await store(address);
      const page = (await open()).body;
      expect(page).toContain("About this capture");
      expect(page).not.toMatch(/javascript:|data:text|nonsense|noreferrer nofollow/u);
    }
    await test.ports.pool.query("delete from picture_details where item_id = $1", [item.id]);
    expect((await open()).body).not.toContain("<details");
  });

  it("asks for the password and tells nothing before", async () => {
    await test.call(updateShare, { ...here(), body: { password: "open sesame" } }, owner);
    const page = await open();
    expect(page.statusCode).toBe(403);
    expect(page.body).toContain('type="password"');
    expect(page.body).not.toContain("Totals");
    expect((await open(`/s/${slug}/preview`)).statusCode).toBe(404);
  });

  it("knows who is signed in, and which way their language is written", async () => {
    expect((await open()).body).toContain('href="/auth/login?next=%2Fs%2F');
    const cookie = `idToken=${owner.headers["idtoken"]}; refreshToken=${owner.headers["refreshtoken"]}`;
    expect((await open(`/s/${slug}`, { cookie })).body).toContain("Open my library");
    expect((await open(`/s/${slug}?lng=ar`)).body).toContain('lang="ar" dir="rtl"');
    expect((await open(`/s/${slug}`, { "accept-language": "he-IL,he;q=0.9" })).body).toContain('dir="rtl"');
    expect((await open(`/s/${slug}?lng=en"><script>`)).body).toContain('<html lang="en" dir="ltr"');
  });
});

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

  it("says that it is being made ready, then plays it with its poster, and previews it for chats", async () => {
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
    expect([shared.item.posterUrl, shared.item.sourceUrl]).toEqual([
      expect.stringMatching(/^\/media\//u),
      expect.stringMatching(/^\/media\//u),
    ]);
  }, 60_000);

  it("says that it is still recorded until it has ended, and tells nothing else; what is live is there at once", async () => {
    videoSlug = await uploaded(await video({ seconds: 1, audio: null }));
    const turn = (stage: string, live: boolean) =>
      test.ports.pool.query("update items set stage = $2, live = $3 where id = (select item_id from share_links where slug = $1)", [
        videoSlug,
        stage,
        live,
      ]);
    for (const [stage, said] of [
      ["recording", "Still recording"],
      ["uploading", "Still uploading"],
    ] as const) {
      await turn(stage, false);
      const page = await share();
      expect([page.statusCode, page.headers["x-waiting-for"]]).toEqual([200, stage]);
      expect(page.body).toContain(said);
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

  it("gives its element the playlist of what has just been recorded, so that it plays before any script", async () => {
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

  it("plays the file that was made to be played where browsers cannot play the original", async () => {
    videoSlug = await uploaded(await video({ container: "mkv", video: "mpeg4", audio: null, seconds: 1 }));
    await test.runJobs();
    const { body } = await share();
    expect(meta(body, "og:video:type")).toBe("video/mp4");
    const source = /<video [^>]*src="(\/media\/[^"]+)"/u.exec(body)?.[1] ?? "";
    expect((await test.app.inject({ url: source })).headers["content-type"]).toBe("video/mp4");
  }, 60_000);

  it("asks visitors to sign in before they take it along", async () => {
    videoSlug = await uploaded(await video({ seconds: 1, audio: null }));
    await test.runJobs();
    expect((await share()).body).toContain(`class="btn default dl" id="download" href="/auth/login?next=%2Fs%2F${videoSlug}"`);
    const cookie = `idToken=${owner.headers["idtoken"]}; refreshToken=${owner.headers["refreshtoken"]}`;
    const signedIn = await open(`/s/${videoSlug}`, { cookie });
    const href = /class="btn default dl" id="download" href="([^"]+)"/u.exec(signedIn.body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect((await open(href, { cookie })).statusCode).toBe(302);
  }, 60_000);

  it("is dead with its link: page, preview and video alike", async () => {
    videoSlug = await uploaded(await video({ seconds: 1, audio: null }));
    await test.runJobs();
    const { item: shown } = (await test.call(getShared, { params: { slug: videoSlug } })).data();
    await test.call(deleteShare, { params: { workspaceId: "personal", itemId: shown.id } }, owner);
    for (const path of ["", "/preview", "/video"]) expect((await open(`/s/${videoSlug}${path}`)).statusCode).toBe(404);
  }, 60_000);
});

describe("a page that waits", () => {
  it("is answered once the recording has ended, and told no more than that", async () => {
    const stage = (now: string) => test.ports.pool.query("update items set stage = $2, type = 'video' where id = $1", [item.id, now]);
    await stage("recording");
    const ask = (path: string, known: string) => test.app.inject({ method: "HEAD", url: path, headers: { "x-waiting-for": known } });
    // An unknown stage is answered immediately.
    expect((await ask(`/s/${slug}`, "uploading")).headers["x-waiting-for"]).toBe("recording");
    for (const path of [`/s/${slug}`, `/embed/${slug}`]) {
      await stage("recording");
      let isAnswered = false;
      const asked = ask(path, "recording").finally(() => (isAnswered = true));
      await test.call(updateItem, { params: { ...here().params, type: "video" }, body: { title: "Another title" } }, owner);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(isAnswered).toBe(false);
      await stage("processing");
      const changedAt = performance.now();
      test.modules.events.publish({ type: "items", workspaceId: item.workspaceId, itemIds: [item.id] });
      const answer = await asked;
      expect(performance.now() - changedAt).toBeLessThan(1_500);
      expect([answer.statusCode, answer.headers["x-waiting-for"]]).toEqual([200, undefined]);
    }
  });
});

describe("an item inside of other sites' pages", () => {
  const policyOf = async (path: string) => {
    const { headers } = await open(path);
    return [/frame-ancestors ([^;]*)/u.exec(String(headers["content-security-policy"]))?.[1], headers["x-frame-options"]];
  };

  it("may be framed by its own address alone (S31)", async () => {
    expect(await policyOf(`/embed/${slug}`)).toEqual(["*", undefined]);
    expect(await policyOf("/embed/AAAAAAAAAAAAAAAAAAAAAA")).toEqual(["*", undefined]);
    for (const path of [`/s/${slug}`, "/", "/images", "/api/v1/nothing", `/api/oembed?url=x`, `/s/${slug}/preview`])
      expect(await policyOf(path), path).toEqual(["'none'", "DENY"]);
  });

  it("shows the picture and a way to its page, and nothing that could be done in somebody's name", async () => {
    const { body, headers } = await open(`/embed/${slug}`);
    expect(body).toMatch(/<img class="whole" src="\/media\/[^"]+"/u);
    expect(body).toContain(`<a class="tothepage" href="/s/${slug}" target="_blank" rel="noopener" title="Totals &lt;b&gt;`);
    expect(body).not.toMatch(/<header|id="download"|id="like"|\/auth\//u);
    expect(String(headers["x-robots-tag"])).toContain("noindex");
    expect((await open("/robots.txt")).body).toContain("Disallow: /embed/");
  });

  it("obeys the same rights as the page", async () => {
    await test.call(updateShare, { ...here(), body: { password: "open sesame" } }, owner);
    const locked = await open(`/embed/${slug}`);
    expect([locked.statusCode, locked.body.includes("Totals")]).toEqual([403, false]);
    await test.call(updateShare, { ...here(), body: { visibility: "private", password: null } }, owner);
    const dead = await open(`/embed/${slug}`);
    expect([dead.statusCode, dead.body]).toEqual([404, (await open("/embed/AAAAAAAAAAAAAAAAAAAAAA")).body]);
  });
});

describe("what oEmbed tells of a link", () => {
  const ask = (query: Record<string, string>) => open(`/api/oembed?${new URLSearchParams(query).toString()}`);
  const url = () => `${test.ports.publicUrl()}/s/${slug}`;

  it("is found from the page, and shows it in a frame as large as asked for", async () => {
    const found = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/u.exec((await open()).body)?.[1] ?? "";
    const answer = await open(found.slice(test.ports.publicUrl().length).replaceAll("&amp;", "&"));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      version: "1.0",
      type: "photo",
      title: `Totals <b>"disagree"</b> & more`,
      provider_name: "Stillreel",
      author_name: owner.displayName,
      url: `${url()}/preview`,
      width: 768,
      height: 480,
    });
    const { html } = answer.json<{ html: string }>();
    expect(html).toContain(
      `src="${test.ports.publicUrl()}/embed/${slug}" title="Totals &lt;b&gt;&quot;disagree&quot;&lt;/b&gt; &amp; more"`,
    );
    const small = (await ask({ url: url(), format: "json", maxwidth: "300", maxheight: "100" })).json<{ width: number; height: number }>();
    expect([small.width, small.height]).toEqual([160, 100]);
  });

  it("is nothing where not everybody with the link may look", async () => {
    const bodies = new Set<string>();
    const nothing = async (at = url()) => {
      const answer = await open(`/api/oembed?url=${encodeURIComponent(at)}`, { cookie: `refreshToken=${owner.headers["refreshtoken"]}` });
      expect(answer.statusCode).toBe(404);
      bodies.add(answer.body);
    };
    await nothing(`${test.ports.publicUrl()}/s/AAAAAAAAAAAAAAAAAAAAAA`);
    for (const terms of [{ password: "open sesame" }, { password: null, visibility: "private" as const }]) {
      await test.call(updateShare, { ...here(), body: terms }, owner);
      await nothing();
      expect((await open()).body).not.toContain("json+oembed");
    }
    expect(bodies.size).toBe(1);
  });

  it("is refused for other formats and other sites' addresses", async () => {
    expect((await ask({ url: url(), format: "xml" })).statusCode).toBe(501);
    const origin = test.ports.publicUrl();
    const foreign = ["https://evil.example/s/x", "nonsense", `${origin}/images`, `${origin}@evil.example/s/${slug}`, "javascript:alert(1)"];
    for (const address of foreign) expect((await ask({ url: address })).statusCode, address).toBe(400);
    expect((await ask({})).statusCode).toBe(400);
    expect((await ask({ url: url(), maxwidth: "-1" })).statusCode).toBe(400);
  });
});

describe("files of the portal", () => {
  it("serves texts by language and nothing beside them", async () => {
    expect((await open("/locales/en/public-page.json")).json()).toHaveProperty("copyLink");
    for (const path of [
      "/locales/en/..%2f..%2findex.ts",
      "/locales/../i18n/index.ts",
      "/locales/xx/common.json",
      "/assets/..%2findex.html",
    ]) {
      expect((await open(path)).statusCode).toBe(404);
    }
  });

  it("keeps the public page's script and fonts for ever, by content", async () => {
    const { body } = await open();
    const script = /src="(\/s\/assets\/public-page\.[\w-]+\.js)"/u.exec(body)?.[1] ?? "";
    const answer = await open(script);
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
  });
});
