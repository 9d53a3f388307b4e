import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { DeadEnd, InFrame } from "./dead-end.tsx";

test("is a complete page, and inside a frame with logo and main landmark omits both", () => {
  const { unmount } = render(<DeadEnd title="Gone">It is gone.</DeadEnd>);
  expect(screen.getByRole("main").textContent).toContain("It is gone.");
  expect(screen.getByRole("banner")).toBeTruthy();
  unmount();
  render(
    <InFrame value>
      <DeadEnd title="Gone">It is gone.</DeadEnd>
    </InFrame>,
  );
  expect(screen.getByRole("heading", { name: "Gone" })).toBeTruthy();
  expect(screen.queryByRole("main")).toBeNull();
  expect(screen.queryByRole("banner")).toBeNull();
});
