import { expect, it } from "vitest";
import { sizeParts, sizeText } from "./index.ts";

it("formats sizes by powers of 1024, with one digit below ten from megabytes on", () => {
  const KB = 1024;
  expect(
    [0, 1023, 1024, 9.6 * KB, 1023.4 * KB, 1023.6 * KB, 1.44 * KB ** 2, 9.96 * KB ** 2, 412 * KB ** 2, 10 * KB ** 3].map((bytes) =>
      sizeText(bytes, "en"),
    ),
  ).toEqual(["0 B", "1023 B", "1 KB", "10 KB", "1023 KB", "1 MB", "1.4 MB", "10 MB", "412 MB", "10 GB"]);
});

it("has the decimal sign and the units of the language, with Latin digits", () => {
  const size = 1.44 * 1024 ** 2;
  expect(["de", "fr", "ar"].map((language) => sizeText(size, language).replace(/\s/u, " "))).toEqual(["1,4 MB", "1,4 Mo", "1.4 م.ب"]);
  expect(sizeParts(size, "de-AT")).toEqual({ value: "1,4", unit: "megabytes" });
});
