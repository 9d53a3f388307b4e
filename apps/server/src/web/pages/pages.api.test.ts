import { type ClientResult, deleteShare, type getImage, getShare, updateItem, updatePreferences, updateShare } from "@stillreel/contract";
import { brotliDecompressSync } from "node:zlib";
import { createTestApp, png, type TestApp, type TestUser } from "@stillreel/testing";
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
  it("shows the picture to every visitor, with a preview for chats and without an entry in search engines", async () => {
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

  it("escapes the title", async () => {
    const { body } = await open();
    expect(body).not.toContain("<b>&quot;");
    expect(body).not.toContain('<b>"');
    expect(body).toContain("Totals &lt;b&gt;&quot;disagree&quot;&lt;/b&gt; &amp; more");
  });

  it("contains the data of its app, and shows the description and views escaped", async () => {
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
      canRegister: true,
      framed: false,
    });
  });

  it("offers a smaller image to small screens when it exists", async () => {
    expect((await open()).body).not.toContain("srcset");
    await test.runJobs();
    const { body } = await open();
    const small = /srcset="(\/media\/\S+) 768w,/u.exec(body)?.[1] ?? "";
    expect((await test.app.inject({ url: small })).headers["content-type"]).toBe("image/webp");
  });

  it("is the same 404 for revoked links, private links and items in the trash", async () => {
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
    expect(bodies[0]).toContain("This link doesn&#39;t work");
    expect(bodies[0]).toContain('href="/auth/login" data-returns>Sign in</a>');
    expect(bodies[0]).not.toContain("Back to my library");
  });

  it("leads signed-in visitors of an invalid link back to their library", async () => {
    const cookie = `idToken=${owner.headers["idtoken"]}; refreshToken=${owner.headers["refreshtoken"]}`;
    const { body } = await open("/s/AAAAAAAAAAAAAAAAAAAAAA", { cookie });
    expect(body).toContain("Back to my library");
    expect(body).not.toContain("data-returns");
  });

  it("shows the capture metadata escaped when the owner enabled it", async () => {
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

  it("asks for the password and reveals nothing before", async () => {
    await test.call(updateShare, { ...here(), body: { password: "open sesame" } }, owner);
    const page = await open();
    expect(page.statusCode).toBe(403);
    expect(page.body).toContain('type="password"');
    expect(page.body).not.toContain("Totals");
    expect((await open(`/s/${slug}/preview`)).statusCode).toBe(404);
  });

  it("shows the sign-in state, and has the language and the direction of its texts", async () => {
    expect((await open()).body).toContain('href="/auth/login?next=%2Fs%2F');
    const cookie = `idToken=${owner.headers["idtoken"]}; refreshToken=${owner.headers["refreshtoken"]}`;
    expect((await open(`/s/${slug}`, { cookie })).body).toContain("Open my library");
    expect((await open(`/s/${slug}?lng=en-XB`)).body).toContain('lang="en" dir="rtl"');
    expect((await open(`/s/${slug}`, { "accept-language": "en-XB" })).body).toContain('lang="en" dir="ltr"');
    expect((await open(`/s/${slug}`, { "accept-language": "sq,tlh;q=0.9" })).body).toContain('lang="en" dir="ltr"');
    expect((await open(`/s/${slug}?lng=en"><script>`)).body).toContain('<html lang="en" dir="ltr"');
  });

  it("is in the language that was chosen in the browser, else in the account's, and no cache may mix them", async () => {
    const session = `idToken=${owner.headers["idtoken"]}; refreshToken=${owner.headers["refreshtoken"]}`;
    const german = { "accept-language": "de-AT,de;q=0.9" };
    await test.call(updatePreferences, { body: { language: "fr" } }, owner);
    const languageOf = async (path: string, headers: Record<string, string>) => {
      const page = await open(path, headers);
      expect(page.headers["cache-control"]).toBe("private, no-store");
      expect(page.headers["vary"]).toContain("cookie, accept-language");
      return /<html lang="([^"]+)" dir="([^"]+)"/u.exec(page.body)?.slice(1).join(" ");
    };
    for (const path of [`/s/${slug}`, `/embed/${slug}`, "/r/AAAAAAAAAAAAAAAAAAAAAA", "/security-contact"]) {
      expect(await languageOf(path, german)).toBe("de ltr");
      expect(await languageOf(path, { ...german, cookie: "i18next=ar" })).toBe("ar rtl");
      expect(await languageOf(path, { ...german, cookie: `${session}; i18next=ar` })).toBe("ar rtl");
      expect(await languageOf(path, { ...german, cookie: session })).toBe("fr ltr");
      expect(await languageOf(`${path}?lng=zh`, { ...german, cookie: `${session}; i18next=ar` })).toBe("zh ltr");
    }
    await test.call(updatePreferences, { body: { language: null } }, owner);
    expect(await languageOf(`/s/${slug}`, { ...german, cookie: session })).toBe("de ltr");
  });

  it("requests the fonts of the first texts of its language with the page", async () => {
    const fontsOf = async (path: string): Promise<string[]> =>
      [...String((await open(path)).headers["link"]).matchAll(/<\/s\/assets\/([\w-]+)\.[\w-]+\.woff2>; rel=preload; as=font/gu)].map(
        ([, name = ""]) => name,
      );
    for (const path of [`/s/${slug}`, `/embed/${slug}`, "/r/AAAAAAAAAAAAAAAAAAAAAA", "/security-contact"]) {
      expect(await fontsOf(`${path}?lng=zh`)).toEqual(["onest-latin-wght"]);
      expect(await fontsOf(`${path}?lng=ar`)).toEqual(["onest-latin-wght", "arabic-400"]);
      expect(await fontsOf(`${path}?lng=he`)).toEqual(["onest-latin-wght", "noto-sans-hebrew-hebrew-wght-normal"]);
      expect(await fontsOf(`${path}?lng=bg`)).toEqual(["onest-latin-wght", "onest-cyrillic-wght"]);
    }
  });
});

