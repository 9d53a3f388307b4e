import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { VISUALLY_HIDDEN, VisuallyHidden } from "./visually-hidden.tsx";

afterEach(cleanup);

test("hidden text stays in the tree of assistive technology", () => {
  render(<VisuallyHidden role="status">3 selected</VisuallyHidden>);
  expect(screen.getByRole("status").textContent).toBe("3 selected");
  expect(screen.getByRole("status").className).toBe(VISUALLY_HIDDEN.always);
});
