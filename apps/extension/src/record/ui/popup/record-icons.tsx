import type { ReactNode } from "react";
import { Stroke } from "../../../shared/ui/icons.tsx";

const PATHS = {
  microphone: "M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3ZM6 11a6 6 0 0 0 12 0M12 17v4",
  camera: "M5 6h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2ZM15 11l5-3v8l-5-3",
  sound: "M11 5 7 9H4v6h3l4 4V5ZM15 9.500a4 4 0 0 1 0 5M17.500 7a7.500 7.500 0 0 1 0 10",
  pause: "M8 5v14M16 5v14",
  play: "M7 4v16l13-8L7 4Z",
  trash: "M4 7h16M10 11v6M14 11v6M6 7l1 12a2 2 0 0 0 2 2h6a2 2 0 0 0 2-2l1-12M9 7V4h6v3",
} as const;

/** A line icon of a device or a recording action. */
export function RecordIcon({ of, size = 18 }: { of: keyof typeof PATHS; size?: number }): ReactNode {
  return (
    <Stroke size={size}>
      <path d={PATHS[of]} />
    </Stroke>
  );
}

const LINE = "var(--ink-3)";
const LIT = "var(--accent)";

/** Illustration of a recording source: the highlighted part is recorded. */
export function SourcePicture({ of }: { of: "tab" | "screen" | "camera" }): ReactNode {
  return (
    <svg className="mirrors" width="64" height="44" viewBox="0 0 64 44" fill="none" aria-hidden="true">
      {of === "tab" && (
        <>
          <path d="M1 11V4a3 3 0 0 1 3-3h21l4.500 10" fill={LIT} />
          <path
            d="M1 11V4a3 3 0 0 1 3-3h21l4.500 10H58a5 5 0 0 1 5 5v22a5 5 0 0 1-5 5H6a5 5 0 0 1-5-5V11Z"
            stroke={LINE}
            strokeWidth="1.5"
          />
        </>
      )}
      {of === "screen" && (
        <>
          <rect x="4" y="2" width="56" height="33" rx="3" fill={LIT} />
          <path d="M32 35v7M24 42h16" stroke={LINE} strokeWidth="1.5" />
        </>
      )}
      {of === "camera" && (
        <>
          <circle cx="32" cy="22" r="20" fill={LIT} />
          <path d="M19.500 37.600C20 31 25 27 32 27s12 4 12.500 10.600a20 20 0 0 1-25 0Z" fill="#17161C" />
          <circle cx="32" cy="18" r="6.500" fill="#17161C" />
        </>
      )}
    </svg>
  );
}
