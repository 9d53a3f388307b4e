import type { ReactNode } from "react";

const PATHS = {
  send: "M3 9 2.5 3l13 6-13 6L3 9h6",
  again: "M15 7.5A6 6 0 0 0 4 6.2L2.5 8M2.5 4v4h4M3 10.5a6 6 0 0 0 11 1.3l1.5-1.8M15.5 14v-4h-4",
  save: "M9 2.5v8.5m-3.5-3L9 11.5 12.5 8M3 12.5v2.5h12v-2.5",
  flip: "M13.5 6.5A5 5 0 0 0 4.3 7.5M3.5 4.5v3.5h3.5M4.5 11.5a5 5 0 0 0 9.2-1M14.5 13.5V10H11",
} as const;

/** A small picture in a button; the text beside it names the action. */
export const Icon = ({ name }: { name: keyof typeof PATHS }): ReactNode => (
  <svg width="18" height="18" viewBox="0 0 18 18" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
