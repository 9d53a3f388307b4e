import { screen } from "@testing-library/react";
import { Toaster, toasts } from "@stillreel/ui";
import type { ReactNode } from "react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { loadedView, useLoaded } from "../../platform/lazy-view.ts";
import { showPart, speakEnglish } from "../../test-harness/show-part.tsx";
import { CodeBoundary, useCodeFailureToast } from "./code-boundary.tsx";

speakEnglish();
afterEach(() => {
  toasts.dismiss();
  vi.restoreAllMocks();
});

const GONE = new TypeError("Failed to fetch dynamically imported module: https://example.com/assets/dialog-1a2b.js");

/** Shows a page with a draft, and a part of it whose code is not loaded. */
async function showPage(): Promise<void> {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const view = loadedView((): Promise<{ Part: () => ReactNode }> => Promise.reject(GONE), "Part");
  const Part = (): ReactNode => {
    useLoaded(view);
    return null;
  };
  const Page = ({ isOpen }: { isOpen: boolean }): ReactNode => {
    const explain = useCodeFailureToast();
    return (
      <>
        <textarea aria-label="Comment" />
        {isOpen && (
          <CodeBoundary onFail={(error) => void explain(error)}>
            <Part />
          </CodeBoundary>
        )}
        <Toaster store={toasts} />
      </>
    );
  };
  const show = showPart(<Page isOpen={false} />);
  await userEvent.type(screen.getByRole("textbox", { name: "Comment" }), "My draft");
  show(<Page isOpen />);
}

const draft = (): string => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Comment" }).value;

test("when the code of a dialog no longer exists, the page remains with its draft, and a toast offers to reload", async () => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 404 }));
  await showPage();
  await screen.findByText("A new version is available");
  expect(screen.getByRole("button", { name: "Reload" })).toBeTruthy();
  expect(draft()).toBe("My draft");
});

test("without a connection, the toast names that and offers no new version", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await showPage();
  await screen.findByText("We can't reach the server.");
  expect(screen.queryByRole("button", { name: "Reload" })).toBeNull();
  expect(draft()).toBe("My draft");
});
