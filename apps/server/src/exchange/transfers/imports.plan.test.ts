import { expect, it } from "vitest";
import { madeAt, renditionPriority } from "./imports.plan.ts";

const comment = (createdAt: string) => ({ createdAt });

it("uses the time of the first comment when it precedes the creation time", () => {
  const stated = { createdAt: "2026-03-02T10:00:00.000Z" };
  expect(madeAt({ ...stated, comments: [] })?.toISOString()).toBe("2026-03-02T10:00:00.000Z");
  expect(madeAt({ ...stated, comments: [comment("2026-03-02T10:00:01.000Z")] })?.toISOString()).toBe("2026-03-02T10:00:00.000Z");
  const early = [comment("2026-03-01T09:00:00.000Z"), comment("2026-02-27T08:00:00.000Z")];
  expect(madeAt({ ...stated, comments: early })?.toISOString()).toBe("2026-02-27T08:00:00.000Z");
  expect(madeAt({ comments: early })?.toISOString()).toBe("2026-02-27T08:00:00.000Z");
  expect(madeAt({ comments: [] })).toBeNull();
});

it("gives the renditions of the first files of an import a higher priority than those of later ones", () => {
  expect([0, 49, 50, 299, 300, 199_999].map(renditionPriority)).toEqual([1, 1, 2, 6, 7, 7]);
});
