import { expect, test } from "vitest";
import { csvHead, csvLine, fieldOf } from "./audit-log.csv.ts";
import { subjectOf } from "./audit-log.present.ts";

test("a field preserves its value with any characters", () => {
  expect(fieldOf("plain")).toBe("plain");
  expect(fieldOf('say "hi", then\r\ngo')).toBe('"say ""hi"", then\r\ngo"');
  expect(fieldOf("")).toBe("");
});

test("no field is interpreted as a formula", () => {
  for (const text of ["=1+1", "+1", "-1", "@SUM(A1)", "＝1", "=cmd|' /C calc'!A0"]) expect(fieldOf(text)).toBe(`'${text}`);
  for (const text of ["\tx", "\rx", "\nx"]) expect(fieldOf(text)).toContain(`'${text}`);
  expect(fieldOf('=HYPERLINK("x")')).toBe('"\'=HYPERLINK(""x"")"');
  expect(fieldOf("a=1")).toBe("a=1");
});

test("a line ends with CRLF, and has as many fields as the header", () => {
  expect(csvHead()).toBe("at,action,personId,person,subject,details\r\n");
  const act = { id: "1", at: "2026-11-22T00:00:00.000Z", action: "item.deleted", subject: "=x", person: null };
  expect(csvLine({ ...act, details: {} })).toBe("2026-11-22T00:00:00.000Z,item.deleted,,,'=x,\r\n");
  expect(csvLine({ ...act, details: { count: 2 }, person: { id: "p", displayName: "A, B", photoURL: null } })).toBe(
    '2026-11-22T00:00:00.000Z,item.deleted,p,"A, B",\'=x,"{""count"":2}"\r\n',
  );
});

test("the subject of an entry is its name, else its count, else empty", () => {
  expect(subjectOf({ title: "Poster", count: 3 })).toBe("Poster");
  expect(subjectOf({ name: "", email: "a@example.test" })).toBe("a@example.test");
  expect(subjectOf({ count: 3 })).toBe("3");
  expect(subjectOf({ itemId: "x" })).toBe("");
});
