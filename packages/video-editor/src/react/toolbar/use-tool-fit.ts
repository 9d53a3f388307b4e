import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { fitTools, type ToolFit, type ToolWidth, type ToolWidths } from "./tool-fit.ts";

const NO_WIDTH: ToolWidth = { whole: 0, key: 0, word: 0 };

/** Reads the widths of the tools in a row that shows all of them. The tools that may move into the menu have `data-tool="more"`. */
function measure(row: HTMLElement): ToolWidths {
  const gapOf = (element: Element): number => parseFloat(getComputedStyle(element).columnGap) || 0;
  const widthOf = (element: Element): ToolWidth => {
    if (!(element instanceof HTMLElement)) return NO_WIDTH;
    const text = element.querySelector<HTMLElement>("[data-part=text]");
    const key = text?.querySelector<HTMLElement>("[data-part=key]");
    const keyWidth = text && key ? key.offsetWidth + gapOf(text) : 0;
    const { marginInlineStart, marginInlineEnd } = getComputedStyle(element);
    const margins = (parseFloat(marginInlineStart) || 0) + (parseFloat(marginInlineEnd) || 0);
    return { whole: element.offsetWidth + margins, key: keyWidth, word: text ? text.offsetWidth + gapOf(element) - keyWidth : 0 };
  };
  const children = [...row.children];
  const isTool = (child: Element): boolean => child instanceof HTMLElement && child.dataset["tool"] === "more";
  return {
    fixed: children.filter((child) => !isTool(child)).map(widthOf),
    tools: children.filter(isTool).map(widthOf),
    gap: gapOf(row),
  };
}

interface Measured {
  contents: string;
  widths: ToolWidths;
}

/**
 * Returns which tools of a row have room. All are drawn and measured before the first paint, and again when the words or the fonts
 * change.
 * @param main see {@link fitTools}
 * @param contents changes with the words of the tools
 */
export function useToolFit(main: number, contents: string): { row: RefObject<HTMLDivElement | null>; fit: ToolFit | null } {
  const row = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [measured, setMeasured] = useState<Measured | null>(null);
  const known = measured?.contents === contents ? measured.widths : null;
  useLayoutEffect(() => {
    if (!known && row.current) setMeasured({ contents, widths: measure(row.current) });
  }, [known, contents]);
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    const read = (): void => setWidth(element.clientWidth);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const { fonts } = document;
    const forget = (): void => setMeasured(null);
    // A simulated page has no fonts.
    (fonts as FontFaceSet | undefined)?.addEventListener("loadingdone", forget);
    return () => (fonts as FontFaceSet | undefined)?.removeEventListener("loadingdone", forget);
  }, []);
  return { row, fit: known && width > 0 ? fitTools(known, main, width) : null };
}
