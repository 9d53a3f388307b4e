import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { useField } from "./field.ts";

afterEach(cleanup);

function Email({ problem, hasMessage = true }: { problem?: string; hasMessage?: boolean }): ReactNode {
  const { label, control, message } = useField({ isInvalid: problem !== undefined, hasMessage });
  return (
    <>
      <label htmlFor={label.htmlFor}>Email</label>
      <input {...control} />
      {hasMessage && <span {...message}>{problem}</span>}
    </>
  );
}

test("the label names the control, and the message describes it", () => {
  render(<Email problem="This address is taken." />);
  const input = screen.getByRole("textbox", { name: "Email" });
  expect(input.getAttribute("aria-invalid")).toBe("true");
  const described = document.getElementById(input.getAttribute("aria-describedby") ?? "");
  expect(described?.textContent).toBe("This address is taken.");
});

test("a control without a message refers to none", () => {
  render(<Email hasMessage={false} />);
  const input = screen.getByRole("textbox", { name: "Email" });
  expect(input.getAttribute("aria-invalid")).toBe("false");
  expect(input.hasAttribute("aria-describedby")).toBe(false);
});
