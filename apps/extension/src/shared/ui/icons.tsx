import type { ReactNode } from "react";

interface IconProps {
  size?: number;
}

/** The frame of every line icon in the popup. */
export function Stroke({ size = 18, children }: IconProps & { children: ReactNode }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** Icon that opens another page. It is mirrored with the writing direction. */
export function OpenIcon({ size }: IconProps): ReactNode {
  return (
    <Stroke size={size}>
      <path className="mirrors" d="M13 4h7v7M20 4l-9 9M10 5H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-4" />
    </Stroke>
  );
}

/** Link icon. */
export function LinkIcon({ size }: IconProps): ReactNode {
  return (
    <Stroke size={size}>
      <path d="M10 14a4 4 0 0 0 5.7.1l3.5-3.5a4 4 0 0 0-5.7-5.7L12.4 6M14 10a4 4 0 0 0-5.7-.1l-3.5 3.5a4 4 0 0 0 5.7 5.7l1.1-1.1" />
    </Stroke>
  );
}

/** Check mark icon. */
export function TickIcon({ size }: IconProps): ReactNode {
  return (
    <Stroke size={size}>
      <path d="M5 12.5l4.5 4.5L19 7.5" strokeWidth="2.4" />
    </Stroke>
  );
}

/** Settings icon. */
export function GearIcon({ size }: IconProps): ReactNode {
  return (
    <Stroke size={size}>
      <circle cx="12" cy="12" r="3" />
      <path d="M10.3 4.300a1.8 1.8 0 0 1 3.4 0 1.8 1.8 0 0 0 2.7 1.1 1.8 1.8 0 0 1 2.4 2.4 1.8 1.8 0 0 0 1.1 2.7 1.8 1.8 0 0 1 0 3.4 1.8 1.8 0 0 0-1.1 2.7 1.8 1.8 0 0 1-2.4 2.4 1.8 1.8 0 0 0-2.7 1.1 1.8 1.8 0 0 1-3.4 0 1.8 1.8 0 0 0-2.7-1.1 1.8 1.8 0 0 1-2.4-2.4 1.8 1.8 0 0 0-1.1-2.7 1.8 1.8 0 0 1 0-3.4 1.8 1.8 0 0 0 1.1-2.7 1.8 1.8 0 0 1 2.4-2.4 1.8 1.8 0 0 0 2.7-1.100Z" />
    </Stroke>
  );
}

/** Chevron icon pointing down. */
export function ChevronIcon({ size = 14 }: IconProps): ReactNode {
  return (
    <Stroke size={size}>
      <path d="M6 9l6 6 6-6" strokeWidth="2" />
    </Stroke>
  );
}

/** Icon for capturing an element. */
export function ElementIcon({ size }: IconProps): ReactNode {
  return (
    <Stroke size={size}>
      <path d="M20 9V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h3M12 12l8 3-3.5 1.500L15 20l-3-8Z" />
    </Stroke>
  );
}

/** Icon for capturing a screen. */
export function ScreenIcon({ size }: IconProps): ReactNode {
  return (
    <Stroke size={size}>
      <path d="M5 4h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2M8 21h8M12 17v4" />
    </Stroke>
  );
}

const LINE = "var(--ink-3)";
const LIT = "var(--accent)";

/** Illustration of a tile: the highlighted part of the browser is captured. */
export function TilePicture({ kind }: { kind: "visible" | "area" | "full-page" | "delay" }): ReactNode {
  return (
    <svg className="mirrors" width="64" height="44" viewBox="0 0 64 44" fill="none" aria-hidden="true">
      {(kind === "visible" || kind === "area") && (
        <>
          <rect x="1" y="1" width="62" height="42" rx="5" stroke={LINE} strokeWidth="1.5" />
          <path d="M1 10h62" stroke={LINE} strokeWidth="1.5" />
        </>
      )}
      {kind === "visible" && <rect x="5" y="14" width="54" height="25" rx="1.5" fill={LIT} />}
      {kind === "area" && (
        <rect x="18" y="16" width="30" height="18" fill={LIT} stroke="var(--ink)" strokeWidth="1.5" strokeDasharray="3 2.5" />
      )}
      {kind === "full-page" && (
        <>
          <rect x="15" y="1" width="34" height="42" rx="3" fill={LIT} />
          <path d="M20 8h24M20 14h16M20 20h24M20 26h12M20 32h24" stroke="#17161C" strokeWidth="1.8" opacity=".55" />
          <path d="M56 10v24m0 0-4-4.500m4 4.5 4-4.5" stroke={LINE} strokeWidth="1.6" />
        </>
      )}
      {kind === "delay" && (
        <>
          <circle cx="32" cy="23" r="18" fill={LIT} />
          <path d="M32 13v10l7 4" stroke="#17161C" strokeWidth="2.4" strokeLinecap="round" />
          <path d="M28 1.500h8" stroke={LINE} strokeWidth="2" />
        </>
      )}
    </svg>
  );
}
