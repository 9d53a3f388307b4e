import { FIRST_NAMESPACES } from "@stillreel/i18n";
import i18next from "i18next";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { changeLanguage, holdLanguage, loadTexts, startI18n } from "./i18n.ts";

const storedCookie = (): string | undefined => /(?:^|;\s*)i18next=([^;]*)/u.exec(document.cookie)?.[1];

beforeEach(() => {
  // Tests share i18next. A page starts without a language.
  Reflect.set(i18next, "language", undefined);
  vi.stubGlobal("fetch", async () => Response.json({}));
});
afterEach(() => {
  // Other files start i18next before their first test.
  history.replaceState(null, "", "/");
  localStorage.removeItem("i18nextLng");
  document.cookie = "i18next=;path=/;max-age=-1";
});

// The first test, because the others start i18next.
it("loads the texts of a screen that is opened before the language of the page is known", async () => {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    requests.push(address);
    return Response.json({ title: "Titre" });
  });
  history.replaceState(null, "", "?lng=fr");
  const loading = loadTexts(["boards"]);
  expect(requests).toEqual([]);
  await startI18n();
  await loading;
  expect(requests.filter((address) => address.includes("boards"))).toEqual(["/locales/fr/boards.json"]);
});

it("stores a chosen language in a cookie for the pages of the server, and nothing that only was detected", async () => {
  history.replaceState(null, "", "?lng=fr");
  await startI18n();
  expect([storedCookie(), localStorage.getItem("i18nextLng")]).toEqual([undefined, null]);
  await changeLanguage("de");
  expect([storedCookie(), localStorage.getItem("i18nextLng")]).toEqual(["de", "de"]);
});

it("gives the cookie to a browser whose choice is older than the cookie, and only for a language of the product", async () => {
  localStorage.setItem("i18nextLng", "he");
  await startI18n();
  expect(storedCookie()).toBe("he");
  document.cookie = "i18next=;path=/;max-age=-1";
  localStorage.setItem("i18nextLng", "tlh; domain=example.com");
  await startI18n();
  expect(storedCookie()).toBeUndefined();
});

it("follows a choice in another tab, unless the address names a language or the choice is none", async () => {
  const chosenElsewhere = (newValue: string | null, key = "i18nextLng"): boolean =>
    window.dispatchEvent(new StorageEvent("storage", { key, newValue }));
  history.replaceState(null, "", "/");
  await startI18n();
  chosenElsewhere("he");
  await vi.waitFor(() =>
    expect([i18next.language, document.documentElement.lang, document.documentElement.dir]).toEqual(["he", "he", "rtl"]),
  );
  for (const junk of ["tlh", "", null]) chosenElsewhere(junk);
  chosenElsewhere("fr", "other");
  history.replaceState(null, "", "?lng=he");
  chosenElsewhere("it");
  history.replaceState(null, "", "/");
  chosenElsewhere("de");
  await vi.waitFor(() => expect(i18next.language).toBe("de"));
  expect(["fr", "it"].filter((tag) => i18next.hasResourceBundle(tag, "library"))).toEqual([]);
  // The tab that was chosen in has stored the choice.
  expect(localStorage.getItem("i18nextLng")).toBeNull();
});

it("restores the language of the document when other code changes it, until that is not wanted any more", async () => {
  const page = document.documentElement;
  history.replaceState(null, "", "?lng=ar");
  await startI18n();
  const release = holdLanguage();
  page.lang = "ar-SA";
  page.dir = "ltr";
  await vi.waitFor(() => expect([page.lang, page.dir]).toEqual(["ar", "rtl"]));
  await changeLanguage("de");
  page.lang = "de-DE";
  await vi.waitFor(() => expect([page.lang, page.dir]).toEqual(["de", "ltr"]));
  release();
  page.lang = "de-DE";
  await new Promise((resolve) => setTimeout(resolve));
  expect(page.lang).toBe("de-DE");
});

