import type { STAMPS } from "@stillreel/contract";

/** A built-in stamp: outlines (drawn as strokes) and areas in a square of 24, with a disc around it. */
export interface Glyph {
  lines?: string;
  areas?: string;
}

/** All built-in stamps, by the names in documents. */
export const GLYPHS: Readonly<Record<(typeof STAMPS)[number], Glyph>> = {
  check: { lines: "M5.5 12.6 10 17 18.5 7.4" },
  cross: { lines: "M7 7 17 17M17 7 7 17" },
  question: { lines: "M8.4 9a3.7 3.7 0 1 1 5.6 3.1c-1.3.8-2 1.5-2 2.9", areas: "M12 17.3a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 0 1 0-2.8Z" },
  exclamation: { lines: "M12 4.8V13.6", areas: "M12 16.6a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z" },
  star: { areas: "M12 3.6 14.5 9 20.4 9.7 16 13.7 17.2 19.5 12 16.6 6.8 19.5 8 13.7 3.6 9.7 9.5 9Z" },
  heart: { areas: "M12 19.6C6.4 15.8 4 12.9 4 9.6A4.3 4.3 0 0 1 12 7.4 4.3 4.3 0 0 1 20 9.6C20 12.9 17.6 15.8 12 19.6Z" },
  "thumbs-up": {
    areas:
      "M4.4 10.8H7.4V19H4.4ZM8.8 10.6 12.4 4.2C13.9 4.2 14.7 5.3 14.4 6.8L13.8 9.6H18.2C19.5 9.6 20.3 10.8 19.9 12L18.2 17.6C18 18.5 17.2 19 16.3 19H8.8Z",
  },
  "thumbs-down": {
    areas:
      "M4.4 13.2H7.4V5H4.4ZM8.8 13.4 12.4 19.8C13.9 19.8 14.7 18.7 14.4 17.2L13.8 14.4H18.2C19.5 14.4 20.3 13.2 19.9 12L18.2 6.4C18 5.5 17.2 5 16.3 5H8.8Z",
  },
  smile: {
    lines: "M7 13.6A5.4 5.4 0 0 0 17 13.6",
    areas: "M8.6 7.6A1.6 1.6 0 1 1 8.6 10.8 1.6 1.6 0 0 1 8.6 7.6ZM15.4 7.6A1.6 1.6 0 1 1 15.4 10.8 1.6 1.6 0 0 1 15.4 7.6Z",
  },
  sad: {
    lines: "M7 17.2A5.4 5.4 0 0 1 17 17.2",
    areas: "M8.6 7.6A1.6 1.6 0 1 1 8.6 10.8 1.6 1.6 0 0 1 8.6 7.6ZM15.4 7.6A1.6 1.6 0 1 1 15.4 10.8 1.6 1.6 0 0 1 15.4 7.6Z",
  },
  eye: {
    lines: "M3.4 12C7.6 5.4 16.4 5.4 20.6 12 16.4 18.6 7.6 18.6 3.4 12Z",
    areas: "M12 9.2A2.8 2.8 0 1 1 12 14.8 2.8 2.8 0 0 1 12 9.2Z",
  },
  flag: { lines: "M6.6 4.4V20", areas: "M6.6 5C10 3.2 13.4 7 18.6 5V13.2C13.4 15.2 10 11.4 6.6 13.2Z" },
  bug: {
    lines: "M8.6 8.2C8.6 3.8 15.4 3.8 15.4 8.2M4.4 13H7.6M16.4 13H19.6M5.2 8.2 8 10M18.8 8.2 16 10M5.2 18.4 8 16.4M18.8 18.4 16 16.4",
    areas: "M7.6 9.4H16.4V14.6A4.4 4.8 0 0 1 7.6 14.6Z",
  },
  fire: {
    areas: "M12.6 3.2C13.2 6.6 18 8.8 18 14A6 6 0 0 1 6 14C6 11.6 7.2 10 8.4 8.8 8.8 10.4 9.6 11 10.4 11.2 10 8.4 10.6 5.4 12.6 3.2Z",
  },
  bulb: {
    lines: "M9.6 18H14.4M10.4 20.4H13.6",
    areas: "M12 3.6A5.8 5.8 0 0 1 15.2 14.2C14.6 14.7 14.4 15.3 14.4 16H9.6C9.6 15.3 9.4 14.7 8.8 14.2A5.8 5.8 0 0 1 12 3.6Z",
  },
  clock: { lines: "M12 4.4A7.6 7.6 0 1 1 12 19.6 7.6 7.6 0 0 1 12 4.4ZM12 7.8V12L15 14" },
};

export const isStamp = (glyph: string): glyph is keyof typeof GLYPHS => Object.hasOwn(GLYPHS, glyph);
