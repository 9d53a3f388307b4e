import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { installationSecret } from "./data-dir.ts";
import { ConfigError, readConfig } from "./config.ts";
import { PASSWORD_COSTS } from "./password-cost.ts";

describe("readConfig", () => {
  test("defaults apply to missing and empty variables", () => {
    const config = readConfig({ PORT: "", SMTP_URL: "" });
    expect(config).toMatchObject({
      PORT: 8700,
      HOST: "127.0.0.1",
      ROLE: ["web", "worker"],
      TRUST_PROXY: false,
      RATE_LIMIT_FACTOR: 1,
      TRASH_DAYS: 30,
    });
    expect(config.SMTP_URL).toBeUndefined();
  });

  test.each([
    ["PORT", "eighty"],
    ["PORT", "70000"],
    ["DATABASE_URL", "mysql://x"],
    ["STORAGE_URL", "ftp://x"],
    ["SMTP_URL", "http://x"],
    ["PUBLIC_URL", "shots.example"],
    ["ROLE", "web,cook"],
    ["SECRET", "short"],
    ["SEARCH_URL", "search.internal:9200"],
    ["SEARCH_URL", "https://user:password@search.internal:9200"],
    ["SEARCH_URL", "https://search.internal:9200/a/b"],
    ["SEARCH_URL", "https://search.internal:9200/Upper"],
    ["SENTRY_DSN", "https://sentry.example/7"],
    ["TRUST_PROXY", "maybe"],
    ["MAX_PIXELS", "-1"],
  ])("an invalid value is reported with its variable: %s=%s", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`\\b${name}\\b`, "u"));
  });

  test("a service on another machine needs https, unless insecure upstreams are allowed", () => {
    expect(() => readConfig({ SLACK_BASE_URL: "http://slack.test" })).toThrow(/SLACK_BASE_URL: must start with https/u);
    expect(readConfig({ SLACK_BASE_URL: "http://127.0.0.1:9/" }).SLACK_BASE_URL).toBe("http://127.0.0.1:9");
    expect(readConfig({ SLACK_BASE_URL: "http://slack.test", ALLOW_INSECURE_UPSTREAM: "true" }).SLACK_BASE_URL).toBe("http://slack.test");
  });

  test("the minimal password cost is refused unless NODE_ENV is test", () => {
    expect(readConfig({}).PASSWORD_COST).toBe("standard");
    expect(readConfig({ PASSWORD_COST: "minimal", NODE_ENV: "test" }).PASSWORD_COST).toBe("minimal");
    for (const NODE_ENV of [undefined, "", "production", "development", "TEST"])
      expect(() => readConfig({ PASSWORD_COST: "minimal", NODE_ENV })).toThrow(/\bPASSWORD_COST\b/u);
  });

  test("the standard password cost is at least 19 MiB and two passes of argon2id", () => {
    const { algorithm, memoryCost, timeCost } = PASSWORD_COSTS[readConfig({}).PASSWORD_COST];
    expect([algorithm, memoryCost >= 19_456, timeCost >= 2]).toEqual([2, true, true]);
  });

  test("all errors are reported together", () => {
    expect(() => readConfig({ PORT: "x", ROLE: "y" })).toThrow(/PORT[\s\S]*ROLE/u);
  });

  test("an OIDC issuer without a client id is refused", () => {
    expect(() => readConfig({ OIDC_ISSUER: "https://id.example" })).toThrow(/OIDC_CLIENT_ID/u);
  });

  test("registration is open by default, and limited domains are read without case and spaces", () => {
    expect(readConfig({})).toMatchObject({ REGISTRATION: "open", REGISTRATION_DOMAINS: [] });
    const config = readConfig({ REGISTRATION: "domains", REGISTRATION_DOMAINS: "Example.com, @team.example.org," });
    expect(config.REGISTRATION_DOMAINS).toEqual(["example.com", "team.example.org"]);
    expect(() => readConfig({ REGISTRATION: "domains" })).toThrow(/REGISTRATION_DOMAINS/u);
    expect(() => readConfig({ REGISTRATION: "domains", REGISTRATION_DOMAINS: "example" })).toThrow(/REGISTRATION_DOMAINS/u);
    expect(() => readConfig({ REGISTRATION: "maybe" })).toThrow(/REGISTRATION\b/u);
  });

  test("a trailing slash of PUBLIC_URL is removed", () => {
    expect(readConfig({ PUBLIC_URL: "https://shots.example/" }).PUBLIC_URL).toBe("https://shots.example");
  });
});

describe("installationSecret", () => {
  const folder = (): string => fs.mkdtempSync(path.join(os.tmpdir(), "stillreel-secret-"));

  test("is created once, private, and stored", () => {
    const dir = folder();
    const made = installationSecret(undefined, dir);
    expect(made.length).toBeGreaterThanOrEqual(48);
    expect(installationSecret(undefined, dir)).toBe(made);
    expect(fs.statSync(path.join(dir, "secret")).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(dir)).toEqual(["secret"]);
  });

  test("is the configured one, without writing a file", () => {
    const dir = folder();
    expect(installationSecret("x".repeat(32), dir)).toBe("x".repeat(32));
    expect(fs.readdirSync(dir)).toEqual([]);
  });

  test("prevents the start when it is damaged", () => {
    const dir = folder();
    fs.writeFileSync(path.join(dir, "secret"), "abc");
    expect(() => installationSecret(undefined, dir)).toThrow(/damaged/u);
  });
});
