import { expect, test } from "vitest";
import { fillTexts, preferFirstPaint } from "./first-paint.config.ts";

test("names in braces become texts, with markup escaped", () => {
  expect(fillTexts("<p>{{login.title}}</p><b>{{or}}</b>", { login: { title: "Sign <in> & go" }, or: "or" })).toBe(
    "<p>Sign &lt;in> &amp; go</p><b>or</b>",
  );
});

test.each(["login.missing", "login", "missing.title"])("the name %s without a text fails the build", (name) => {
  expect(() => fillTexts(`<p>{{${name}}}</p>`, { login: { title: "Sign in" } })).toThrow(name);
});

test("style sheets are behind the first paint", () => {
  const sheet = '<link rel="stylesheet" crossorigin href="/assets/main.css">';
  expect(preferFirstPaint(`<head><title></title>\n  ${sheet}\n</head><body><div id="first"></div><div id="root"></div></body>`)).toBe(
    `<head><title></title>\n</head><body><div id="first"></div>${sheet}<div id="root"></div></body>`,
  );
  expect(() => preferFirstPaint(sheet)).toThrow("root");
});
