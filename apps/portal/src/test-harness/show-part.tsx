import { DirectionProvider, MantineProvider } from "@mantine/core";
import { theme } from "@stillreel/ui/mantine";
import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, vi } from "vitest";
import { startInEnglish } from "./start-in-english.ts";

/** Sets English and clears the page after each test. For components without requests; call it once at the top of the file. */
export function speakEnglish(): void {
  beforeAll(startInEnglish);
  afterEach(cleanup);
}

/**
 * Renders a component with the portal's theme, without router and queries. Returns a function that renders other content.
 * @param direction text direction
 */
export function showPart(content: ReactNode, direction: "ltr" | "rtl" = "ltr"): (content: ReactNode) => void {
  const framed = (inner: ReactNode) => (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider theme={theme} env="test">
        {inner}
      </MantineProvider>
    </DirectionProvider>
  );
  const { rerender } = render(framed(content));
  return (next) => rerender(framed(next));
}

/** Gives every element of the simulated page a size, because it has no layout and virtual lists render only visible rows. */
export function giveRoom(): void {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(324);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(470);
}
