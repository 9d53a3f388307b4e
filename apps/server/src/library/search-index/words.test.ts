import { describe, expect, it } from "vitest";
import { addressOf, isHit, normalise, termsOf, tsqueryOf, vectorOf, wordsOf } from "./words.ts";

const SPACE = "0190aaaa-bbbb-7ccc-8ddd-0123456789ab";
const finds = (text: string, typed: string): boolean => {
  const terms = termsOf(typed);
  const words = wordsOf(text);
  return terms.length > 0 && terms.every((term) => isHit(term, words));
};

describe("words in the scripts of the 13 languages", () => {
  it.each([
    ["English", "Checkout page: the FINAL version", "final check"],
    ["German", "Über die Straße, groß", "uber STRASSE gross"],
    ["French", "Œuvre d'été à l'hôtel", "oeuvre hotel ete"],
    ["Spanish", "Sesión de diseño nº 3", "sesion diseno 3"],
    ["Italian", "Perché la città è così", "perche citta"],
    ["Portuguese", "Configuração da página", "configuracao pagina"],
    ["Dutch", "Coördinatie van de patiënt", "coordinatie patient"],
    ["Polish", "Zażółć gęślą jaźń w Łodzi", "zazolc gesla lodzi"],
    ["Russian", "Ещё один снимок экрана", "еще СНИМ"],
    ["Bulgarian", "Снимка на екрана с цвят", "екран цвя"],
    ["Chinese", "登录页面的屏幕截图", "屏幕"],
    ["Chinese, one character", "登录页面的屏幕截图", "录"],
    ["Chinese, the last character", "登录页面的屏幕截图", "图"],
    ["Arabic, with vowel points", "لقطة الشَّاشَة الأخيرة", "الشاشه اخير"],
    ["Arabic, without the article", "صورة الصفحة", "صفحة"],
    ["Arabic, stretched", "مـــرحبا", "مرحبا"],
    ["Arabic, its digits", "الإصدار ٢٠٢٦", "2026"],
    ["Hebrew, with vowel points", "צִלּוּם מָסָךְ", "צלום מסך"],
    ["Hebrew, a final letter in the middle of typing", "מסכים", "מסך"],
    ["Greek", "Στιγμιότυπο οθόνης", "στιγμιοτυπο ΟΘΟΝΗΣ"],
    ["Turkish", "İstanbul ışık", "istanbul isik"],
    ["Japanese", "スクリーンショットがぞう", "クリ"],
    ["Vietnamese", "Ảnh chụp màn hình đẹp", "anh chup man hinh dep"],
    ["full-width letters", "ＡＢＣ　１２３", "abc 123"],
    ["emoji", "Release 🎉 done", "🎉"],
  ])("finds %s", (_language, text, typed) => {
    expect(finds(text, typed)).toBe(true);
  });

  it("finds words inside names of code and files", () => {
    expect(finds("getUserName", "username")).toBe(true);
    expect(finds("IMG_2041.png", "2041")).toBe(true);
    expect(finds("Screenshot2026", "2026")).toBe(true);
    expect(finds("getUserName", "sername")).toBe(false);
  });

  it("matches every word at a word start, and unspaced scripts as sequences", () => {
    expect(finds("Checkout page", "checkout cart")).toBe(false);
    expect(finds("Checkout page", "age")).toBe(false);
    expect(finds("屏幕截图", "屏截")).toBe(false);
    expect(finds("iPhone手机壳", "iphone手机")).toBe(true);
  });
});

describe("queries", () => {
  it("are empty for text without words", () => {
    for (const typed of ["", "   ", "!&|()<>:*'\"\\", "\u200b\u202e", "—"]) expect(termsOf(typed)).toEqual([]);
  });

  it("omit words that another word implies, and have a limited length", () => {
    expect(termsOf("a an ant ant")).toEqual([{ word: "ant", prefix: true }]);
    const many = Array.from({ length: 200 }, (_one, index) => String.fromCodePoint(0x4e00 + index)).join("");
    expect(termsOf(many).length).toBeLessThanOrEqual(32);
  });

  it("contain the quoted tag of their space and kind", () => {
    expect(tsqueryOf(SPACE, "item", termsOf("Log 屏幕"))).toBe("'0123456789abilog':* & '0123456789abi屏幕'");
    expect(vectorOf(SPACE, "folder", ["log"])).toBe("'0123456789abflog'");
  });

  it("shorten long words like the index", () => {
    expect(finds("x".repeat(300), "x".repeat(200))).toBe(true);
    expect(finds("𝒳".repeat(90), "x".repeat(90))).toBe(true);
  });
});

it("indexes the decoded host and path of a page URL, without its query", () => {
  expect(addressOf("https://shop.example.com/caf%C3%A9/check-out?token=secret#top")).toBe("shop.example.com /café/check-out");
  expect(addressOf("https://example.com/%E0%A4%A")).toBe("example.com /%E0%A4%A");
  expect(addressOf("nonsense")).toBe("");
  expect(addressOf(null)).toBe("");
});

it("compares whole texts without case, accents and repeated spaces", () => {
  expect(normalise("  Café   ÉTÉ ")).toBe("cafe ete");
});
