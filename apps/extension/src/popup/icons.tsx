import type { ReactNode } from "react";

interface IconProps {
  size?: number;
}

function Stroke({ size = 18, children }: IconProps & { children: ReactNode }): ReactNode {
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

/** A square with an arrow out of it: leads to another page. Mirrors with the writing direction. */
export function OpenIcon({ size }: IconProps): ReactNode {
  return (
    <Stroke size={size}>
      <path className="mirrors" d="M13 4h7v7M20 4l-9 9M10 5H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-4" />
    </Stroke>
  );
}

/** Two links of a chain. */
export function LinkIcon({ size }: IconProps): ReactNode {
  return (
    <Stroke size={size}>
      <path d="M10 14a4 4 0 0 0 5.7.1l3.5-3.5a4 4 0 0 0-5.7-5.7L12.4 6M14 10a4 4 0 0 0-5.7-.1l-3.5 3.5a4 4 0 0 0 5.7 5.7l1.100-1.100" />
    </Stroke>
  );
}

/** A tick. */
export function TickIcon({ size }: IconProps): ReactNode {
  return (
    <Stroke size={size}>
      <path d="M5 12.5l4.5 4.5L19 7.5" strokeWidth="2.4" />
    </Stroke>
  );
}

/** A browser window whose visible part is lit. */
export function VisibleAreaPicture(): ReactNode {
  return (
    <svg width="80" height="55" viewBox="0 0 64 44" fill="none" aria-hidden="true">
      <rect x="1" y="1" width="62" height="42" rx="5" stroke="var(--ink-3)" strokeWidth="1.5" />
      <path d="M1 10h62" stroke="var(--ink-3)" strokeWidth="1.5" />
      <rect x="5" y="14" width="54" height="25" rx="1.5" fill="var(--accent)" />
    </svg>
  );
}
