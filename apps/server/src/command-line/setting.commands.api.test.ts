import { listInstallationAudit, SETTINGS, updateSettings } from "@stillreel/contract";
import { createTestApp, type TestApp, type TestUser } from "@stillreel/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { UsageError } from "./command.ts";
import { SETTING_COMMANDS } from "./setting.commands.ts";

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await createTestApp({ config: { DEFAULT_QUOTA: "1000" } });
  admin = await t.user();
});
afterAll(() => t.close());

/** Runs a command and returns the lines that it prints. */
async function run(verb: string, args: string[], input = ""): Promise<string[]> {
  const lines: string[] = [];
  const { ports, modules } = t;
  const installation = { ports, modules, isServerStopped: false, close: () => Promise.resolve() };
  await SETTING_COMMANDS[verb]?.run(installation, args, {
    print: (line) => void lines.push(line),
    readInput: () => Promise.resolve(input),
  });
  return lines;
}

it("shows and changes values as text and as JSON, restores defaults, and never shows a password", async () => {
  expect(await run("set", ["trashDays", "14"])).toEqual(["trashDays\tsaved\t14"]);
  expect(await run("set", ["serverName", "2001"])).toEqual(['serverName\tsaved\t"2001"']);
  const registration = '{"mode":"domains","domains":["example.org"]}';
  expect(await run("set", ["registration", registration])).toEqual([`registration\tsaved\t${registration}`]);
  expect(await run("set", ["smtpUrl", "--value-stdin"], "smtp://me:top-secret@127.0.0.1:9")).toEqual([
    'smtpUrl\tsaved\t"smtp://127.0.0.1:9"',
  ]);
  expect(t.ports.settings.current().smtpUrl).toBe("smtp://me:top-secret@127.0.0.1:9");
  const all = await run("get", []);
  expect(all).toHaveLength(Object.keys(SETTINGS).length);
  expect(all.join()).not.toContain("top-secret");
  expect(await run("reset", ["trashDays"])).toEqual(["trashDays\tdefault\t30"]);
  // The version continues, so that a form of the portal with an older one is refused.
  const stale = await t.call(updateSettings, { body: { trashDays: { value: 9, version: 1 } } }, admin);
  expect(stale.statusCode).toBe(409);
  await run("set", ["trashDays", "15"]);
  expect(await run("get", ["trashDays"])).toEqual(["trashDays\tsaved\t15"]);
});

it("has the refusals of the portal", async () => {
  const code = (name: string) => expect.objectContaining({ code: name });
  await expect(run("set", ["trashDays", "0"])).rejects.toMatchObject({
    code: "validation-failed",
    details: [{ field: "trashDays", message: "At least 1 day." }],
  });
  await expect(run("set", ["smtpUrl", "http://mail"])).rejects.toEqual(code("validation-failed"));
  await expect(run("set", ["defaultQuota", "5"])).rejects.toEqual(code("setting-from-environment"));
  await expect(run("set", ["signIn", '{"password":false,"google":true,"oidc":true}'])).rejects.toEqual(code("sign-in-lock-out"));
  for (const [verb, args] of [
    ["set", ["colour", "red"]],
    ["get", ["toString"]],
    ["set", ["trashDays"]],
    ["set", ["trashDays", "9", "--value-stdin"]],
    ["reset", []],
  ] as const)
    await expect(run(verb, [...args])).rejects.toBeInstanceOf(UsageError);
});

it("is recorded as the command line, without secrets", async () => {
  await run("set", ["smtpUrl", "smtp://me:top-secret@127.0.0.1:9"]);
  const answer = await t.call(listInstallationAudit, { query: { action: "setting.changed", limit: 1 } }, admin);
  expect(answer.data().items).toMatchObject([{ action: "setting.changed", person: null, ip: "command line" }]);
  expect(answer.body).not.toContain("top-secret");
});
