import { expect, test } from "vitest";
import { mentionBefore, partsOf } from "./text-parts.ts";

const described = (text: string, names: string[] = []): string[] =>
  partsOf(
    text,
    names.map((displayName) => ({ id: displayName, displayName })),
  ).map((part) => `${part.kind}:${part.text}`);

test.each([
  ["plain", ["text:plain"]],
  ["see https://a.example/x?y=1#z.", ["text:see ", "link:https://a.example/x?y=1#z", "text:."]],
  ["(https://a.example/b)", ["text:(", "link:https://a.example/b", "text:)"]],
  ["https://a.example/b_(c)", ["link:https://a.example/b_(c)"]],
  ["javascript:alert(1) <a href=x>", ["text:javascript:alert(1) <a href=x>"]],
  ["xhttps://no.example", ["text:xhttps://no.example"]],
  ["", []],
])("%s", (text, expected) => {
  expect(described(text)).toEqual(expected);
});

test("the longest matching name is mentioned, and names inside of addresses are not mentions", () => {
  expect(described("@Mira Halvorsen and @Mira", ["Mira", "Mira Halvorsen"])).toEqual([
    "mention:@Mira Halvorsen",
    "text: and ",
    "mention:@Mira",
  ]);
  expect(described("https://a.example/@Mira", ["Mira"])).toEqual(["link:https://a.example/@Mira"]);
});

test.each([
  ["Ask @le", 7, { start: 4, query: "le" }],
  ["@", 1, { start: 0, query: "" }],
  ["@mira hal", 9, { start: 0, query: "mira hal" }],
  ["mail@example", 12, null],
  ["@a b c", 6, null],
])("the name before the cursor in %j", (text, caret, expected) => {
  expect(mentionBefore(text, caret)).toEqual(expected);
});
