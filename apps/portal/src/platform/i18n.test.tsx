import { afterEach, expect, it } from "vitest";
import { changeLanguage, startI18n } from "./i18n.ts";

const storedCookie = (): string | undefined => /(?:^|;\s*)i18next=([^;]*)/u.exec(document.cookie)?.[1];

afterEach(() => {
  localStorage.removeItem("i18nextLng");
  document.cookie = "i18next=;path=/;max-age=0";
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
  document.cookie = "i18next=;path=/;max-age=0";
  localStorage.setItem("i18nextLng", "tlh; domain=example.com");
  await startI18n();
  expect(storedCookie()).toBeUndefined();
});
