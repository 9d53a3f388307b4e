import { getHealth, sendResetPasswordEmail, updatePreferences, updateSettings } from "@stillreel/contract";
import { readConfig } from "@stillreel/server/platform/config/config.ts";
import { createTestApp, expectData, expectError, type TestApp, type TestUser } from "@stillreel/testing";
import { expect, it } from "vitest";

/** Language and direction of a page. */
async function tagsOf(t: TestApp, url: string, headers: Record<string, string> = {}): Promise<string | undefined> {
  const { body } = await t.app.inject({ url, headers });
  return /<html lang="([^"]+)" dir="([^"]+)"/u.exec(body)?.slice(1).join(" ");
}

/** Asks for a new password, and returns the language of the mail. */
async function mailTo(t: TestApp, email: string): Promise<string | undefined> {
  const { pool } = t.ports;
  await pool.query(`delete from outbox`);
  expectData(await t.call(sendResetPasswordEmail, { body: { email } }));
  const { rows } = await pool.query<{ html: string }>(`select html from outbox where "to" = $1`, [email]);
  return /<html lang="([^"]+)" dir="([^"]+)"/u
    .exec(rows[0]?.html ?? "")
    ?.slice(1)
    .join(" ");
}

const saved = (t: TestApp, admin: TestUser, value: string, version: number) =>
  t.call(updateSettings, { body: { defaultLanguage: { value, version } } }, admin);

it("the language of the environment applies to pages and mails of people whose language is not known", async () => {
  await using t = await createTestApp({ config: { DEFAULT_LANGUAGE: "ar" } });
  const admin = await t.user();
  for (const path of ["/s/AAAAAAAAAAAAAAAAAAAAAA", "/security-contact"]) {
    expect(await tagsOf(t, path), path).toBe("ar rtl");
    expect(await tagsOf(t, path, { "accept-language": "fi" }), path).toBe("ar rtl");
    expect(await tagsOf(t, path, { "accept-language": "fi, de;q=0.1" }), path).toBe("de ltr");
    expect(await tagsOf(t, `${path}?lng=en`), path).toBe("en ltr");
  }
  expect(await mailTo(t, admin.email)).toBe("ar rtl");
  const { checks } = (await t.call(getHealth, {}, admin)).data();
  expect(checks.map(({ measured }) => measured).join(" ")).toMatch(/\p{Script=Arabic}/u);
  await t.call(updatePreferences, { body: { language: "fr" } }, admin);
  expect(await mailTo(t, admin.email)).toBe("fr ltr");
  expectError(await saved(t, admin, "de", 0), "setting-from-environment");
});

it("an administrator changes the language without a restart, to one that the product has", async () => {
  await using t = await createTestApp();
  const admin = await t.user();
  expect(await tagsOf(t, "/security-contact")).toBe("en ltr");
  expectData(await saved(t, admin, "he", 0));
  expect(await tagsOf(t, "/security-contact")).toBe("he rtl");
  expect(await mailTo(t, admin.email)).toBe("he rtl");
  for (const value of ["fi", "de-AT", "EN", '"><script>']) expectError(await saved(t, admin, value, 1), "validation-failed");
});

it("one readable line refuses a language that the product does not have", () => {
  expect(() => readConfig({ DEFAULT_LANGUAGE: "fi" })).toThrow(
    "The configuration cannot be used.\n  DEFAULT_LANGUAGE: must be one of en, ar, bg, de, es, fr, he, it, nl, pl, pt, ru, zh",
  );
  expect(readConfig({}).DEFAULT_LANGUAGE).toBe("en");
});
