import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";

test.each(["password1", "Password1", "1qaz2wsx", "QWERTY123", "trustno1", "iloveyou1", "ｐａｓｓｗｏｒｄ１", "Summer2025", "stillreel1"])(
  "%s is common in any case and width",
  async (password) => expect(await isCommonPassword(password)).toBe(true),
);

test.each(["correct horse 7", "password1 and more", "vK3-uneasy-lamp", ""])("%s is not common", async (password) =>
  expect(await isCommonPassword(password)).toBe(false),
);

test("the list is loaded once, and a lookup takes microseconds", async () => {
  await isCommonPassword("correct horse 7");
  const startedAt = performance.now();
  for (let round = 0; round < 1_000; round += 1) await isCommonPassword(`correct horse ${round}`);
  expect(performance.now() - startedAt).toBeLessThan(500);
});
