import { expect, test, vi } from "vitest";
import { lazily } from "./lazily.ts";

test("a value is created once, when it is used first", () => {
  const create = vi.fn(() => ({ name: "value" }));
  const value = lazily(create);
  expect(create).not.toHaveBeenCalled();
  expect(value()).toBe(value());
  expect(create).toHaveBeenCalledOnce();
});