describe("texts that were requested before the code of the page", () => {
  afterEach(() => delete window.earlyTexts);

  /** Starts the page in a language with the given early texts. Returns the addresses that it requests. */
  async function startWith(language: string, early: Response | Error, of = language): Promise<string[]> {
    const requests: string[] = [];
    vi.stubGlobal("fetch", async (address: string) => {
      requests.push(address);
      return Response.json({ title: address });
    });
    const answer = early instanceof Error ? Promise.reject(early) : Promise.resolve(early);
    answer.catch(() => {});
    window.earlyTexts = { language: of, answer };
    history.replaceState(null, "", `?lng=${language}`);
    await startI18n();
    return requests;
  }
  const FIRST = Object.fromEntries(FIRST_NAMESPACES.map((namespace) => [namespace, { title: `Vroeg ${namespace}` }]));

  it("are displayed without another request", async () => {
    const requests = await startWith("nl", Response.json(FIRST));
    expect(requests.filter((address) => FIRST_NAMESPACES.some((namespace) => address.includes(namespace)))).toEqual([]);
    expect(i18next.getResourceBundle("nl", "library")).toEqual({ title: "Vroeg library" });
    await loadTexts(["tools"]);
    expect(i18next.getResourceBundle("nl", "tools")).toEqual({ title: "/locales/nl/tools.json" });
  });

  it.each([
    ["are refused", "bg", new Response("", { status: 404 }), "bg"],
    ["are cut off", "pt", new Response('{"common"'), "pt"],
    ["did not arrive", "zh", new TypeError("Failed to fetch"), "zh"],
    ["are those of another language", "ru", Response.json(FIRST), "nl"],
  ])("are requested one by one when they %s", async (_why, language, early, of) => {
    const requests = await startWith(language, early, of);
    const first = FIRST_NAMESPACES.map((namespace) => `/locales/${language}/${namespace}.json`).toSorted();
    expect(requests.filter((address) => first.includes(address)).toSorted()).toEqual(first);
    expect(i18next.language).toBe(language);
  });
});

describe("texts of a late screen", () => {
  afterEach(() => void vi.useRealTimers());

  /** Answers every catalogue, and returns the requested addresses. */
  function serveTexts(answer: (address: string) => Response): string[] {
    const requests: string[] = [];
    vi.stubGlobal("fetch", async (address: string) => {
      requests.push(address.replace("/locales/", ""));
      return answer(address);
    });
    return requests;
  }
  const texts = (address: string): Response => Response.json({ title: `${address} title` });

  async function startIn(language: string): Promise<void> {
    history.replaceState(null, "", `?lng=${language}`);
    await startI18n();
  }
  const late = (requests: readonly string[]): string[] => requests.filter((name) => /boards|sends/u.test(name)).toSorted();

  it("are loaded in the chosen language only, once", async () => {
    const requests = serveTexts(texts);
    await startIn("de");
    await loadTexts(["boards", "sends"]);
    await loadTexts(["boards"]);
    expect(late(requests)).toEqual(["de/boards.json", "de/sends.json"]);
    expect(requests.filter((name) => !name.startsWith("de/"))).toEqual([]);
    expect([i18next.hasResourceBundle("de", "boards"), i18next.hasResourceBundle("en", "boards")]).toEqual([true, false]);
  });

  it("need no request in English", async () => {
    const requests = serveTexts(texts);
    await startIn("en");
    await loadTexts(["boards"]);
    expect(requests).toEqual([]);
    expect(i18next.t("boards:top.share")).toBe("Share");
  });

  it.each([
    ["truncated", () => new Response('{"title": "Ab', { status: 200 })],
    ["absent", () => new Response("", { status: 404 })],
  ])("are English where a catalogue is %s", async (_name, broken) => {
    serveTexts((address) => (address.includes("boards") ? broken() : texts(address)));
    await startIn("it");
    await loadTexts(["boards", "sends"]);
    expect(i18next.t("boards:top.share")).toBe("Share");
    expect([i18next.hasResourceBundle("en", "boards"), i18next.hasResourceBundle("en", "sends")]).toEqual([true, false]);
  });

  it("are English after 1.5 seconds, while the server does not answer", async () => {
    serveTexts((address) => (address.includes("boards") ? new Response("", { status: 500 }) : texts(address)));
    await startIn("nl");
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const loading = loadTexts(["boards"]);
    await vi.advanceTimersByTimeAsync(1_500);
    await loading;
    expect(i18next.t("boards:top.share")).toBe("Share");
  });

  it("are loaded in the new language when it changes, without English", async () => {
    const requests = serveTexts(texts);
    await startIn("de");
    await loadTexts(["boards"]);
    await changeLanguage("pl");
    expect(i18next.language).toBe("pl");
    expect(late(requests)).toEqual(expect.arrayContaining(["de/boards.json", "pl/boards.json"]));
    expect(i18next.hasResourceBundle("en", "boards")).toBe(false);
    await changeLanguage("en");
    expect(i18next.t("boards:top.share")).toBe("Share");
  });

  it("are requested six times from a server with an error, and then are English", async () => {
    const requests = serveTexts((address) => (address.includes("es/boards") ? new Response("", { status: 500 }) : texts(address)));
    await startIn("de");
    await loadTexts(["boards"]);
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    let isChanged = false;
    const changing = changeLanguage("es").then(() => (isChanged = true));
    while (!isChanged) await vi.advanceTimersByTimeAsync(350);
    await changing;
    expect(i18next.language).toBe("es");
    expect(requests.filter((name) => name === "es/boards.json")).toHaveLength(6);
    expect(i18next.t("boards:top.share")).toBe("Share");
  });
});
