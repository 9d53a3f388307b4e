import { REQUEST_PICTURE_MAX_BYTES } from "@stillreel/contract";
import { expect, test } from "vitest";
import { fileProblem, fittedSize } from "./preview-picture.ts";

test("a picture is only scaled down, with its aspect ratio", () => {
  expect(fittedSize(2_400, 1_200)).toEqual({ width: 1_200, height: 600 });
  expect(fittedSize(300, 200)).toEqual({ width: 300, height: 200 });
  expect(fittedSize(10_000, 1)).toEqual({ width: 1_200, height: 1 });
});

test("a file of another type or size is refused before its upload", () => {
  expect(fileProblem({ type: "image/png", size: 10 })).toBeNull();
  expect(fileProblem({ type: "image/svg+xml", size: 10 })).toBe("picture.wrongType");
  expect(fileProblem({ type: "image/jpeg", size: REQUEST_PICTURE_MAX_BYTES + 1 })).toBe("picture.tooLarge");
});
