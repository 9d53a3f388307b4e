import { expect, test } from "vitest";
import { CONFIG_SCHEMA } from "./config.ts";
import { misspeltVariables } from "./unknown-variables.ts";

const settings = Object.keys(CONFIG_SCHEMA.shape);

test.each([
  ["DATA_DRI", "DATA_DIR"],
  ["DATABSE_URL", "DATABASE_URL"],
  ["PUBLICURL", "PUBLIC_URL"],
  ["SMTP_URI", "SMTP_URL"],
  ["STORAGE_ULR", "STORAGE_URL"],
  ["PROT", "PORT"],
])("%s is reported with the setting %s", (name, meant) => {
  expect(misspeltVariables({ [name]: "x" }, settings)).toEqual([`${name} is not a setting. Did you mean ${meant}?`]);
});

test("settings, empty variables and the usual variables of a system are not reported", () => {
  expect(misspeltVariables({ DATA_DIR: "x", PORT: "1", DATA_DRI: "" }, settings)).toEqual([]);
  const usual = ["HOME", "HOSTNAME", "PATH", "LANG", "USER", "PWD", "SHELL", "TERM", "NODE_ENV", "TMPDIR", "LOGNAME", "MAIL", "HOSTTYPE"];
  expect(misspeltVariables(Object.fromEntries(usual.map((name) => [name, "x"])), settings)).toEqual([]);
});
