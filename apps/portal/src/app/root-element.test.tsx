import { afterEach, expect, test, vi } from "vitest";
import { rootElement } from "./root-element.ts";

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

/** Adds the element of the application to the page. */
function addRoot(): HTMLElement {
  const root = document.createElement("div");
  root.id = "root";
  document.body.append(root);
  return root;
}

test("the element of the application is awaited while the page is parsed", async () => {
  const state = vi.spyOn(document, "readyState", "get").mockReturnValue("loading");
  const found = rootElement();
  const root = addRoot();
  state.mockReturnValue("interactive");
  document.dispatchEvent(new Event("DOMContentLoaded"));
  expect(await found).toBe(root);
});

test("an element that is parsed already is not awaited", async () => {
  vi.spyOn(document, "readyState", "get").mockReturnValue("loading");
  const root = addRoot();
  expect(await rootElement()).toBe(root);
});

test("a parsed page without the element is an error", async () => {
  await expect(rootElement()).rejects.toThrow("The page has no element with the id root.");
});
