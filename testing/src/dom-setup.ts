// Runs before each component test file. Files share their worker's modules and page, so each test ends with an empty page.
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";

// On a busy machine a state can appear later than the library's default limit of 1 s.
configure({ asyncUtilTimeout: 5_000 });

const emptyPage = (): void => {
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, "", "/");
};

beforeEach(emptyPage);
// The library registers its own cleanup only in the first file of a worker.
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
