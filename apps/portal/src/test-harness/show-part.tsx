import { DirectionProvider, MantineProvider } from "@mantine/core";
import { theme } from "@stillreel/ui/mantine";
import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, vi } from "vitest";
import { startInEnglish } from "./start-in-english.ts";

/** For tests of parts that ask no server: in English, and after each test the page is empty again. To be called once at the top of the file. */
export function speakEnglish(): void {
  beforeAll(startInEnglish);
  afterEach(cleanup);
}

/**
 * Shows a part of a screen with the portal's theme, without addresses and queries. Gives what shows it again with other content.
 * @param direction in which one reads
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

/** Gives everything on the simulated page a size: it has no layout, and a tree draws only the lines that fit. */
export function giveRoom(): void {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(324);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(470);
}