describe("a waiting page", () => {
  it("gets a response when the recording has ended, without further data", async () => {
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

describe("an embedded item", () => {
  const policyOf = async (path: string) => {
    const { headers } = await open(path);
    return [/frame-ancestors ([^;]*)/u.exec(String(headers["content-security-policy"]))?.[1], headers["x-frame-options"]];
  };

  it("can be framed only by its embed URL (S31)", async () => {
    expect(await policyOf(`/embed/${slug}`)).toEqual(["*", undefined]);
    expect(await policyOf("/embed/AAAAAAAAAAAAAAAAAAAAAA")).toEqual(["*", undefined]);
    for (const path of [`/s/${slug}`, "/", "/images", "/api/v1/nothing", `/api/oembed?url=x`, `/s/${slug}/preview`])
      expect(await policyOf(path), path).toEqual(["'none'", "DENY"]);
  });

  it("shows the picture with a link to its page, and no action in the name of a user", async () => {
    const { body, headers } = await open(`/embed/${slug}`);
    expect(body).toMatch(/<img class="whole" src="\/media\/[^"]+"/u);
    expect(body).toContain(`<a class="tothepage" href="/s/${slug}" target="_blank" rel="noopener" title="Totals &lt;b&gt;`);
    expect(body).not.toMatch(/<header|id="download"|id="like"|\/auth\//u);
    expect(String(headers["x-robots-tag"])).toContain("noindex");
    expect((await open("/robots.txt")).body).toContain("Disallow: /embed/");
  });

  it("has the same access conditions as the page", async () => {
    await test.call(updateShare, { ...here(), body: { password: "open sesame" } }, owner);
    const locked = await open(`/embed/${slug}`);
    expect([locked.statusCode, locked.body.includes("Totals")]).toEqual([403, false]);
    await test.call(updateShare, { ...here(), body: { visibility: "private", password: null } }, owner);
    const dead = await open(`/embed/${slug}`);
    expect([dead.statusCode, dead.body]).toEqual([404, (await open("/embed/AAAAAAAAAAAAAAAAAAAAAA")).body]);
  });
});

describe("the oEmbed response of a link", () => {
  const ask = (query: Record<string, string>) => open(`/api/oembed?${new URLSearchParams(query).toString()}`);
  const url = () => `${test.ports.publicUrl()}/s/${slug}`;

  it("is linked from the page, and contains a frame within the requested size", async () => {
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

  it("is 404 for links that are not public", async () => {
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
  it("include the texts by language, and no other files", async () => {
    expect((await open("/locales/en/public-page.json")).json()).toHaveProperty("copyLink");
    const arabic = await open("/locales/ar/watch.json", { "accept-encoding": "gzip, deflate, br" });
    expect(arabic.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding", "cache-control": "public, max-age=3600" });
    expect(JSON.parse(brotliDecompressSync(arabic.rawPayload).toString())).toHaveProperty("discussion");
    for (const path of [
      "/locales/en/..%2f..%2findex.ts",
      "/locales/../i18n/index.ts",
      "/locales/xx/common.json",
      "/assets/..%2findex.html",
    ]) {
      expect((await open(path)).statusCode).toBe(404);
    }
  });

  it("include the public page's script, which is cached permanently", async () => {
    const { body } = await open();
    const script = /src="(\/s\/assets\/public-page\.[\w-]+\.js)"/u.exec(body)?.[1] ?? "";
    const answer = await open(script);
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
  });
});
